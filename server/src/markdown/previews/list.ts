/** The previews of a text. Each address is shown once, below the block that mentions it first; never inside a quote. */
import { concat, type Html, joined, NEWLINE } from "../html.ts";
import type { InlineResult } from "../inline/inline.ts";
import type { Rendering } from "../rendering.ts";
import { mediaPreview } from "./media.ts";

/** A text with more than this many is a list of links, and shows none. */
const MAX_PREVIEWS = 24;

interface Placed {
  /** Which written block the previews belong to. */
  readonly at: number;
  readonly replacesBlock: boolean;
  readonly previews: readonly Html[];
}

export class PreviewList {
  readonly #rendering: Rendering;
  readonly #placed: Placed[] = [];
  readonly #seen = new Set<string>();

  constructor(rendering: Rendering) {
    this.#rendering = rendering;
  }

  of(inline: InlineResult, { at, isParagraph }: { at: number; isParagraph: boolean }): void {
    if (inline.links.length === 0 || !this.#rendering.options.previews || this.#rendering.inQuote) return;
    const previews = inline.links.flatMap((link) => {
      if (this.#seen.has(link.href)) return [];
      const preview = mediaPreview(this.#rendering, link);
      if (preview !== undefined) this.#seen.add(link.href);
      else if (/^https?:/i.test(link.href)) {
        this.#seen.add(link.href);
        this.#rendering.previewablePages.add(link.href);
      }
      return preview === undefined ? [] : [preview];
    });
    if (previews.length === 0) return;
    const replacesBlock = isParagraph && inline.onlyLink !== undefined && previews.every((one) => one.replacesLink);
    this.#placed.push({ at, replacesBlock, previews: previews.map((one) => concat(one.html, NEWLINE)) });
  }

  writeTo(out: Html[]): void {
    if (this.#seen.size > MAX_PREVIEWS) {
      this.#rendering.previewablePages.clear();
      return;
    }
    for (const { at, replacesBlock, previews } of this.#placed) {
      const block = out[at];
      if (block === undefined) continue;
      const shown = joined(previews);
      out[at] = replacesBlock ? shown : concat(block, shown);
      this.#rendering.hasImage = true;
      this.#rendering.budget.emit(shown.length);
    }
  }
}
