/** The menus of sidebar rows. */
import {
  colourChannel,
  markChannelRead,
  muteChannel,
  notifyOfChannel,
  pinChannel,
  unsubscribe,
} from "../actions/channels.ts";
import {
  changeTopicPolicy,
  markDirectRead,
  markTopicRead,
  type Policy,
  VisibilityPolicy,
} from "../actions/topic-policies.ts";
import { narrowAddress } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { channelNarrow, dmNarrow, lastingTopic } from "../address/narrow.ts";
import { openDialog } from "../app/dialogs.tsx";
import { compose } from "../composer/intents.ts";
import { isTopicMuted, policyOf } from "../inbox-order/standing.ts";
import { conversationKey, countsOf, unreadConversations } from "../inbox-order/unread.ts";
import { hueOf } from "../parts/hue.ts";
import type { MenuRow } from "../parts/Menu.tsx";
import { router } from "../state/place.ts";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { copyLink } from "./copy-link.ts";
import { hueDialog } from "./hue-dialog.tsx";
import { pinView, removeView } from "./pin-view.ts";
import { addressOfView, type SidebarView } from "./views.ts";

export { pinView };

export function channelMenu(session: Session, channelId: number): readonly MenuRow[] {
  const { state } = session.store;
  const channel = state.channels.channels.get(channelId);
  const personal = channel?.personal;
  const count = countsOf(state).channels.get(channelId);
  const isPinned = personal?.pin_to_top === true;
  const isMuted = personal?.is_muted === true;
  const isNotified = personal?.desktop_notifications === true && personal.push_notifications === true;
  const go = (fragment: string) => router.navigate(fragment);
  const topics: MenuRow = {
    id: "topics",
    icon: "bullets",
    label: t("sidebar.allTopics"),
    command: "topicList",
    onAction: () => go(fragmentOf({ kind: "topics", channelId }, state)),
  };
  const link: MenuRow = {
    id: "link",
    icon: "link",
    label: t("rowMenus.copyLink"),
    onAction: () => void copyLink(narrowAddress(channelNarrow(channelId)), state),
  };
  if (session.isVisitor) return [topics, link];
  const unread: MenuRow[] =
    count && count.unread + count.muted > 0
      ? [
          {
            id: "read",
            icon: "check",
            label: t("rowMenus.markRead"),
            onAction: () => void markChannelRead(session, channelId),
          },
        ]
      : [];
  return [
    ...unread,
    {
      id: "new",
      icon: "compose",
      label: t("rowMenus.newTopic"),
      onAction: () => compose({ to: "channel", channelId }),
    },
    topics,
    "separator",
    {
      id: "pin",
      icon: "pin",
      label: t(isPinned ? "rowMenus.unpin" : "rowMenus.pin"),
      onAction: () => void pinChannel(session, channelId, !isPinned),
    },
    {
      id: "mute",
      icon: isMuted ? "volume" : "mute",
      label: t(isMuted ? "rowMenus.unmute" : "rowMenus.mute"),
      onAction: () => void muteChannel(session, channelId, !isMuted),
    },
    {
      id: "notify",
      icon: "bell",
      label: t(isNotified ? "rowMenus.notifyAsUsual" : "rowMenus.notifyOfAll"),
      onAction: () => void notifyOfChannel(session, channelId, !isNotified),
    },
    {
      id: "colour",
      icon: "sun",
      label: t("rowMenus.colour"),
      onAction: () =>
        openDialog(
          hueDialog(channel?.name ?? "", hueOf(personal?.color ?? ""), (hue) => colourChannel(session, channelId, hue)),
        ),
    },
    "separator",
    link,
    {
      id: "settings",
      icon: "gear",
      label: t("rowMenus.channelSettings"),
      onAction: () => go(fragmentOf({ kind: "channel", channelId, tab: "personal" }, state)),
    },
    {
      id: "unsubscribe",
      icon: "logout",
      label: t("rowMenus.unsubscribe"),
      isDangerous: true,
      onAction: () => void unsubscribe(session, channelId),
    },
  ];
}

