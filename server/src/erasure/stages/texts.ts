/** Rewrites rendered mentions outside of messages: in descriptions, and in what other people have scheduled. */

import { toThoseWhoSee } from "../../channels/audience.ts";
import { folderUpdateEvent } from "../../channels/channel-folders/events.ts";
import { channelUpdateEvent } from "../../channels/events.ts";
import type { Writing } from "../../kernel/context.ts";
import { toEveryone, toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { reminderAddEvent, reminderRemoveEvent } from "../../personal/reminders/events.ts";
import { presentReminder } from "../../personal/reminders/present.ts";
import { scheduledUpdateEvent } from "../../personal/scheduled-messages/events.ts";
import { presentScheduled } from "../../personal/scheduled-messages/present.ts";
import type { Erasure } from "../job-kind.ts";
import { mentions, type NameRewriter, rewriterFor } from "../rewrite.ts";

export async function rewriteTexts(ctx: Writing, { user_ids }: Erasure): Promise<undefined> {
  const rewriter = rewriterFor(ctx.realm, user_ids);
  await rewriteChannels(ctx, user_ids, rewriter);
  await rewriteFolders(ctx, user_ids, rewriter);
  await rewriteScheduled(ctx, user_ids, rewriter);
  await rewriteReminders(ctx, user_ids, rewriter);
}

type Whom = Erasure["user_ids"];

async function rewriteChannels(ctx: Writing, userIds: Whom, { html }: NameRewriter): Promise<void> {
  const { db, realm } = ctx;
  const rows = await db
    .selectFrom("channel")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where(mentions("rendered_description", userIds))
    .execute();
  for (const channel of rows) {
    const { id, name, description } = channel;
    const rendered_description = html(channel.rendered_description);
    await db.updateTable("channel").set({ rendered_description }).where("id", "=", id).execute();
    const change = { op: "update", property: "description", value: description, rendered_description } as const;
    append(ctx, channelUpdateEvent({ ...change, stream_id: id, name }), await toThoseWhoSee(db, channel));
  }
}

async function rewriteFolders(ctx: Writing, userIds: Whom, { html }: NameRewriter): Promise<void> {
  const { db, realm } = ctx;
  const rows = await db
    .selectFrom("channel_folder")
    .select(["id", "description", "rendered_description"])
    .where("realm_id", "=", realm.id)
    .where(mentions("rendered_description", userIds))
    .execute();
  for (const { id, description, ...before } of rows) {
    const rendered_description = html(before.rendered_description);
    await db.updateTable("channel_folder").set({ rendered_description }).where("id", "=", id).execute();
    const data = { description, rendered_description };
    append(ctx, folderUpdateEvent({ op: "update", channel_folder_id: id, data }), toEveryone);
  }
}

async function rewriteScheduled(ctx: Writing, userIds: Whom, { html }: NameRewriter): Promise<void> {
  const { db, realm } = ctx;
  const rows = await db
    .selectFrom("scheduled_message")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where(mentions("rendered_content", userIds))
    .execute();
  for (const row of rows) {
    const rendered_content = html(row.rendered_content);
    await db.updateTable("scheduled_message").set({ rendered_content }).where("id", "=", row.id).execute();
    if (row.sent_at !== null) continue;
    const scheduled_message = presentScheduled({ ...row, rendered_content });
    append(ctx, scheduledUpdateEvent({ op: "update", scheduled_message }), toUsers(row.sender_id));
  }
}

/** The server composed them. There is no event for a change, so clients get another one in its place. */
async function rewriteReminders(ctx: Writing, userIds: Whom, rewriter: NameRewriter): Promise<void> {
  const { db, realm } = ctx;
  const rows = await db
    .selectFrom("reminder")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where(mentions("rendered_content", userIds))
    .execute();
  for (const row of rows) {
    const content = rewriter.markdown(row.content);
    const rendered_content = rewriter.html(row.rendered_content);
    await db.updateTable("reminder").set({ content, rendered_content }).where("id", "=", row.id).execute();
    const to = toUsers(row.user_id);
    append(ctx, reminderRemoveEvent({ op: "remove", reminder_id: row.id }), to);
    const rewritten = presentReminder({ ...row, content, rendered_content });
    append(ctx, reminderAddEvent({ op: "add", reminders: [rewritten] }), to);
  }
}
