/** What is about to be sent: its text as everybody is shown it, once the rules about what it holds have passed it. */
import type { WriteContext } from "../../context.ts";
import type { Rendered } from "../../markdown/render.ts";
import { renderFor } from "../content.ts";
import { checkMentions, type MentionPlace } from "../mention-permissions.ts";

export interface Composed {
  readonly content: string;
  readonly rendered: Rendered;
}

/** A direct conversation: nobody can address more people than are in it. */
export const DIRECT: MentionPlace = { channel_id: undefined, topicId: async () => undefined };

/** Before the organization's turn is taken: rendering must not hold up what others send. */
export async function compose(ctx: WriteContext, content: string, place: MentionPlace): Promise<Composed> {
  const rendered = await renderFor(ctx, content, ctx.user);
  await checkMentions(ctx, ctx.user, rendered.mentions, place);
  return { content, rendered };
}
