/** Renders user text: shared by sending, editing and previewing. */
import { ApiError, RateLimitHit, type UserId } from "../kernel/api/index.ts";
import type { Context } from "../kernel/context.ts";
import type { Rendered } from "../text/markdown/render.ts";
import { Texts } from "../text/markdown/texts.ts";
import { inTurn, rendered } from "../text/rendered.ts";
import { externalAddress } from "./external-content/address.ts";
import { type Author, namesFor } from "./names.ts";
import { normaliseContent } from "./normalise.ts";
import { pagesFor } from "./page-previews/known.ts";

interface RenderingChoices {
  /** Of images, videos and pages that the text links to. */
  readonly withPreviews?: boolean;
  /** For recordings; without, they stay as written. */
  readonly withPlayers?: boolean;
  /** Whose share of the rendering time it takes. */
  readonly account?: UserId;
}

/**
 * Renders a text with its author's permissions: names the author cannot access stay plain text. Queries the database
 * only for what the text names, once per kind, and not at all for a text without names.
 */
export function renderFor(
  ctx: Context,
  content: string,
  author: Author,
  { withPreviews = true, withPlayers = true, account = author.id }: RenderingChoices = {},
): Promise<Rendered> {
  return rendered(ctx, async (texts) => {
    const { realm } = ctx;
    const names = await namesFor(ctx, content, author);
    const identity = { source: content, realm, author, withPreviews, withPlayers, namesKey: names.key };
    const options = {
      realmUrl: realm.url,
      defaultCodeLanguage: realm.settings.default_code_block_language,
      previews: withPreviews && realm.settings.inline_image_preview,
      players: withPlayers,
      pages: withPreviews ? pagesFor(ctx, author) : undefined,
      proxied: (address: string) => externalAddress(ctx.app, realm, address),
      translateEmoticons: author.settings.translate_emoticons,
    };
    return inTurn(ctx, texts, () => texts.once(identity, () => texts.render(content, names, options, account)));
  });
}

/**
 * Renders what a change will store, before its transaction opens. Returns the context for the change, whose caller is
 * identified again after waiting for a worker. A rejected text is reported inside, after other errors.
 */
export async function withRendered(
  ctx: Context,
  sent: string | undefined,
  normalise: (sent: string) => string = normaliseContent,
): Promise<Context> {
  if (sent === undefined) return ctx;
  const texts = new Texts();
  const ready = { ...ctx, prepared: texts };
  await tryToRender(ready, sent, normalise);
  if (!texts.hasResults) return ready;
  const renewed: Context = { ...ready, ...(await ctx.identifiedAnew?.()) };
  await tryToRender(renewed, sent, normalise);
  return renewed;
}

async function tryToRender(ctx: Context, sent: string, normalise: (sent: string) => string): Promise<void> {
  try {
    await renderFor(ctx, normalise(sent), ctx.user);
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof RateLimitHit) throw error;
  }
}
