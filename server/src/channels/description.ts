/** Descriptions of channels and folders: one line, written like a message and shown without previews. */
import type { Writing } from "../kernel/context.ts";
import { renderFor, renderPlainly } from "../messages/content.ts";

export const oneLine = (description: string) => description.replaceAll("\n", " ");

/** By the rights of whoever writes it; what the server writes names nobody. */
export async function renderDescription(ctx: Writing, description: string): Promise<string> {
  const { user } = ctx;
  if (!user) return renderPlainly(ctx, description);
  return (await renderFor({ ...ctx, user }, description, user, { withPreviews: false })).html;
}
