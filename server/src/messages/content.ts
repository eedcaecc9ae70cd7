/** From what somebody wrote to what everybody is shown: one way for sending, editing and previewing alike. */
import type { Context } from "../context.ts";
import { externalAddress } from "../external-content/address.ts";
import { CannotRender } from "../markdown/budget.ts";
import { type Rendered, render } from "../markdown/render.ts";
import { pagesFor } from "../page-previews/known.ts";
import { UnableToRender } from "./content-errors.ts";
import { type Author, namesFor } from "./names.ts";

/**
 * Renders a text by the rights of its author: names that the author may not see stay text. It asks the database only
 * for what the text names, each kind of it once, and nothing at all for a text that names nothing.
 */
export async function renderFor(
  ctx: Context,
  content: string,
  author: Author,
  { withPreviews = true } = {},
): Promise<Rendered> {
  const { url, settings } = ctx.realm;
  const names = await namesFor(ctx, content, author);
  try {
    return render(content, names, {
      realmUrl: url,
      defaultCodeLanguage: settings.default_code_block_language,
      previews: withPreviews && settings.inline_image_preview,
      pages: withPreviews ? pagesFor(ctx, author) : undefined,
      proxied: (address) => externalAddress(ctx.app, ctx.realm, address),
      translateEmoticons: author.settings.translate_emoticons,
    });
  } catch (error) {
    throw error instanceof CannotRender ? new UnableToRender() : error;
  }
}
