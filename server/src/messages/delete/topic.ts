/** Deletes a topic: in batches, so that nobody waits long, and only while the client waits for a response. */

import { activeChannelFor } from "../../channels/access.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import type { Channel } from "../../channels/store.ts";
import { setTopicPolicy } from "../../channels/user-topics/actions.ts";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import { usersWithPolicy } from "../../channels/user-topics/store.ts";
import type { ChannelId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import { type Context, change, type WriteContext } from "../../kernel/context.ts";
import { normaliseTopic } from "../../text/topics.ts";
import { UnderLegalHold } from "../legal-holds/contract.ts";
import { isHeldInTopic } from "../legal-holds/search.ts";
import { areHeld } from "../legal-holds/store.ts";
import { visibleInChannel } from "../visibility.ts";
import { deleteMessages } from "./actions.ts";
import { newestInTopic, seeingTopic, topicNamed } from "./store.ts";

const BATCH = 100;
const ENOUGH_MS = 50_000;

/** Resolves to whether all messages of the topic that the user sees are deleted. */
export async function deleteTopic(ctx: Context, channelId: ChannelId, name: string): Promise<boolean> {
  const topic = normaliseTopic(name);
  const { clock } = ctx.app;
  const end = clock.now() + ENOUGH_MS;
  const ready = await withoutHold(ctx, channelId, topic);
  while (await change(ready, (writing) => deleteBatch(writing, channelId, topic))) {
    if (clock.now() >= end) return false;
  }
  return true;
}

/**
 * Nothing is deleted if anything in the topic is held. Nobody waits while a long topic is searched for that; each batch then looks at
 * what it deletes. Returns the context for the change, whose caller is identified again.
 */
async function withoutHold(ctx: Context, channelId: ChannelId, topic: string): Promise<Context> {
  const { db, realm, user } = ctx;
  const channel = await activeChannelFor(ctx, channelId, hasContentAccess);
  const found = await topicNamed(db, channel.id, topic);
  const seen = found ? await newestInTopic(db, found.id, visibleInChannel(user, channel), 1) : [];
  if (!found || seen.length === 0) return ctx;
  demand(!(await isHeldInTopic(db, realm.id, found.id)), new UnderLegalHold());
  return { ...ctx, ...(await ctx.identifiedAnew?.()) };
}

/** A topic's visibility policies are deleted with the last message that the user could see. */
async function forgetPolicies(ctx: WriteContext, channel: Channel, topic: string): Promise<void> {
  const place = { channel_id: channel.id, topic_name: topic };
  const usersWithPolicies = (await usersWithPolicy(ctx.db, place)).map((row) => row.user_id);
  if (usersWithPolicies.length === 0) return;
  const seeing = new Set(await seeingTopic(ctx.db, channel, topic, usersWithPolicies));
  const users = usersWithPolicies.filter((id) => !seeing.has(id));
  await setTopicPolicy(ctx, place, users, VisibilityPolicy.none);
}

/** Resolves to whether there may be more. Each batch checks the permissions again. */
async function deleteBatch(ctx: WriteContext, channelId: ChannelId, topic: string): Promise<boolean> {
  const { db, realm, user } = ctx;
  const channel = await activeChannelFor(ctx, channelId, hasContentAccess);
  const found = await topicNamed(db, channel.id, topic);
  const ids = found ? await newestInTopic(db, found.id, visibleInChannel(user, channel), BATCH) : [];
  const { recipient_id } = channel;
  if (found && ids.length > 0) {
    // One may have been placed since.
    demand(!(await areHeld(db, realm.id, ids)), new UnderLegalHold());
    await deleteMessages(ctx, { recipient_id, channel, topic_id: found.id, topic: found.name }, ids);
    record(ctx, "topic_deleted", { channel: channel.id, topic_id: found.id, message_count: ids.length });
  }
  const mayBeMore = ids.length === BATCH;
  if (!mayBeMore) await forgetPolicies(ctx, channel, topic);
  return mayBeMore;
}
