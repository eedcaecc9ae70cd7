/** Unread messages by conversation, for the registration response. */
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import type { ShapeOf } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { fold } from "../../kernel/db/names.ts";
import { speaksToReader } from "../flags.ts";
import { participantIdsOf } from "../store.ts";
import type { unreadState } from "./contract.ts";
import { mutesOf } from "./mutes.ts";
import type { UnreadMessage } from "./unread-store.ts";

type UnreadState = ShapeOf<typeof unreadState>["unread_msgs"];

interface FoundUnread {
  messages: readonly UnreadMessage[];
  isCut: boolean;
}

export async function groupUnread(
  { db, user }: Context,
  { messages, isCut }: FoundUnread,
  emptyTopic: string,
): Promise<UnreadState> {
  const mutes = await mutesOf(db, user.id);
  const isMuted = ({ channel_id, subject }: UnreadMessage) => channel_id !== null && mutes.isMuted(channel_id, subject);
  const direct = messages.filter((message) => message.channel_id === null);
  const ofChannels = messages.filter((message) => message.channel_id !== null);
  // A topic is muted as a whole, and has many messages.
  const topics = [...Map.groupBy(ofChannels, (message) => message.topic_id).values()].map((unread) => {
    const first = unread[0] as UnreadMessage;
    return { stream_id: first.channel_id as ChannelId, topic: first.subject, unread, isMuted: isMuted(first) };
  });
  const heard = topics.filter((topic) => !topic.isMuted).reduce((sum, topic) => sum + topic.unread.length, 0);
  return {
    count: direct.length + heard,
    ...(await directConversations(db, user.id, direct)),
    streams: topics
      .map((each) => ({ ...each, key: fold(each.topic) }))
      .sort((a, b) => a.stream_id - b.stream_id || (a.key < b.key ? -1 : 1))
      .map(({ stream_id, topic, unread }) => ({
        stream_id,
        topic: topic === "" ? emptyTopic : topic,
        unread_message_ids: idsOf(unread),
      })),
    mentions: idsOf(messages.filter((each) => speaksToReader(each.flags, each.traits, () => isMuted(each)))),
    old_unreads_missing: isCut,
  };
}

const idsOf = (messages: readonly UnreadMessage[]): MessageId[] => messages.map((message) => message.id);

async function directConversations(db: Context["db"], userId: UserId, messages: readonly UnreadMessage[]) {
  const conversations = Map.groupBy(messages, (message) => message.recipient_id);
  const participants = await participantIdsOf(db, [...conversations.keys()]);
  const pms: UnreadState["pms"] = [];
  const huddles: UnreadState["huddles"] = [];
  for (const [recipientId, unread] of conversations) {
    const people = participants.get(recipientId) ?? [];
    const other_user_id = people.find((id) => id !== userId) ?? userId;
    const unread_message_ids = idsOf(unread);
    if (people.length > 2) huddles.push({ user_ids_string: people.join(","), unread_message_ids });
    else pms.push({ other_user_id, sender_id: other_user_id, unread_message_ids });
  }
  return {
    pms: pms.sort((a, b) => a.other_user_id - b.other_user_id),
    huddles: huddles.sort((a, b) => (a.user_ids_string < b.user_ids_string ? -1 : 1)),
  };
}
