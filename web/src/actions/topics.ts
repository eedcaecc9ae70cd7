/** Actions on a topic. The result arrives through events. */
import type { Message } from "@parley/client";
import { messageEditing } from "@parley/server/contract";
import { topicNarrow } from "../address/narrow.ts";
import { keepUnread } from "../log/keeping.ts";
import { showToast } from "../parts/toasts.tsx";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { attempt } from "./attempt.ts";
import { isResolved, plainTopic, RESOLVED } from "./resolved.ts";

/** Any message of the topic identifies it. */
const setName = ({ connection }: Session, messageId: number, name: string) =>
  connection.call(messageEditing.editMessage, {
    message_id: messageId as Message["id"],
    topic: name,
    propagate_mode: "change_all",
    send_notification_to_new_thread: false,
  });

/** Renames the topic; on failure, shows the server's error. */
export function renameTopic(session: Session, messageId: number, topic: string, name: string): Promise<void> {
  const whole = isResolved(topic) && !isResolved(name) ? RESOLVED + name : name;
  return attempt(async () => {
    await setName(session, messageId, whole);
    showToast({
      text: t("actions.renamed", { topic: plainTopic(whole) }),
      undo: () => void attempt(() => setName(session, messageId, topic)),
    });
  });
}

/** Resolves or reopens the topic. */
export function toggleResolved(session: Session, messageId: number, topic: string): Promise<void> {
  const wasResolved = isResolved(topic);
  const name = wasResolved ? plainTopic(topic) : `${RESOLVED}${topic}`;
  return attempt(async () => {
    await setName(session, messageId, name);
    showToast({
      text: t(wasResolved ? "actions.reopened" : "actions.resolved", { topic: plainTopic(topic) }),
      undo: () => void attempt(() => setName(session, messageId, topic)),
    });
  });
}

/** Marks the whole topic as unread. */
export function markTopicUnread({ readMarks }: Session, channelId: number, topic: string): Promise<void> {
  keepUnread();
  return attempt(async () => {
    const count = await readMarks.markUnreadFrom(topicNarrow(channelId, topic), 0);
    showToast({ text: t("actions.markedUnread", { count }) });
  });
}
