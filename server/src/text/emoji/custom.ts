/** An organization's own emoji, as texts, reactions and statuses look for them. */
import type { RealmId, UserId } from "../../kernel/api/ids.ts";

export interface CustomEmojiRow {
  readonly id: number;
  readonly realm_id: RealmId;
  readonly name: string;
  readonly author_id: UserId | null;
  readonly file_name: string;
  readonly is_animated: boolean;
  readonly deactivated: boolean;
}

/** What the path of every such image begins with. */
export const CUSTOM_EMOJI_PREFIX = "/custom_emoji/";

type EmojiFile = Pick<CustomEmojiRow, "realm_id" | "file_name">;

export const imageUrl = ({ realm_id, file_name }: EmojiFile): string =>
  `${CUSTOM_EMOJI_PREFIX}${realm_id}/${file_name}.webp`;

/** The first picture of one that moves. */
export const stillUrl = ({ realm_id, file_name }: EmojiFile): string =>
  `${CUSTOM_EMOJI_PREFIX}${realm_id}/${file_name}-still.webp`;

/** One as it is shown. */
export interface UsableEmoji {
  /** What messages and reactions know it by, whatever it is called later. */
  readonly code: string;
  readonly name: string;
  readonly source_url: string;
}

export class CustomEmojiSet {
  readonly all: readonly CustomEmojiRow[];
  readonly #usable: ReadonlyMap<string, UsableEmoji>;
  readonly #byCode: ReadonlyMap<string, CustomEmojiRow>;

  constructor(all: readonly CustomEmojiRow[]) {
    this.all = all;
    this.#byCode = new Map(all.map((emoji) => [String(emoji.id), emoji]));
    this.#usable = new Map(
      all
        .filter((emoji) => !emoji.deactivated)
        .map((emoji) => [emoji.name, { code: String(emoji.id), name: emoji.name, source_url: imageUrl(emoji) }]),
    );
  }

  /** One that is not deactivated. */
  named(name: string): UsableEmoji | undefined {
    return this.#usable.get(name);
  }

  /** Deactivated ones too. */
  withCode(code: string): CustomEmojiRow | undefined {
    return this.#byCode.get(code);
  }
}
