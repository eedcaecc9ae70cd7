/** Deleting a topic: in portions, so that nobody else waits long, and only for as long as a client waits for an answer. */

import { activeChannelFor } from "../../channels/access.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import type { Channel } from "../../channels/store.ts";
import { setTopicPolicy } from "../../channels/user-topics/actions.ts";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import { usersWithPolicy } from "../../channels/user-topics/store.ts";
import type { ChannelId } from "../../kernel/api/ids.ts";
import { type Context, change, type WriteContext } from "../../kernel/context.ts";
import { normaliseTopic } from "../normalise.ts";
import { visibleInChannel } from "../visibility.ts";
import { deleteMessages } from "./actions.ts";
import { newestInTopic, seeingTopic, topicNamed } from "./store.ts";

const PORTION = 100;
const ENOUGH_MS = 50_000;

/** Whether all messages of the topic that the user sees are gone. */
export async function deleteTopic(ctx: Context, channelId: ChannelId, name: string): Promise<boolean> {
  const topic = normaliseTopic(name);
  const { clock } = ctx.app;
  const end = clock.now() + ENOUGH_MS;
  while (await change(ctx, (writing) => deletePortion(writing, channelId, topic))) if (clock.now() >= end) return false;
  return true;
}

/** What people wanted of the topic goes with the last message of it that they could see. */
async function forgetPolicies(ctx: WriteContext, channel: Channel, topic: string): Promise<void> {
  const place = { channel_id: channel.id, topic_name: topic };
  const wishing = (await usersWithPolicy(ctx.db, place)).map((row) => row.user_id);
  if (wishing.length === 0) return;
  const seeing = new Set(await seeingTopic(ctx.db, channel, topic, wishing));
  const users = wishing.filter((id) => !seeing.has(id));
  await setTopicPolicy(ctx, place, users, VisibilityPolicy.none);
}

/** Whether there may be more. Each portion asks again what the user may: it is a change of its own. */
async function deletePortion(ctx: WriteContext, channelId: ChannelId, topic: string): Promise<boolean> {
  const { db, user } = ctx;
  const channel = await activeChannelFor(ctx, channelId, hasContentAccess);
  const found = await topicNamed(db, channel.id, topic);
  const ids = found ? await newestInTopic(db, found.id, visibleInChannel(user, channel), PORTION) : [];
  const { recipient_id } = channel;
  if (found && ids.length > 0)
    await deleteMessages(ctx, { recipient_id, channel, topic_id: found.id, topic: found.name }, ids);
  const mayBeMore = ids.length === PORTION;
  if (!mayBeMore) await forgetPolicies(ctx, channel, topic);
  return mayBeMore;
}
