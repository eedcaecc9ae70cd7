/** Prepares a message's content: rendered and checked. */
import type { TxContext } from "../../kernel/context.ts";
import type { Rendered } from "../../text/markdown/render.ts";
import { renderFor } from "../content.ts";
import { checkMentions, type MentionPlace } from "../mention-permissions.ts";
import { type StartingWidget, widgetFor } from "./widget.ts";

export interface Composed {
  readonly content: string;
  readonly rendered: Rendered;
  readonly widget?: StartingWidget | undefined;
}

/** A message to send, with normalized text. */
export interface Draft {
  readonly content: string;
  /** JSON text: a bot's form. */
  readonly widget_content?: string | undefined;
}

/** A direct conversation: nobody can mention more people than are in it. */
export const DIRECT: MentionPlace = { channel_id: undefined, topicId: async () => undefined };

/** Before locking the organization: rendering must not block other senders. */
export async function compose(ctx: TxContext, draft: Draft, place: MentionPlace): Promise<Composed> {
  const { content, widget_content } = draft;
  const widget = widgetFor(widget_content, content);
  const rendered = await renderFor(ctx, content, ctx.user);
  await checkMentions(ctx, ctx.user, rendered.mentions, place);
  return { content, rendered, widget };
}
