/**
 * Automatic topic policies: because a user participates in a topic, or is mentioned there. Their settings say when; a
 * policy is only ever made stronger.
 */
import type { ChannelId, UserId } from "../../kernel/api/ids.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { fold } from "../../kernel/db/names.ts";
import { withoutRoom } from "../../kernel/limits/room.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import { hasContentAccess } from "../permissions.ts";
import { channelsByIds } from "../store.ts";
import { setTopicPolicy } from "./actions.ts";
import { VisibilityPolicy } from "./contract.ts";
import { type TopicRef, topicPolicies } from "./store.ts";

/**
 * What a user does in a topic, as the settings count it: starting a topic includes sending, and sending includes
 * participating. A setting applies to its own level and above; 4 is never.
 */
const Deed = { participates: 1, sends: 2, begins: 3 } as const;
type Deed = (typeof Deed)[keyof typeof Deed];

/** A channel with the acting user's subscription. */
interface TopicChannel {
  readonly id: ChannelId;
  readonly is_muted?: boolean;
}

function automaticPolicy(settings: Readonly<UserSettings>, { is_muted }: TopicChannel, deed: Deed): number {
  if (settings.automatically_follow_topics_policy <= deed) return VisibilityPolicy.followed;
  const unmutes = is_muted && settings.automatically_unmute_topics_in_muted_streams_policy <= deed;
  return unmutes ? VisibilityPolicy.unmuted : VisibilityPolicy.none;
}

/**
 * After sending: returns the sender's new policy, if any. Whether the message starts the topic is only checked if it
 * matters. A message to an existing topic costs no statement unless the settings apply to every send, or the channel is
 * muted.
 */
export async function policyAfterSending(
  ctx: WriteContext,
  channel: TopicChannel,
  topic_name: string,
  begins: () => Promise<boolean>,
): Promise<number | undefined> {
  const { db, user } = ctx;
  if (user.is_bot) return undefined;
  const onSend = automaticPolicy(user.settings, channel, Deed.sends);
  const onBeginning = automaticPolicy(user.settings, channel, Deed.begins);
  const automatic = onBeginning !== onSend && (await begins()) ? onBeginning : onSend;
  if (automatic === VisibilityPolicy.none) return undefined;
  const topic: TopicRef = { channel_id: channel.id, topic_name };
  const current = (await topicPolicies(db, topic, [user.id])).get(user.id) ?? VisibilityPolicy.none;
  // A user who already had a policy does not start the topic.
  const policy = current === VisibilityPolicy.none ? automatic : onSend;
  if (policy <= current || !(await hasRoom(ctx, user.id, current))) return undefined;
  await setTopicPolicy(ctx, topic, [user.id], policy);
  return policy;
}

/** After a reaction, a vote or the like, for subscribers. */
export async function policyAfterParticipating(
  ctx: WriteContext,
  channel: (TopicChannel & { readonly is_subscribed: boolean }) | undefined,
  topic_name: string,
): Promise<void> {
  const { db, user } = ctx;
  if (!channel?.is_subscribed || user.is_bot) return;
  const policy = automaticPolicy(user.settings, channel, Deed.participates);
  if (policy === VisibilityPolicy.none) return;
  const topic: TopicRef = { channel_id: channel.id, topic_name };
  const current = (await topicPolicies(db, topic, [user.id])).get(user.id) ?? VisibilityPolicy.none;
  if (policy > current && (await hasRoom(ctx, user.id, current))) await setTopicPolicy(ctx, topic, [user.id], policy);
}

/** Users mentioned by name who received the message follow its topic unless they muted it. */
export async function followWhereMentioned(
  ctx: WriteContext,
  { channel_id, topic_name }: TopicRef,
  mentioned: readonly UserId[],
): Promise<void> {
  if (mentioned.length === 0) return;
  const people = await ctx.db
    .selectFrom("user")
    .leftJoin("user_topic", (join) =>
      join
        .onRef("user_topic.user_id", "=", "user.id")
        .on("user_topic.channel_id", "=", channel_id)
        .on("user_topic.topic_key", "=", fold(topic_name)),
    )
    .select(["user.id", "user.settings", "user_topic.visibility_policy"])
    .where(isAnyOf(ctx.db, "user.id", mentioned))
    .where("user.bot_type", "is", null)
    .orderBy("user.id")
    .execute();
  const following = people.filter(
    ({ settings, visibility_policy }) =>
      settingsOf(settings).automatically_follow_topics_where_mentioned &&
      visibility_policy !== VisibilityPolicy.muted &&
      visibility_policy !== VisibilityPolicy.followed,
  );
  const full = await withoutRoom(
    ctx,
    "topic_policies",
    following.filter(({ visibility_policy }) => visibility_policy === null).map((person) => person.id),
  );
  const ids = following.map((person) => person.id).filter((id) => !full.has(id));
  if (ids.length > 0) await setTopicPolicy(ctx, { channel_id, topic_name }, ids, VisibilityPolicy.followed);
}

/** A moved message has become the first of a topic: its sender has started it, unintentionally. */
export async function policyOfStarter(ctx: WriteContext, senderId: UserId, topic: TopicRef): Promise<void> {
  const sender = await ctx.db
    .selectFrom("user")
    .select(["role", "settings"])
    .where("id", "=", senderId)
    .where("bot_type", "is", null)
    .where("is_active", "=", true)
    .executeTakeFirst();
  const [channel] = await channelsByIds(ctx.db, ctx.realm.id, senderId, [topic.channel_id]);
  // Users without certain access are not made to follow the topic: being able to join does not count.
  if (!sender || !channel || !hasContentAccess({ role: sender.role, groups: new Set() }, channel)) return;
  const settings = settingsOf(sender.settings);
  const place = { id: topic.channel_id, is_muted: channel.is_subscribed && channel.is_muted };
  const policy = automaticPolicy(settings, place, Deed.begins);
  // What the settings require on every send was applied when it was sent.
  if (policy === automaticPolicy(settings, place, Deed.sends)) return;
  const current = (await topicPolicies(ctx.db, topic, [senderId])).get(senderId) ?? VisibilityPolicy.none;
  if (current === VisibilityPolicy.none && (await hasRoom(ctx, senderId, current)))
    await setTopicPolicy(ctx, topic, [senderId], policy);
}

/** If the user's list is full, the action still succeeds and the topic is unchanged. */
async function hasRoom(ctx: WriteContext, userId: UserId, current: number): Promise<boolean> {
  return current !== VisibilityPolicy.none || !(await withoutRoom(ctx, "topic_policies", [userId])).has(userId);
}

const settingsOf = (stored: Record<string, unknown>) => withDefaults(userSettings, stored) as UserSettings;
