/** Looks up an organization's custom emoji, for texts, reactions and statuses. */
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

/** The path prefix of all custom emoji images. */
export const CUSTOM_EMOJI_PREFIX = "/custom_emoji/";

type EmojiFile = Pick<CustomEmojiRow, "realm_id" | "file_name">;

export const imageUrl = ({ realm_id, file_name }: EmojiFile): string =>
  `${CUSTOM_EMOJI_PREFIX}${realm_id}/${file_name}.webp`;

/** The first frame of an animated emoji. */
export const stillUrl = ({ realm_id, file_name }: EmojiFile): string =>
  `${CUSTOM_EMOJI_PREFIX}${realm_id}/${file_name}-still.webp`;

/** An active custom emoji. */
export interface UsableEmoji {
  /** Identifies it in messages and reactions, even after it is renamed. */
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

  /** Finds active ones only. */
  named(name: string): UsableEmoji | undefined {
    return this.#usable.get(name);
  }

  /** Finds deactivated ones too. */
  withCode(code: string): CustomEmojiRow | undefined {
    return this.#byCode.get(code);
  }
}
