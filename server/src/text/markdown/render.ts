/**
 * Message text to HTML: a pure function of the text and of what its names mean. Raw HTML never passes, only addresses
 * that are safe to follow become links, and the work is bounded whatever the text.
 */
import { blocksToHtml } from "./blocks.ts";
import { perform } from "./heavy/perform.ts";
import type { Heavy } from "./heavy/tasks.ts";
import { type MarkdownNames, NO_NAMES } from "./names.ts";
import { type Mentions, Rendering, type RenderOptions } from "./rendering.ts";

export interface Rendered {
  readonly html: string;
  readonly mentions: Mentions;
  readonly has_link: boolean;
  readonly has_image: boolean;
  /** `path_id`s of the uploaded files that the text links to. */
  readonly uploads: readonly string[];
  /** Pages whose preview may be fetched, in the order they appear. */
  readonly previewablePages: readonly string[];
}

/**
 * Throws `CannotRender` when the text is beyond every budget. The server passes `heavy`, so that nothing heavy happens on
 * its event loop; by default all happens in the calling thread.
 */
export function render(
  source: string,
  names: MarkdownNames,
  options: RenderOptions = {},
  heavy: Heavy = perform,
): Rendered {
  const rendering = new Rendering(names, options, heavy);
  const html = blocksToHtml(rendering, source);
  return {
    html,
    mentions: {
      users: [...rendering.users],
      groups: [...rendering.groups],
      channelWildcard: rendering.channelWildcard,
      topicWildcard: rendering.topicWildcard,
    },
    has_link: rendering.hasLink,
    has_image: rendering.hasImage,
    uploads: [...rendering.uploads],
    previewablePages: [...rendering.previewablePages],
  };
}

/** For text that mentions nobody and shows no previews, in the calling thread. */
export function renderPlain(source: string): string {
  return render(source, NO_NAMES).html;
}
