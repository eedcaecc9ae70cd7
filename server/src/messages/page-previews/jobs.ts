/**
 * Fetches page previews after a message is sent: outside of any transaction, with the guarded client. Adding a preview
 * does not count as an edit.
 */

import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { Context, OpenContext, WriteContext, Writing } from "../../kernel/context.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { on } from "../../kernel/moments.ts";
import { accountsWithRights } from "../../people/users/rights.ts";
import type { Rendered } from "../../text/markdown/render.ts";
import { type Message, messageSeen } from "../access.ts";
import { renderFor } from "../content.ts";
import { announceRendering } from "../edit/announce.ts";
import { messageArrived, messageRewritten } from "../moments.ts";
import { knownPages } from "./pages.ts";

/** How many messages are processed at once per process, and per sender. */
const LANES = { atOnce: 8, perLane: 2 };
/** A page that does not respond is not retried; after a crash the job is. */
const ATTEMPTS = 2;

interface Linking {
  readonly message_id: MessageId;
  readonly sender_id: UserId;
}

const previewPages = jobKind<Linking>("preview_pages");

/** Nothing is queued if all linked pages are known. */
function previewLater(
  ctx: WriteContext,
  { id, rendered }: { readonly id: MessageId; readonly rendered: Rendered },
): void {
  if (rendered.previewablePages.every((url) => knownPages.of(ctx.app).knows(url))) return;
  enqueue(ctx, previewPages({ message_id: id, sender_id: ctx.user.id }), { lane: String(ctx.user.id) });
}

export const previewingPages = [on(messageArrived, previewLater), on(messageRewritten, previewLater)];

export const pagePreviewJobs = [
  previewPages.outside(
    async (ctx, job, attempt) => {
      const written = await writtenNow(ctx, job);
      const pages = written?.rendered.previewablePages ?? [];
      await Promise.all(
        pages.filter((url) => !knownPages.of(ctx.app).knows(url)).map((url) => knownPages.of(ctx.app).learn(url)),
      );
      if (pages.some((url) => knownPages.of(ctx.app).get(url))) await attempt.finish((changing) => show(changing, job));
    },
    ATTEMPTS,
    LANES,
  ),
];

interface PreviewedMessage {
  readonly message: Message;
  /** Rendered with its author's permissions. */
  readonly rendered: Rendered;
}

/** The current message, unless it or its author is gone or previews are turned off. */
async function writtenNow(ctx: OpenContext, { message_id, sender_id }: Linking): Promise<PreviewedMessage | undefined> {
  const { realm } = ctx;
  if (!realm.is_active || !realm.settings.inline_url_embed_preview) return undefined;
  const sender = (await accountsWithRights(ctx, [sender_id])).get(sender_id);
  if (!sender?.isActive) return undefined;
  const asSender: Context = { ...ctx, user: sender.user };
  const message = await messageSeen(asSender, message_id);
  return message && { message, rendered: await renderFor(asSender, message.content, asSender.user) };
}

async function show(ctx: Writing, job: Linking): Promise<void> {
  const written = await writtenNow(ctx, job);
  if (!written || written.rendered.html === written.message.rendered_content) return;
  const { message, rendered } = written;
  await ctx.db.updateTable("message").set({ rendered_content: rendered.html }).where("id", "=", message.id).execute();
  await announceRendering(ctx, message, rendered.html);
}