interface SidebarTopic {
  readonly channelId: number;
  readonly topic: string;
  /** The newest message, which identifies the topic to the server. */
  readonly newest: number | undefined;
}

export function topicMenu(session: Session, { channelId, topic, newest }: SidebarTopic): readonly MenuRow[] {
  const { state } = session.store;
  const key = conversationKey({ type: "topic", channelId, topic });
  const policy = policyOf(state, channelId, topic);
  const isMuted = isTopicMuted(state, channelId, topic);
  const isInMuted = state.channels.channels.get(channelId)?.personal?.is_muted === true;
  const set = (next: Policy) => void changeTopicPolicy(session, channelId, topic, next);
  const read: MenuRow = {
    id: "read",
    icon: "check",
    label: t("rowMenus.markRead"),
    onAction: () => markTopicRead(session, channelId, topic),
  };
  const link: MenuRow = {
    id: "link",
    icon: "link",
    label: t("rowMenus.copyLink"),
    onAction: () => void copyLink(narrowAddress(lastingTopic(channelId, topic, newest)), state),
  };
  if (session.isVisitor) return [link];
  return [
    ...(unreadConversations(state).has(key) ? [read] : []),
    policy === VisibilityPolicy.followed
      ? { id: "follow", icon: "bell", label: t("rowMenus.unfollow"), onAction: () => set(VisibilityPolicy.none) }
      : { id: "follow", icon: "bell", label: t("rowMenus.follow"), onAction: () => set(VisibilityPolicy.followed) },
    isMuted
      ? {
          id: "mute",
          icon: "volume",
          label: t("rowMenus.unmute"),
          command: "muteTopic",
          onAction: () => set(isInMuted ? VisibilityPolicy.unmuted : VisibilityPolicy.none),
        }
      : {
          id: "mute",
          icon: "mute",
          label: t("rowMenus.mute"),
          command: "muteTopic",
          onAction: () => set(VisibilityPolicy.muted),
        },
    "separator",
    link,
  ];
}

export function directMenu(session: Session, userIds: readonly number[]): readonly MenuRow[] {
  const { state } = session.store;
  const [only] = userIds;
  const read: MenuRow = {
    id: "read",
    icon: "check",
    label: t("rowMenus.markRead"),
    onAction: () => markDirectRead(session, userIds),
  };
  const card: MenuRow = {
    id: "card",
    icon: "user",
    label: t("rowMenus.viewCard"),
    onAction: () => router.navigate(fragmentOf({ kind: "user", userId: only ?? 0 }, state)),
  };
  return [
    ...(unreadConversations(state).has(conversationKey({ type: "direct", userIds })) ? [read] : []),
    ...(userIds.length === 1 ? [card] : []),
    {
      id: "link",
      icon: "link",
      label: t("rowMenus.copyLink"),
      onAction: () => void copyLink(narrowAddress(dmNarrow(userIds)), state),
    },
  ];
}

export function viewMenu(session: Session, view: SidebarView): readonly MenuRow[] {
  const { fragment, isPinned } = view;
  const { state } = session.store;
  const address = addressOfView(fragment, state);
  return [
    {
      id: "pin",
      icon: "pin",
      label: t(isPinned ? "rowMenus.unpinView" : "rowMenus.pinView"),
      onAction: () => void pinView(session, view, !isPinned),
    },
    ...(address
      ? [
          {
            id: "link",
            icon: "link",
            label: t("rowMenus.copyLink"),
            onAction: () => void copyLink(address, state),
          } as const,
        ]
      : []),
    ...("text" in view.name
      ? [
          {
            id: "remove",
            icon: "trash",
            label: t("rowMenus.removeView"),
            isDangerous: true,
            onAction: () => void removeView(session, view),
          } as const,
        ]
      : []),
  ];
}
