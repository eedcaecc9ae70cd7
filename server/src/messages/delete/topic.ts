/** Deleting a topic: in portions, so that nobody else waits long, and only for as long as a client waits for an answer. */
import type { ChannelId } from "../../api/ids.ts";
import { activeChannelFor } from "../../channels/access.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import { type Context, change, type WriteContext } from "../../context.ts";
import { takeTurn } from "../../events/log.ts";
import { normaliseTopic } from "../normalise.ts";
import { topicByName } from "../store.ts";
import { visibleInChannel } from "../visibility.ts";
import { deleteMessages } from "./actions.ts";
import { newestInTopic } from "./store.ts";

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

/** Whether there may be more. Each portion asks again what the user may: it is a change of its own. */
async function deletePortion(ctx: WriteContext, channelId: ChannelId, topic: string): Promise<boolean> {
  const { db, realm, user } = ctx;
  await takeTurn(db, realm.id);
  const channel = await activeChannelFor(ctx, channelId, hasContentAccess);
  const topicId = await topicByName(db, channel.id, topic);
  if (topicId === undefined) return false;
  const ids = await newestInTopic(db, topicId, visibleInChannel(user, channel), PORTION);
  if (ids.length === 0) return false;
  const { recipient_id } = channel;
  await deleteMessages(ctx, { recipient_id, channel, topic_id: topicId, topic }, ids);
  return ids.length === PORTION;
}
