/** Permissions for mentioning many people; for sending and editing alike. */

import { subscriberCounts } from "../channels/subscriptions/store.ts";
import type { ChannelId, GroupId, TopicId } from "../kernel/api/ids.ts";
import type { Context, User } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import { mayMention } from "../people/groups/permissions.ts";
import type { Mentions } from "../text/markdown/rendering.ts";
import { ChannelWildcardNotAllowed, mayNotMention, TopicWildcardNotAllowed } from "./content-errors.ts";
import { participantsOfTopic } from "./mentions.ts";
import { mayMentionMany } from "./permissions.ts";

/** Channels with more subscribers, and topics with more participants, are large. */
const LARGE = 15;

/** The place of the text. */
export interface MentionPlace {
  /** Undefined for a direct message. */
  readonly channel_id: ChannelId | undefined;
  /** Undefined for a topic without messages. */
  topicId(): Promise<TopicId | undefined>;
}

/** Rejects a text that mentions more people than its author may, or a group that the author may not. */
export async function checkMentions(
  ctx: Context,
  author: User,
  mentions: Mentions,
  place: MentionPlace,
): Promise<void> {
  if ((mentions.channelWildcard || mentions.topicWildcard) && place.channel_id !== undefined)
    await checkWildcards(ctx, author, mentions, place);
  if (mentions.groups.length > 0) await checkGroups(ctx, author, mentions.groups);
}

async function checkWildcards(ctx: Context, author: User, mentions: Mentions, place: MentionPlace): Promise<void> {
  if (mayMentionMany(author, ctx.realm.settings)) return;
  if (mentions.channelWildcard && (await subscribersIn(ctx, place.channel_id as ChannelId)) > LARGE)
    throw new ChannelWildcardNotAllowed();
  if (mentions.topicWildcard && (await participantsIn(ctx, author, place)) > LARGE) throw new TopicWildcardNotAllowed();
}

async function subscribersIn({ db }: Context, channelId: ChannelId): Promise<number> {
  return (await subscriberCounts(db, [channelId])).get(channelId) ?? 0;
}

/** The author is about to participate. */
async function participantsIn({ db }: Context, author: User, place: MentionPlace): Promise<number> {
  const topicId = await place.topicId();
  const participants = topicId === undefined ? [] : await participantsOfTopic(db, topicId);
  return new Set([...participants, author.id]).size;
}

async function checkGroups({ db }: Context, author: User, groupIds: readonly GroupId[]): Promise<void> {
  const groups = await db
    .selectFrom("user_group")
    .select(["name", "can_mention_group"])
    .where(isAnyOf(db, "id", groupIds))
    .orderBy("id")
    .execute();
  for (const { name, can_mention_group } of groups)
    if (!mayMention(author, { can_mention_group: can_mention_group as GroupId }))
      throw mayNotMention({ name: name as string });
}
