/** Descriptions of channels and folders: one line, rendered like a message without previews. */
import type { Writing } from "../kernel/context.ts";
import { renderFor, renderPlainly } from "../messages/content.ts";

export const oneLine = (description: string) => description.replaceAll("\n", " ");

/** With the author's permissions; the server's own texts mention nobody. */
export async function renderDescription(ctx: Writing, description: string): Promise<string> {
  const { user } = ctx;
  if (!user) return renderPlainly(ctx, description);
  return (await renderFor({ ...ctx, user }, description, user, { withPreviews: false })).html;
}
