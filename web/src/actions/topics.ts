/** What is done to a topic itself: the server is asked, and what comes of it shows by its events. */
import { messageEditing } from "@parley/server/contract";
import type { Session } from "../state/session.tsx";
import { isResolved, plainTopic, RESOLVED } from "./resolved.ts";

/** Gives the topic another name; any of its messages stands for it. */
export async function renameTopic({ connection }: Session, messageId: number, name: string): Promise<void> {
  await connection.call(messageEditing.editMessage, {
    message_id: messageId,
    topic: name,
    propagate_mode: "change_all",
    send_notification_to_new_thread: false,
  });
}

/** Resolves the topic, or takes that back. */
export const toggleResolved = (session: Session, messageId: number, topic: string): Promise<void> =>
  renameTopic(session, messageId, isResolved(topic) ? plainTopic(topic) : `${RESOLVED}${topic}`);
