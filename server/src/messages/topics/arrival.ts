/** What a message to a channel changes beside itself: topics are followed because of it, and the channel becomes active. */
import { sql } from "kysely";
import { toThoseWhoSee } from "../../channels/audience.ts";
import { channelUpdateEvent } from "../../channels/events.ts";
import { isHistoryProtected } from "../../channels/permissions.ts";
import type { ChannelRow } from "../../channels/store.ts";
import { followWhereMentioned, policyAfterSending } from "../../channels/user-topics/automatic.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { on } from "../../kernel/moments.ts";
import { type Arrived, messageArrived, type PlaceToSend } from "../moments.ts";
import { hasReceivedEarlier } from "../visibility.ts";

export const followingTopics = on(messageArrived, (ctx, arrived) => {
  if ("channel" in arrived.conversation) return follow(ctx, arrived, arrived.conversation.channel);
});

async function follow(ctx: WriteContext, arrived: Arrived, channel: PlaceToSend): Promise<void> {
  const { topic, rendered, mentioned, answer } = arrived;
  const policy = await policyAfterSending(ctx, channel, topic, () => begins(ctx, channel, arrived));
  if (policy !== undefined) answer.automatic_new_visibility_policy = policy;
  const named = rendered.mentions.users.filter((each) => mentioned.has(each));
  await followWhereMentioned(ctx, { channel_id: channel.id, topic_name: topic }, named);
  if (!channel.is_recently_active) await announceActivity(ctx, channel);
}

/** Whether a message is the first of its topic, as far as its sender can see. */
async function begins({ db, user }: WriteContext, channel: PlaceToSend, { id, isTopicNew }: Arrived): Promise<boolean> {
  if (isTopicNew || !isHistoryProtected(channel)) return isTopicNew;
  const earlier = hasReceivedEarlier(user, { id, channel_id: channel.id });
  const { rows } = await sql<{ found: boolean }>`select ${earlier} as found`.execute(db);
  return !rows[0]?.found;
}

async function announceActivity(ctx: WriteContext, channel: ChannelRow): Promise<void> {
  const change = {
    op: "update",
    stream_id: channel.id,
    name: channel.name,
    property: "is_recently_active",
    value: true,
  } as const;
  append(ctx, channelUpdateEvent(change), await toThoseWhoSee(ctx.db, channel));
}
