import type { ValueOf } from "../../kernel/api/index.ts";
import { type CustomEmojiRow, imageUrl, stillUrl } from "../../text/emoji/custom.ts";
import type { customEmojiState } from "./contract.ts";

export function presentEmoji(all: readonly CustomEmojiRow[]): ValueOf<typeof customEmojiState.realm_emoji> {
  return Object.fromEntries(
    all.map((emoji) => {
      const { name, deactivated, author_id } = emoji;
      const id = String(emoji.id);
      const still_url = emoji.is_animated ? stillUrl(emoji) : null;
      return [id, { id, name, source_url: imageUrl(emoji), still_url, deactivated, author_id }];
    }),
  );
}
