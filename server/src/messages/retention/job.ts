/**
 * Deletes old messages: in channels by the channel's or the organization's rule, and direct messages by the
 * organization's. No events are sent, as upstream, except when a channel's first message changes.
 */

import { toThoseWhoSee } from "../../channels/audience.ts";
import { channelUpdateEvent } from "../../channels/events.ts";
import type { ChannelRow } from "../../channels/store.ts";
import { changeChannel } from "../../channels/store.ts";
import { change, type OpenContext, type Writing } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { activeRealmIds } from "../../organization/realms/store.ts";
import { removeMessages } from "../delete/store.ts";
import { heldAmong, heldMessages } from "../legal-holds/store.ts";
import { oldestMessage, updateNewestInTopic } from "../newest/store.ts";
import {
  channelsThatForget,
  forgetEmptyConversations,
  forgetEmptyTopics,
  oldestDirectMessages,
  oldestMessages,
} from "./store.ts";

const DAY = 24 * 3600;
/** Other changes wait while a batch is deleted. */
const BATCH = 500;

export const deleteOldMessages = recurringJob("delete_old_messages", DAY, async (app) => {
  const { reader } = app.database;
  for (const id of await activeRealmIds(reader)) {
    const ctx = serverContext(app, await app.identities.realmById(reader, id));
    const days = ctx.realm.settings.message_retention_days;
    for (const channel of await channelsThatForget(reader, id, days > 0)) {
      const kept = channel.message_retention_days ?? days;
      while (await forgetInChannel(ctx, channel, ctx.now - kept * DAY));
    }
    if (days > 0) await forgetDirect(ctx, ctx.now - days * DAY);
  }
});

/** Deletes a batch of the oldest messages; resolves to whether there may be more. */
function forgetInChannel(ctx: OpenContext, channel: ChannelRow, before: number): Promise<boolean> {
  return change(ctx, async (writing) => {
    const held = await heldMessages(writing.db, ctx.realm.id);
    const oldest = await oldestMessages(writing.db, channel.recipient_id, BATCH, held);
    const old = oldest.filter((message) => message.sent_at < before);
    if (old.length === 0) return false;
    await removeMessages(
      writing.db,
      ctx.now,
      old.map((message) => message.id),
    );
    const topics = [...new Set(old.flatMap((message) => message.topic_id ?? []))];
    // Only holds keep older messages than those that are deleted.
    if (held) for (const id of topics) await updateNewestInTopic(writing.db, id);
    else await forgetEmptyTopics(writing.db, topics);
    await moveBeginning(writing, channel);
    return old.length === BATCH;
  });
}

async function moveBeginning(ctx: Writing, { id, name, recipient_id }: ChannelRow): Promise<void> {
  const first_message_id = await oldestMessage(ctx.db, recipient_id);
  const channel = await changeChannel(ctx.db, id, { first_message_id });
  const change = { op: "update", property: "first_message_id", value: first_message_id } as const;
  append(ctx, channelUpdateEvent({ ...change, stream_id: id, name }), await toThoseWhoSee(ctx.db, channel));
}

/** From the oldest on, skipping channel messages, until one is new enough. */
async function forgetDirect(ctx: OpenContext, before: number): Promise<void> {
  let after = 0;
  for (;;) {
    const { reader } = ctx.app.database;
    const held = await heldMessages(reader, ctx.realm.id);
    const oldest = await oldestDirectMessages(reader, ctx.realm.id, { after, limit: BATCH, held });
    const old = oldest.filter((message) => message.sent_at < before);
    const last = old.at(-1);
    if (!last) return;
    await change(ctx, async ({ db, realm }) => {
      // A hold may have been placed since they were read.
      const ids = old.map((message) => message.id);
      const kept = await heldAmong(db, realm.id, ids);
      await removeMessages(
        db,
        ctx.now,
        ids.filter((id) => !kept.has(id)),
      );
      await forgetEmptyConversations(db, [...new Set(old.map((message) => message.recipient_id))]);
    });
    if (old.length < BATCH) return;
    after = last.id;
  }
}
