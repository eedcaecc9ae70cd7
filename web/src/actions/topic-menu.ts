/** The menu of a topic, in its header. */
import { narrowAddress } from "../address/address.ts";
import { lastingTopic } from "../address/narrow.ts";
import type { MenuRow } from "../parts/Menu.tsx";
import { copyLink } from "../sidebar/copy-link.ts";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { openDeleteTopic, openMove } from "./dialogs.tsx";
import { mayDeleteTopic, moveRight } from "./permissions.ts";
import { isResolved } from "./resolved.ts";
import { markTopicRead } from "./topic-policies.ts";
import { markTopicUnread } from "./topics.ts";

interface MenuTopic {
  readonly channelId: number;
  readonly topic: string;
  /** The newest message, which identifies the topic to the server. */
  readonly newest: number | undefined;
}

/** Header actions; undefined where the reader may not. */
interface Deeds {
  readonly rename: (() => void) | undefined;
  readonly toggleResolved: (() => void) | undefined;
}

export function topicMenu(
  session: Session,
  { channelId, topic, newest }: MenuTopic,
  { rename, toggleResolved }: Deeds,
): readonly MenuRow[] {
  const { store, messages, isVisitor } = session;
  const { state } = store;
  const message = newest === undefined ? undefined : messages.message(newest);
  const channel = state.channels.channels.get(channelId);
  const mayDelete = newest !== undefined && channel !== undefined && mayDeleteTopic(state, channel);
  const right = message && !isVisitor ? moveRight(state, message, Date.now() / 1000) : "absent";
  const rows: (MenuRow | false)[] = [
    toggleResolved !== undefined && {
      id: "resolve",
      label: t(isResolved(topic) ? "narrow.reopen" : "narrow.resolve"),
      icon: "resolve",
      onAction: toggleResolved,
    },
    rename !== undefined && { id: "rename", label: t("narrow.rename"), icon: "draft", onAction: rename },
    newest !== undefined &&
      right !== "absent" && {
        id: "move",
        label: t("actions.moveTopic"),
        icon: "move",
        ...(right === "allowed" ? {} : { refusal: t(right.refusal) }),
        onAction: () => openMove(newest, "all"),
      },
    {
      id: "link",
      label: t("narrow.copyLink"),
      icon: "link",
      onAction: () => void copyLink(narrowAddress(lastingTopic(channelId, topic, newest)), state),
    },
    !isVisitor && {
      id: "read",
      label: t("narrow.markRead"),
      icon: "check",
      onAction: () => markTopicRead(session, channelId, topic),
    },
    !isVisitor && {
      id: "unread",
      label: t("actions.markTopicUnread"),
      icon: "unread",
      onAction: () => void markTopicUnread(session, channelId, topic),
    },
    mayDelete && "separator",
    mayDelete && {
      id: "delete",
      label: t("actions.deleteTopic"),
      icon: "trash",
      isDangerous: true,
      onAction: () => openDeleteTopic(channelId, topic),
    },
  ];
  return rows.filter((row) => row !== false);
}
