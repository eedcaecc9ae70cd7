import { demand, MissingArgument, type ShapeOf, UnsupportedCombination } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { route } from "../../kernel/http/route.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { normaliseTopic } from "../../text/topics.ts";
import { activeChannelFor } from "../access.ts";
import { InvalidChannelId } from "../contract.ts";
import { hasContentAccess, hasMetadataAccess } from "../permissions.ts";
import { type Channel, channelById, channelsByName } from "../store.ts";
import { setTopicPolicy } from "./actions.ts";
import * as contract from "./contract.ts";
import { type TopicRef, topicPolicies } from "./store.ts";

const { VisibilityPolicy, TopicIsNotMuted } = contract;

export const userTopicRoutes = [
  route(contract.setTopicVisibility, async (ctx, { stream_id, topic, visibility_policy }) => {
    const topic_name = normaliseTopic(topic);
    // Removing a policy needs no access: the user may have lost it since.
    const channel =
      visibility_policy === VisibilityPolicy.none
        ? await channelById(ctx.db, ctx.realm.id, ctx.user.id, stream_id)
        : await activeChannelFor(ctx, stream_id, hasContentAccess);
    if (!channel) throw new InvalidChannelId();
    const topicRef = { channel_id: channel.id, topic_name };
    if (visibility_policy !== VisibilityPolicy.none) await demandRoomFor(ctx, topicRef);
    await setTopicPolicy(ctx, topicRef, [ctx.user.id], visibility_policy);
    return {};
  }),

  route(contract.muteTopic, async (ctx, request) => {
    const topic_name = normaliseTopic(request.topic);
    const channel = await channelNamed(ctx, request);
    if (request.op === "add") {
      if (!channel || channel.is_archived || !hasContentAccess(ctx.user, channel)) throw inaccessible(request);
      await demandRoomFor(ctx, { channel_id: channel.id, topic_name });
      await setTopicPolicy(ctx, { channel_id: channel.id, topic_name }, [ctx.user.id], VisibilityPolicy.muted);
      return {};
    }
    const topic = channel && { channel_id: channel.id, topic_name };
    const policy = topic && (await topicPolicies(ctx.db, topic, [ctx.user.id])).get(ctx.user.id);
    if (topic && policy === VisibilityPolicy.muted)
      await setTopicPolicy(ctx, topic, [ctx.user.id], VisibilityPolicy.none);
    // Otherwise there is nothing to remove, which is no error where the caller may know of the channel.
    else demand(channel !== undefined && hasMetadataAccess(ctx.user, channel), new TopicIsNotMuted());
    return {};
  }),
];

/** Changing the policy of a topic that has one needs no room. */
async function demandRoomFor(ctx: WriteContext, topic: TopicRef): Promise<void> {
  const isKnown = (await topicPolicies(ctx.db, topic, [ctx.user.id])).has(ctx.user.id);
  if (!isKnown) await demandRoom(ctx, "topic_policies", { user_id: ctx.user.id });
}

type MuteRequest = ShapeOf<typeof contract.muteTopic.params>;

async function channelNamed(ctx: WriteContext, { stream_id, stream }: MuteRequest): Promise<Channel | undefined> {
  const { db, realm, user } = ctx;
  if (stream_id !== undefined) {
    demand(stream === undefined, new UnsupportedCombination({ parameters: "stream_id, stream" }));
    return channelById(db, realm.id, user.id, stream_id);
  }
  if (stream === undefined) throw new MissingArgument({ var_name: "stream_id" });
  const [channel] = await channelsByName(db, realm.id, user.id, [stream.trim()]);
  return channel;
}

/** By name or by number, as it was asked for. */
const inaccessible = ({ stream }: MuteRequest) =>
  stream === undefined ? new InvalidChannelId() : contract.InvalidChannelName(stream);
