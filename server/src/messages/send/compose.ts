/** What is about to be sent: its text as everybody is shown it, once the rules about what it holds have passed it. */
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

/** What somebody wants to say, its text normalised. */
export interface Draft {
  readonly content: string;
  /** JSON text: the form of a bot. */
  readonly widget_content?: string | undefined;
}

/** A direct conversation: nobody can address more people than are in it. */
export const DIRECT: MentionPlace = { channel_id: undefined, topicId: async () => undefined };

/** Before the organization's turn is taken: rendering must not hold up what others send. */
export async function compose(ctx: TxContext, draft: Draft, place: MentionPlace): Promise<Composed> {
  const { content, widget_content } = draft;
  const widget = widgetFor(widget_content, content);
  const rendered = await renderFor(ctx, content, ctx.user);
  await checkMentions(ctx, ctx.user, rendered.mentions, place);
  return { content, rendered, widget };
}
