/**
 * The previews of a text. Each URL is previewed once, below the first block that contains it, and never inside a quote.
 */
import { concat, type Html, joined, NEWLINE } from "../html.ts";
import type { InlineResult } from "../inline/inline.ts";
import type { Rendering } from "../rendering.ts";
import { mediaPreview, type Preview } from "./media.ts";
import { pagePreview } from "./page.ts";

/** A text with more is a list of links, and gets no previews. */
const MAX_PREVIEWS = 24;

interface Placed {
  /** The index of the block that the previews belong to. */
  readonly at: number;
  readonly replacesBlock: boolean;
  readonly previews: readonly Html[];
  readonly hasMedia: boolean;
}

export class PreviewList {
  readonly #rendering: Rendering;
  readonly #placed: Placed[] = [];
  readonly #seen = new Set<string>();

  constructor(rendering: Rendering) {
    this.#rendering = rendering;
  }

  of(inline: InlineResult, { at, isParagraph }: { at: number; isParagraph: boolean }): void {
    const { previews: showsMedia, pages } = this.#rendering.options;
    if (inline.links.length === 0 || !(showsMedia || pages) || this.#rendering.inQuote) return;
    const previews = inline.links.flatMap((link) => {
      if (this.#seen.has(link.href)) return [];
      const media = mediaPreview(this.#rendering, link);
      if (media !== undefined) {
        this.#seen.add(link.href);
        return showsMedia ? [{ ...media, isMedia: true }] : [];
      }
      const page = this.#pageAt(link.href);
      return page === undefined ? [] : [{ ...page, isMedia: false }];
    });
    if (previews.length === 0) return;
    const replacesBlock = isParagraph && inline.onlyLink !== undefined && previews.every((one) => one.replacesLink);
    const hasMedia = previews.some((one) => one.isMedia);
    this.#placed.push({ at, replacesBlock, hasMedia, previews: previews.map((one) => concat(one.html, NEWLINE)) });
  }

  /** A page is previewed once it has been fetched. */
  #pageAt(href: string): Preview | undefined {
    const { pages } = this.#rendering.options;
    if (!/^https?:/i.test(href)) return undefined;
    this.#seen.add(href);
    if (!pages) return undefined;
    this.#rendering.previewablePages.add(href);
    const page = pages(href);
    return page && { html: pagePreview(href, page), replacesLink: false };
  }

  writeTo(out: Html[]): void {
    if (this.#seen.size > MAX_PREVIEWS) {
      this.#rendering.previewablePages.clear();
      return;
    }
    for (const { at, replacesBlock, hasMedia, previews } of this.#placed) {
      const block = out[at];
      if (block === undefined) continue;
      const html = joined(previews);
      out[at] = replacesBlock ? html : concat(block, html);
      if (hasMedia) this.#rendering.hasImage = true;
      this.#rendering.budget.emit(html.length);
    }
  }
}
