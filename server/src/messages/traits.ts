/** Properties of a message's text, as bits of its row: used by narrows and the wildcard flag. */
import type { Rendered } from "../text/markdown/render.ts";

export const Trait = {
  hasLink: 1,
  hasImage: 2,
  hasAttachment: 4,
  channelWildcard: 8,
  topicWildcard: 16,
  /** Came with an import: nobody is notified of it. */
  imported: 32,
} as const;

export function traitsOf({ has_link, has_image, uploads, mentions }: Rendered): number {
  return (
    (has_link ? Trait.hasLink : 0) |
    (has_image ? Trait.hasImage : 0) |
    (uploads.length > 0 ? Trait.hasAttachment : 0) |
    (mentions.channelWildcard ? Trait.channelWildcard : 0) |
    (mentions.topicWildcard ? Trait.topicWildcard : 0)
  );
}
