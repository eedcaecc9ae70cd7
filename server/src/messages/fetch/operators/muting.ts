/** Operators for followed, muted and unmuted topics and channels. Clients hide muted people. */
import { type Expression, type SqlBool, sql } from "kysely";
import { VisibilityPolicy } from "../../../channels/user-topics/contract.ts";
import type { UserId } from "../../../kernel/api/ids.ts";
import type { Context } from "../../../kernel/context.ts";
import { foundInTopics, inTopics } from "./conversations.ts";

type SqlCondition = Expression<SqlBool>;

const topicsWith = (userId: UserId, ...policies: readonly number[]) => sql`
  select topic.id from user_topic
    join topic on topic.channel_id = user_topic.channel_id and topic.name_key = user_topic.topic_key
  where user_topic.user_id = ${userId} and user_topic.visibility_policy in (${sql.join(policies.map((each) => sql.lit(each)))})`;

export const inFollowedTopic = ({ user }: Context): SqlCondition =>
  foundInTopics(topicsWith(user.id, VisibilityPolicy.followed));

const inMutedTopic = (userId: UserId) => inTopics(topicsWith(userId, VisibilityPolicy.muted));

/** In a muted channel, unless the topic is unmuted or followed. */
const inMutedChannel = (userId: UserId) => sql<SqlBool>`(message.recipient_id in (
    select channel.recipient_id from subscription join channel on channel.id = subscription.channel_id
    where subscription.user_id = ${userId} and subscription.is_subscribed and subscription.is_muted)
  and not ${inTopics(topicsWith(userId, VisibilityPolicy.unmuted, VisibilityPolicy.followed))})`;

/** In a narrow to a channel, its own muting is ignored. */
export const isMuted = (userId: UserId, { ofTopicsOnly = false } = {}): SqlCondition =>
  ofTopicsOnly ? inMutedTopic(userId) : sql<SqlBool>`(${inMutedTopic(userId)} or ${inMutedChannel(userId)})`;
