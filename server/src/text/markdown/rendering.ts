/** One rendering in progress: what it may ask, what it may cost, and what it found out on the way. */
import { Budget } from "./budget.ts";
import type { Heavy } from "./heavy/tasks.ts";
import type { MarkdownNames } from "./names.ts";
import type { PagePreview } from "./previews/page.ts";

export interface RenderOptions {
  /** The organization's address without a slash at its end: links to it become relative. */
  readonly realmUrl?: string | undefined;
  readonly defaultCodeLanguage?: string | undefined;
  /** Show images and videos below the links to them. */
  readonly previews?: boolean | undefined;
  /** Show pages below the links to them: what is known of the page at an address. Without it none are shown. */
  readonly pages?: ((href: string) => PagePreview | undefined) | undefined;
  readonly translateEmoticons?: boolean | undefined;
  /** Where the media proxy serves an address of another site; undefined leaves the address as it is. */
  readonly proxied?: ((url: string) => string | undefined) | undefined;
}

/** Whom the text addresses: not silently, not in code, not in a quote. */
export interface Mentions {
  readonly users: readonly number[];
  readonly groups: readonly number[];
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
}

/** A link in the block being rendered, remembered for its preview. */
export interface WrittenLink {
  readonly href: string;
  /** The text of a link that was given one; undefined for an address that stands for itself. */
  readonly label: string | undefined;
}

export class Rendering {
  readonly budget = new Budget();
  readonly users = new Set<number>();
  readonly groups = new Set<number>();
  readonly uploads = new Set<string>();
  readonly previewablePages = new Set<string>();
  channelWildcard = false;
  topicWildcard = false;
  hasLink = false;
  hasImage = false;
  quoteDepth = 0;
  readonly names: MarkdownNames;
  readonly options: RenderOptions;
  readonly heavy: Heavy;

  constructor(names: MarkdownNames, options: RenderOptions, heavy: Heavy) {
    this.names = names;
    this.options = options;
    this.heavy = heavy;
  }

  /** A quoted mention addresses nobody a second time. */
  get inQuote(): boolean {
    return this.quoteDepth > 0;
  }
}
