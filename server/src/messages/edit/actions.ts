/** Edits and moves messages: one transaction for new content and the first batch of a move. */
import type { TxContext } from "../../kernel/context.ts";
import { takeTurn } from "../../kernel/events/log.ts";
import { type Message, messageToChange } from "../access.ts";
import { demandMayLeave, demandRoomInHistory } from "../legal-holds/actions.ts";
import { pendingMoveAt, queueRest } from "./continue.ts";
import { beginMove } from "./move.ts";
import { type EditRequest, plan } from "./plan.ts";
import { type Detached, rewrite } from "./rewrite.ts";

export type Edited =
  | {
      /** Files that no message links to any more. */
      readonly detached: Detached;
      /** The key of the job that moves the rest, if one transaction was not enough. */
      readonly rest?: string | undefined;
    }
  /** Nothing was changed: a move of the same topics must finish first. */
  | { readonly blockedBy: string };

export async function editMessage(asked: TxContext, request: EditRequest): Promise<Edited> {
  const seen = await messageToChange(asked, request.message_id);
  const planned = await plan(asked, seen, request);
  // Taken late, so that rendering does not block other senders; then everything is checked again.
  const ctx = await takeTurn(asked);
  const message = await messageToChange(ctx, request.message_id);
  const { content, move } = isSame(seen, message) ? planned : await plan(ctx, message, request);
  if (move?.changesChannel) await demandMayLeave(ctx, move.from);
  if (content) await demandRoomInHistory(ctx, message);
  if (!move) return { detached: content ? await rewrite(ctx, message, content) : [] };
  const blockedBy = await pendingMoveAt(ctx, message, move);
  if (blockedBy !== undefined) return { blockedBy };
  const { detached, rest } = await beginMove(ctx, message, { content, move }, request);
  return { detached, rest: rest && queueRest(ctx, rest) };
}

const isSame = (a: Message, b: Message) =>
  a.content === b.content && a.subject === b.subject && a.topic_id === b.topic_id && a.recipient_id === b.recipient_id;
