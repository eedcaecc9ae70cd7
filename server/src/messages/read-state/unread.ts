/** Unread messages by conversation, for the registration response. */
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import type { ShapeOf } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { fold } from "../../kernel/db/names.ts";
import { allOf } from "../../kernel/db/one-by-one.ts";
import { speaksToReader } from "../flags.ts";
import { participantIdsOf } from "../store.ts";
import type { unreadState } from "./contract.ts";
import { type Mutes, mutesOf } from "./mutes.ts";
import {
  type Address,
  addressingSince,
  type NewestUnread,
  placesOf,
  type UnreadDirectIds,
  type UnreadTopicIds,
} from "./unread-store.ts";

type UnreadState = ShapeOf<typeof unreadState>["unread_msgs"];

interface UnreadTopic {
  readonly stream_id: ChannelId;
  readonly topic: string;
  readonly unread_message_ids: MessageId[];
}

export async function groupUnread(ctx: Context, unread: NewestUnread, emptyTopic: string): Promise<UnreadState> {
  const { db, user } = ctx;
  const [mutes, topics, addressing] = await allOf([
    mutesOf(db, user.id),
    topicsOf(db, unread.topics),
    addressingIn(ctx, unread),
  ]);
  const counted = topics.filter((each) => !isMutedBy(mutes, each)).map((each) => each.unread_message_ids);
  return {
    count: [...unread.direct.map(({ ids }) => ids), ...counted].reduce((sum, ids) => sum + ids.length, 0),
    ...(await directConversations(db, user.id, unread.direct)),
    streams: topics
      .map((each) => ({ ...each, key: fold(each.topic) }))
      .sort((a, b) => a.stream_id - b.stream_id || (a.key < b.key ? -1 : 1))
      .map(({ key: _, ...each }) => ({ ...each, topic: each.topic === "" ? emptyTopic : each.topic })),
    mentions: addressing.size === 0 ? [] : mentionsIn(addressing, unread.direct, topics, mutes),
    old_unreads_missing: unread.isCut,
  };
}

/** A topic is called what its oldest unread message says. */
async function topicsOf(db: Db, topics: readonly UnreadTopicIds[]): Promise<UnreadTopic[]> {
  if (topics.length === 0) return [];
  const rows = await placesOf(db, { ids: topics.map(({ ids }) => ids[0] as MessageId) });
  const idsByOldest = new Map(topics.map(({ ids }) => [ids[0], ids]));
  return rows.map(({ id, channel_id, subject }) => ({
    stream_id: channel_id,
    topic: subject,
    unread_message_ids: idsByOldest.get(id) as MessageId[],
  }));
}

const isMutedBy = (mutes: Mutes, { stream_id, topic }: UnreadTopic) => mutes.isMuted(stream_id, topic);

async function addressingIn({ db, realm, user }: Context, { direct, topics }: NewestUnread) {
  const conversations = [...direct, ...topics];
  if (conversations.length === 0) return new Map<MessageId, Address>();
  const oldest = conversations.reduce(
    (least, { ids }) => Math.min(least, ids[0] as MessageId),
    Number.MAX_SAFE_INTEGER,
  );
  return addressingSince(db, { realmId: realm.id, userId: user.id, oldest });
}

function mentionsIn(
  addressing: ReadonlyMap<MessageId, Address>,
  direct: readonly UnreadDirectIds[],
  topics: readonly UnreadTopic[],
  mutes: Mutes,
): MessageId[] {
  const speaking = (ids: readonly MessageId[], isMuted: () => boolean) =>
    ids.filter((id) => {
      const address = addressing.get(id);
      return address !== undefined && speaksToReader(address.flags, address.traits, isMuted);
    });
  return [
    ...direct.flatMap(({ ids }) => speaking(ids, () => false)),
    ...topics.flatMap((each) => speaking(each.unread_message_ids, () => isMutedBy(mutes, each))),
  ].sort((a, b) => a - b);
}

async function directConversations(db: Db, userId: UserId, conversations: readonly UnreadDirectIds[]) {
  const participants = await participantIdsOf(
    db,
    conversations.map((each) => each.recipient_id),
  );
  const pms: UnreadState["pms"] = [];
  const huddles: UnreadState["huddles"] = [];
  for (const { recipient_id, ids: unread_message_ids } of conversations) {
    const people = participants.get(recipient_id) ?? [];
    const other_user_id = people.find((id) => id !== userId) ?? userId;
    if (people.length > 2) huddles.push({ user_ids_string: people.join(","), unread_message_ids });
    else pms.push({ other_user_id, sender_id: other_user_id, unread_message_ids });
  }
  return {
    pms: pms.sort((a, b) => a.other_user_id - b.other_user_id),
    huddles: huddles.sort((a, b) => (a.user_ids_string < b.user_ids_string ? -1 : 1)),
  };
}
