/** Descriptions of channels and folders: one line, rendered like a message without previews. */
import type { Context, Writing } from "../kernel/context.ts";
import { part } from "../kernel/part.ts";
import type { Rendered } from "../text/markdown/render.ts";
import { renderPlainly } from "../text/rendered.ts";

/** Renders by the rights of the caller: what names mean to somebody is known above. */
export const descriptions = part<(ctx: Context, source: string) => Promise<Rendered>>("way to render descriptions");

export const oneLine = (description: string) => description.replaceAll("\n", " ");

/** With the author's permissions; the server's own texts mention nobody. */
export async function renderDescription(ctx: Writing, description: string): Promise<string> {
  const { user } = ctx;
  if (!user) return renderPlainly(ctx, description);
  return (await descriptions.of(ctx.app)({ ...ctx, user }, description)).html;
}
