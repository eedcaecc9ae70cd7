/** Actions on a whole channel. Each confirms what happened and can be undone. */
import { readState, subscriptions } from "@parley/server/contract";
import { hueColour } from "../parts/hue.ts";
import { showToast } from "../parts/toasts.tsx";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { attempt } from "./attempt.ts";
import { markUnread, unreadIdsWhere } from "./read.ts";

type Property = "pin_to_top" | "is_muted" | "color" | (typeof subscriptions.NOTIFICATION_PROPERTIES)[number];

const nameOf = ({ store }: Session, channelId: number): string =>
  store.state.channels.channels.get(channelId)?.name ?? "";

const personalOf = ({ store }: Session, channelId: number) => store.state.channels.channels.get(channelId)?.personal;

const change = ({ connection }: Session, channelId: number, property: Property, value: boolean | string) =>
  connection.call(subscriptions.updateSubscription, { stream_id: channelId, property, value });

export function markChannelRead(session: Session, channelId: number): Promise<void> {
  const ids = unreadIdsWhere(session, (place) => place.type === "stream" && place.stream_id === channelId);
  return attempt(async () => {
    await session.connection.call(readState.markChannelAsRead, { stream_id: channelId });
    showToast({ text: t("channels.markedRead", { count: ids.length }), undo: () => markUnread(session, ids) });
  });
}

export function pinChannel(session: Session, channelId: number, isPinned: boolean): Promise<void> {
  return attempt(async () => {
    await change(session, channelId, "pin_to_top", isPinned);
    showToast({
      text: t(isPinned ? "channels.pinned" : "channels.unpinned", { name: nameOf(session, channelId) }),
      undo: () => void attempt(() => change(session, channelId, "pin_to_top", !isPinned)),
    });
  });
}

export function muteChannel(session: Session, channelId: number, isMuted: boolean): Promise<void> {
  return attempt(async () => {
    await change(session, channelId, "is_muted", isMuted);
    showToast({
      text: t(isMuted ? "channels.muted" : "channels.unmuted", { name: nameOf(session, channelId) }),
      undo: () => void attempt(() => change(session, channelId, "is_muted", !isMuted)),
    });
  });
}

/** Only the hue of the colour is shown. */
export function colourChannel(session: Session, channelId: number, hue: number): Promise<void> {
  return attempt(() => change(session, channelId, "color", hueColour(hue)));
}

/** All of a channel's notification settings together: every message, or the defaults. */
export function notifyOfChannel(session: Session, channelId: number, isNotified: boolean): Promise<void> {
  return attempt(() =>
    session.connection.call(subscriptions.updateSubscriptionSettings, {
      subscription_data: (["desktop_notifications", "push_notifications"] as const).map((property) => ({
        stream_id: channelId,
        property,
        value: isNotified,
      })),
    }),
  );
}

export function unsubscribe(session: Session, channelId: number): Promise<void> {
  const name = nameOf(session, channelId);
  const before = personalOf(session, channelId);
  return attempt(async () => {
    await session.connection.call(subscriptions.unsubscribe, { subscriptions: [name] });
    showToast({ text: t("channels.unsubscribed", { name }), undo: () => void subscribe(session, name, before?.color) });
  });
}

export function subscribe(session: Session, name: string, color?: string): Promise<void> {
  const add = [color ? { name, color } : { name }];
  return attempt(() => session.connection.call(subscriptions.changeSubscriptions, { add, delete: [] }));
}
