/** Sends a message being written, which may have been set down since. */
import type { Outgoing } from "@parley/client";
import { narrowAddress } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { showToast } from "../parts/toasts.tsx";
import { router } from "../state/place.ts";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { placeText } from "./placeholder.ts";
import { narrowOfTarget, type Target } from "./target.ts";

/** Unless the message appears in front of the reader, says where it went. */
export function sendSheet({ outbox, store }: Session, id: number, { isInView }: { isInView?: boolean } = {}): void {
  const sheet = desk.sheet(id);
  if (!sheet || sheet.text.trim() === "") return;
  const { target, text } = sheet;
  const inHand = desk.get();
  const isSeen = isInView ?? (inHand.id === sheet.id && !inHand.isAway);
  outbox.send(outgoingOf(target, text, store.state.users.ownId));
  desk.finish(sheet.id, outbox.saved);
  const narrow = narrowOfTarget(target);
  if (isSeen || !narrow) return;
  showToast({
    text: t("composer.sentElsewhere", { place: placeText(store.state, target) }),
    action: {
      label: t("composer.goThere"),
      do: () => router.navigate(fragmentOf(narrowAddress(narrow), store.state)),
    },
  });
}

/** Where a message in the outbox goes. */
export function targetOfOutgoing(message: Outgoing, ownId: number): Target {
  if (message.type === "channel") return { to: "channel", channelId: message.to, topic: message.topic };
  return { to: "direct", userIds: message.to.filter((id) => id !== ownId) };
}

/** In the outbox's format; notes to yourself have yourself as recipient. */
export function outgoingOf(target: Target, content: string, ownId: number) {
  if (target.to === "direct") {
    const to = target.userIds.length > 0 ? [...target.userIds] : [ownId];
    return { type: "direct" as const, to, content, topic: undefined };
  }
  return { type: "channel" as const, to: target.channelId as number, topic: target.topic.trim(), content };
}
