/** The menu of a topic, at its headline. */
import { narrowAddress } from "../address/address.ts";
import { lastingTopic } from "../address/narrow.ts";
import type { MenuRow } from "../parts/Menu.tsx";
import { copyLink } from "../sidebar/copy-link.ts";
import { isAdministrator } from "../state/holds.ts";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { openDeleteTopic, openMove } from "./dialogs.tsx";
import { moveRight } from "./permissions.ts";
import { isResolved } from "./resolved.ts";
import { markTopicRead } from "./topic-wishes.ts";
import { markTopicUnread } from "./topics.ts";

interface Topic {
  readonly channelId: number;
  readonly topic: string;
  /** Its newest message, which stands for it. */
  readonly newest: number | undefined;
}

/** What its headline does with it; undefined where the reader may not. */
interface Deeds {
  readonly rename: (() => void) | undefined;
  readonly toggleResolved: (() => void) | undefined;
}

export function topicMenu(
  session: Session,
  { channelId, topic, newest }: Topic,
  { rename, toggleResolved }: Deeds,
): readonly MenuRow[] {
  const { store, messages, isVisitor } = session;
  const { state } = store;
  const message = newest === undefined ? undefined : messages.message(newest);
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
    isAdministrator(state) && newest !== undefined && "separator",
    isAdministrator(state) &&
      newest !== undefined && {
        id: "delete",
        label: t("actions.deleteTopic"),
        icon: "trash",
        isDangerous: true,
        onAction: () => openDeleteTopic(channelId, topic),
      },
  ];
  return rows.filter((row) => row !== false);
}
