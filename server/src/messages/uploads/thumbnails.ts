/**
 * Thumbnails: created after the upload, or when a missing one is requested. So their URL is valid from the beginning,
 * and messages need not be rendered again.
 */
import type { App } from "../../kernel/context.ts";
import type { ImageFacts } from "../../kernel/db/schema.ts";
import { BrokenImage, SlowImage } from "../../kernel/files/broken-images.ts";
import { formatsOf, STORED_FORMATS, type ThumbnailFormat } from "../../kernel/files/formats.ts";
import { decoding, scaled } from "../../kernel/files/images.ts";
import { put } from "../../kernel/storage/put.ts";
import { setImage } from "./store.ts";

export const fileKey = (pathId: string): string => `files/${pathId}`;
export const thumbnailKey = (pathId: string, format: string): string => `thumbnails/${pathId}/${format}`;

/** Everything that may be stored for a file. */
export const keysOf = (pathId: string): string[] => [
  fileKey(pathId),
  ...STORED_FORMATS.map((format) => thumbnailKey(pathId, format)),
];

interface Image {
  readonly path_id: string;
  readonly image: ImageFacts;
}

const underWay = new Map<string, Promise<number | undefined>>();

/** The thumbnail's size; creates it if it is missing; undefined if the file cannot have one. */
export async function thumbnailSize(app: App, image: Image, format: ThumbnailFormat): Promise<number | undefined> {
  const key = thumbnailKey(image.path_id, format.name);
  const size = await app.storage.size(key);
  if (size !== undefined) return size;
  const making =
    underWay.get(key) ?? decoding(image.image, () => make(app, image, format, key)).finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making;
}

async function make(app: App, image: Image, format: ThumbnailFormat, key: string): Promise<number | undefined> {
  try {
    return await app.storage.withFile(fileKey(image.path_id), async (source) => {
      const content = await scaled(source, image.image, format);
      await put(app, key, content, `image/${format.format}`);
      return content.length;
    });
  } catch (error) {
    if (!(error instanceof BrokenImage) || error instanceof SlowImage) throw error;
    await giveUp(app, image, error);
    return undefined;
  }
}

/** From now on it is an ordinary file. */
async function giveUp({ log, database }: App, { path_id }: Image, error: BrokenImage): Promise<void> {
  log.warn({ err: error, file: path_id }, "gave up on an image");
  await database.transaction((tx) => setImage(tx, path_id, null));
}

/** A slow image may only mean a busy machine: it is given up after the last attempt. */
export async function makeAll(app: App, image: Image, isLastAttempt: boolean): Promise<void> {
  try {
    for (const format of formatsOf(image.image)) if ((await thumbnailSize(app, image, format)) === undefined) return;
  } catch (error) {
    if (!(error instanceof SlowImage && isLastAttempt)) throw error;
    await giveUp(app, image, error);
  }
}
