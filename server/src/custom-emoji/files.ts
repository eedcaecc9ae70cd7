/** Where the images of emoji are stored, and at which addresses they are read. */
import { rm, writeFile } from "node:fs/promises";
import type { RealmId } from "../api/ids.ts";
import { demand } from "../api/index.ts";
import type { App } from "../context.ts";
import { CUSTOM_EMOJI_PREFIX } from "../emoji/custom.ts";
import type { FileAddress } from "../http/files.ts";
import { unfinishedFile } from "../storage/unfinished.ts";
import { FileNotFound } from "../uploads/contract.ts";
import type { EmojiImages } from "./images.ts";

const TYPE = "image/webp";
const keyOf = (realmId: RealmId, file: string) => `emoji/${realmId}/${file}`;

/** Every file that an emoji may have. */
export const keysOf = (realmId: RealmId, fileName: string): string[] => [
  keyOf(realmId, `${fileName}.webp`),
  keyOf(realmId, `${fileName}-still.webp`),
];

export async function storeImages(
  app: App,
  realmId: RealmId,
  fileName: string,
  { image, still }: EmojiImages,
): Promise<void> {
  const [key, stillKey] = keysOf(realmId, fileName) as [string, string];
  if (still) await store(app, stillKey, still);
  await store(app, key, image);
}

async function store({ storage, config }: App, key: string, content: Buffer): Promise<void> {
  const file = await unfinishedFile(config.dataDirectory);
  try {
    await writeFile(file, content, { mode: 0o600, flag: "wx" });
    await storage.adopt(file, key, TYPE);
  } finally {
    await rm(file, { force: true });
  }
}

const FILE = /^([0-9]+)\/([0-9a-f]{32}(?:-still)?\.webp)$/;

/** Whoever knows the address may look: messages are shown to visitors and in mail too, and the address cannot be guessed. */
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
