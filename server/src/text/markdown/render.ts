/**
 * Renders message text to HTML: a pure function of the text and the names in it. Raw HTML never passes, only safe URLs
 * become links, and the work is bounded for any text.
 */
import { blocksToHtml } from "./blocks.ts";
import { Budget } from "./budget.ts";
import { perform } from "./heavy/perform.ts";
import type { Heavy } from "./heavy/tasks.ts";
import { type MarkdownNames, NO_NAMES } from "./names.ts";
import { type Mentions, Rendering, type RenderOptions } from "./rendering.ts";

export interface Rendered {
  readonly html: string;
  readonly mentions: Mentions;
  readonly has_link: boolean;
  readonly has_image: boolean;
  /** The `path_id`s of uploaded files that the text links to. */
  readonly uploads: readonly string[];
  /** Pages whose previews can be fetched, in order of appearance. */
  readonly previewablePages: readonly string[];
}

/**
 * Throws `CannotRender` if the text exceeds the budget. The server passes `heavy`, to keep heavy work off its event
 * loop; by default everything runs in the calling thread.
 */
export function render(
  source: string,
  names: MarkdownNames,
  options: RenderOptions = {},
  heavy: Heavy = perform,
  budget: Budget = new Budget(),
): Rendered {
  const rendering = new Rendering(names, options, heavy, budget);
  const html = blocksToHtml(rendering, source);
  return {
    html,
    mentions: {
      users: rendering.users.list,
      groups: rendering.groups.list,
      channelWildcard: rendering.channelWildcard,
      topicWildcard: rendering.topicWildcard,
    },
    has_link: rendering.hasLink,
    has_image: rendering.hasImage,
    uploads: rendering.uploads.list,
    previewablePages: rendering.previewablePages.list,
  };
}

/** For text without mentions and previews; runs in the calling thread. */
export function renderPlain(source: string): string {
  return render(source, NO_NAMES).html;
}
