/** The storage keys and URLs of custom emoji images. */
import { demand } from "../../kernel/api/index.ts";
import type { App } from "../../kernel/context.ts";
import { FileNotFound } from "../../kernel/files/errors.ts";
import type { FileAddress } from "../../kernel/http/files.ts";
import { put } from "../../kernel/storage/put.ts";
import { CUSTOM_EMOJI_PREFIX, type CustomEmojiRow } from "../../text/emoji/custom.ts";
import type { EmojiImages } from "./images.ts";

const TYPE = "image/webp";
export const KEYS_PREFIX = "emoji/";
const keyOf = (realmId: number, file: string) => `${KEYS_PREFIX}${realmId}/${file}`;

type EmojiFile = Pick<CustomEmojiRow, "realm_id" | "file_name">;

/** All files that an emoji can have: the image and, for an animated one, its still frame. */
export const keysOf = ({ realm_id, file_name }: EmojiFile): [string, string] => [
  keyOf(realm_id, `${file_name}.webp`),
  keyOf(realm_id, `${file_name}-still.webp`),
];

export async function storeImages(app: App, emoji: EmojiFile, { image, still }: EmojiImages): Promise<void> {
  const [key, stillKey] = keysOf(emoji);
  if (still) await put(app, stillKey, still, TYPE);
  await put(app, key, image, TYPE);
}

const FILE = /^([0-9]+)\/([0-9a-f]{32}(?:-still)?\.webp)$/;

/** Anyone with the URL can open it, because visitors and emails show messages too. It cannot be guessed. */
export const customEmojiAddresses: readonly FileAddress[] = [
  {
    prefix: CUSTOM_EMOJI_PREFIX,
    async find({ app, realm }, rest) {
      const [, owner, name] = FILE.exec(rest) ?? [];
      demand(name !== undefined && Number(owner) === realm.id && realm.is_active, new FileNotFound());
      const key = keyOf(realm.id, name);
      const size = await app.storage.size(key);
      demand(size !== undefined, new FileNotFound());
      return {
        tag: name,
        size,
        contentType: TYPE,
        name,
        isShown: true,
        countedAs: undefined,
        async read(range) {
          const content = await app.storage.read(key, range);
          if (!content) throw new FileNotFound();
          return content;
        },
      };
    },
  },
];
