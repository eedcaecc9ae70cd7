/** What is done to a topic: the server is asked, and what comes of it shows by its events. */
import type { Message } from "@parley/client";
import { messageEditing, userTopics } from "@parley/server/contract";
import type { Session } from "../state/session.tsx";

export interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

const RESOLVED = "✔ ";

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);
/** The name without the mark of what is resolved. */
export const plainTopic = (topic: string): string => topic.replace(/^[✔ ]+/, "");

export const TopicPolicy = { normal: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type TopicPolicyName = keyof typeof TopicPolicy;

export async function setTopicPolicy(
  { connection }: Pick<Session, "connection">,
  { channelId, topic }: Topic,
  policy: TopicPolicyName,
): Promise<void> {
  const stream_id = channelId as NonNullable<Message["stream_id"]>;
  await connection.call(userTopics.setTopicVisibility, { stream_id, topic, visibility_policy: TopicPolicy[policy] });
}

/** Gives the topic another name, or moves it to another channel; any of its messages stands for it. */
export async function renameTopic(
  { connection }: Pick<Session, "connection">,
  messageId: number,
  name: string,
): Promise<void> {
  await connection.call(messageEditing.editMessage, {
    message_id: messageId as Message["id"],
    topic: name,
    propagate_mode: "change_all",
    send_notification_to_new_thread: false,
  });
}

/** Resolves the topic, or takes that back. */
export const toggleResolved = (session: Pick<Session, "connection">, messageId: number, topic: string): Promise<void> =>
  renameTopic(session, messageId, isResolved(topic) ? plainTopic(topic) : `${RESOLVED}${topic}`);
