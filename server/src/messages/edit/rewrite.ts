/** Stores new content of a message: its row, history, mentions, and files. */

import type { UserId } from "../../kernel/api/ids.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { happened } from "../../kernel/moments.ts";
import type { Rendered } from "../../text/markdown/render.ts";
import type { Message } from "../access.ts";
import { viewingsOf } from "../audience.ts";
import { recordEdit } from "../history/store.ts";
import { changeMentions } from "../mentions.ts";
import { messageRewritten } from "../moments.ts";
import { usersAlertedBy } from "../preferences.ts";
import { Trait, traitsOf } from "../traits.ts";
import { type ChangedClaims, changeClaims } from "../uploads/claims.ts";
import { announceUpdate } from "./announce.ts";
import type { Move, NewContent } from "./plan.ts";
import { rewriteMessage, type TopicPlace } from "./store.ts";

/** Files that no message links to any more. */
export type Detached = ChangedClaims["detached"];

export async function rewrite(ctx: WriteContext, message: Message, content: NewContent): Promise<Detached> {
  const reached = await receiversOf(ctx, message);
  const { traits, detached } = await storeContent(ctx, message, content, {}, {});
  await announceUpdate(ctx, message, { edited: { content, before: message, traits }, ids: [message.id], reached });
  return detached;
}

/** The audience before the change: a removed mention may be a user's only reason to receive it. */
export async function receiversOf({ db }: WriteContext, message: Message): Promise<UserId[]> {
  return (await viewingsOf(db, message, [message.id])).flatMap(({ audience }) => audience.users ?? []);
}

/** Stores the content and the new place together. */
export async function rewriteAndMove(
  ctx: WriteContext,
  message: Message,
  content: NewContent,
  place: TopicPlace,
  move: Move,
): Promise<{ traits: number; detached: Detached }> {
  const moved = { ...place, ...(move.resolves ? {} : { last_moved_at: ctx.now }) };
  return storeContent(ctx, message, content, moved, { prev_topic: message.subject, topic: move.topic });
}

/** A message without files before and after costs no statement. */
async function claimsAfter(ctx: WriteContext, message: Message, { uploads }: Rendered): Promise<ChangedClaims> {
  const isConcerned = uploads.length > 0 || (message.traits & Trait.hasAttachment) !== 0;
  return isConcerned ? changeClaims(ctx, message.id, uploads) : { detached: [], hasAny: false };
}

/** Stores new content, and the new place if it moves in the same edit. */
async function storeContent(
  ctx: WriteContext,
  message: Message,
  { content, rendered }: NewContent,
  moved: Partial<TopicPlace> & { last_moved_at?: number },
  topics: { prev_topic?: string; topic?: string },
): Promise<{ traits: number; detached: Detached }> {
  const { db, user, now } = ctx;
  const { detached, hasAny } = await claimsAfter(ctx, message, rendered);
  const traits = traitsOf(hasAny ? rendered : { ...rendered, uploads: [] });
  const made = { user_id: user.id, edited_at: now, channel_id: message.channel?.id ?? null, ...topics };
  const edited = { ...(await recordEdit(db, message, made)), last_edit_at: now };
  await rewriteMessage(db, message.id, { content, rendered_content: rendered.html, traits }, edited, moved);
  const { id, sender_id, channel } = message;
  const place = { recipient_id: message.recipient_id, topic_id: message.topic_id, ...moved };
  const concerned = { ...rendered.mentions, alerted: await usersAlertedBy(ctx, content) };
  const { added } = await changeMentions(db, { id, sender_id, ...place, channel_id: channel?.id }, concerned);
  const rewritten = { id, rendered, traits, traitsBefore: message.traits, newlyMentioned: added };
  await happened(ctx, messageRewritten, rewritten);
  return { traits, detached };
}
