/** A rendering in progress: its inputs, its budget, and its findings. */
import type { Budget } from "./budget.ts";
import type { Heavy } from "./heavy/tasks.ts";
import type { MarkdownNames } from "./names.ts";
import type { PagePreview } from "./previews/page.ts";

export interface RenderOptions {
  /** The organization's URL without a trailing slash: links to it become relative. */
  readonly realmUrl?: string | undefined;
  readonly defaultCodeLanguage?: string | undefined;
  /** Show images and videos below the links to them. */
  readonly previews?: boolean | undefined;
  /** False leaves recordings as written: a player loads the beginning by itself. */
  readonly players?: boolean | undefined;
  /**
   * Returns what is known about a page, to preview it below its links. Without this option there are no page previews.
   */
  readonly pages?: ((href: string) => PagePreview | undefined) | undefined;
  readonly translateEmoticons?: boolean | undefined;
  /** Returns the media proxy's URL for an external URL; undefined leaves it unchanged. */
  readonly proxied?: ((url: string) => string | undefined) | undefined;
}

/** The mentions that notify: not silent, in code or in a quote. */
export interface Mentions {
  readonly users: readonly number[];
  readonly groups: readonly number[];
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
}

/** A link in the current block, recorded for its preview. */
export interface WrittenLink {
  readonly href: string;
  /** The link's text; undefined for a bare URL. */
  readonly label: string | undefined;
}

const NOTHING: readonly never[] = [];

/** Made when something is put into it: most texts have nothing of any kind. */
class Found<T> {
  #all: Set<T> | undefined;

  add(one: T): void {
    this.#all ??= new Set();
    this.#all.add(one);
  }

  clear(): void {
    this.#all = undefined;
  }

  get list(): readonly T[] {
    return this.#all ? [...this.#all] : NOTHING;
  }
}

export class Rendering {
  readonly users = new Found<number>();
  readonly groups = new Found<number>();
  readonly uploads = new Found<string>();
  readonly previewablePages = new Found<string>();
  channelWildcard = false;
  topicWildcard = false;
  hasLink = false;
  hasImage = false;
  quoteDepth = 0;
  readonly names: MarkdownNames;
  readonly options: RenderOptions;
  readonly heavy: Heavy;
  readonly budget: Budget;

  constructor(names: MarkdownNames, options: RenderOptions, heavy: Heavy, budget: Budget) {
    this.names = names;
    this.options = options;
    this.heavy = heavy;
    this.budget = budget;
  }

  /** Quoted mentions notify nobody again. */
  get inQuote(): boolean {
    return this.quoteDepth > 0;
  }
}
