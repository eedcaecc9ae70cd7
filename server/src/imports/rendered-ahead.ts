/**
 * Texts that are rendered where the archive is read, while what was read before is being stored. Only those whose result depends
 * on the text, on names that are known and on these facts, and on nothing that the import itself changes (decision 134).
 */
import type { UserId } from "../kernel/api/ids.ts";
import type { Realm } from "../kernel/context.ts";
import { Trait } from "../messages/traits.ts";
import type { Linkifier, MarkdownNames } from "../text/markdown/names.ts";
import type { Rendered } from "../text/markdown/render.ts";
import type { Mentions } from "../text/markdown/rendering.ts";

/** What texts are rendered with, for a thread. */
export interface AheadFacts {
  /** How many records an earlier run has taken: their texts are not needed. */
  readonly taken: number;
  readonly realmUrl: string;
  readonly defaultCodeLanguage: string;
  readonly showsImages: boolean;
  readonly showsPages: boolean;
  readonly linkifiers: readonly Linkifier[];
  readonly customEmoji: readonly NonNullable<ReturnType<MarkdownNames["customEmoji"]>>[];
}

export interface AheadText {
  readonly html: string;
  /** As in the row of a message (`Trait`). */
  readonly traits: number;
  /** Who is mentioned. */
  readonly users?: readonly UserId[] | undefined;
}

export function aheadFacts({ url, settings, linkifiers, customEmoji }: Realm, taken: number): AheadFacts {
  return {
    taken,
    realmUrl: url,
    defaultCodeLanguage: settings.default_code_block_language,
    showsImages: settings.inline_image_preview,
    showsPages: settings.inline_url_embed_preview,
    linkifiers,
    customEmoji: customEmoji.all.flatMap(({ name }) => {
      const usable = customEmoji.named(name);
      return usable ? [{ name, source_url: usable.source_url }] : [];
    }),
  };
}

const NOBODY: Mentions = { users: [], groups: [], channelWildcard: false, topicWildcard: false };
const WILDCARDS = Trait.channelWildcard | Trait.topicWildcard;

export const renderedAhead = ({ html, traits, users }: AheadText): Rendered => ({
  html,
  mentions:
    !users && (traits & WILDCARDS) === 0
      ? NOBODY
      : {
          users: users ?? [],
          groups: [],
          channelWildcard: (traits & Trait.channelWildcard) !== 0,
          topicWildcard: (traits & Trait.topicWildcard) !== 0,
        },
  has_link: (traits & Trait.hasLink) !== 0,
  has_image: (traits & Trait.hasImage) !== 0,
  uploads: [],
  previewablePages: [],
});
