/**
 * Thumbnails: made after the upload, or when somebody asks for one that is not there. Because of that their address is
 * good from the beginning, and a message need not be rendered again when they are ready.
 */
import { rm, writeFile } from "node:fs/promises";
import type { RealmId } from "../api/ids.ts";
import type { App } from "../context.ts";
import { isAnyTextOf } from "../db/dialect.ts";
import type { Db } from "../db/handles.ts";
import type { ImageFacts } from "../db/schema.ts";
import type { UploadedImage } from "../markdown/names.ts";
import { unfinishedFile } from "../storage/unfinished.ts";
import { formatsOf, STORED_FORMATS, type ThumbnailFormat, transcodedFormat } from "./formats.ts";
import { BrokenImage, scaled } from "./images.ts";
import { setImage } from "./store.ts";

export const fileKey = (pathId: string): string => `files/${pathId}`;
export const thumbnailKey = (pathId: string, format: string): string => `thumbnails/${pathId}/${format}`;

/** Everything that may be stored of a file. */
export const keysOf = (pathId: string): string[] => [
  fileKey(pathId),
  ...STORED_FORMATS.map((format) => thumbnailKey(pathId, format)),
];

interface Image {
  readonly path_id: string;
  readonly image: ImageFacts;
}

/** Decoding takes memory and a processor: not more than this at once, however many ask. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];
const underWay = new Map<string, Promise<number | undefined>>();

/** The size of the thumbnail, which is made when it is not there; undefined when none can be made of the file. */
export async function thumbnailSize(app: App, image: Image, format: ThumbnailFormat): Promise<number | undefined> {
  const key = thumbnailKey(image.path_id, format.name);
  const size = await app.storage.size(key);
  if (size !== undefined) return size;
  const making = underWay.get(key) ?? taken(() => make(app, image, format, key)).finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making;
}

async function taken<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

async function make(app: App, image: Image, format: ThumbnailFormat, key: string): Promise<number | undefined> {
  const { storage, config, database } = app;
  try {
    return await storage.withFile(fileKey(image.path_id), async (source) => {
      const content = await scaled(source, image.image, format);
      const file = await unfinishedFile(config.dataDirectory);
      try {
        await writeFile(file, content, { mode: 0o600, flag: "wx" });
        await storage.adopt(file, key, `image/${format.format}`);
      } finally {
        await rm(file, { force: true });
      }
      return content.length;
    });
  } catch (error) {
    if (!(error instanceof BrokenImage)) throw error;
    await database.transaction((tx) => setImage(tx, image.path_id, null));
    return undefined;
  }
}

export async function makeAll(app: App, image: Image): Promise<void> {
  for (const format of formatsOf(image.image)) if ((await thumbnailSize(app, image, format)) === undefined) return;
}

/** For rendering: the images among these files of the organization. */
export async function uploadedImages(
  db: Db,
  realmId: RealmId,
  pathIds: readonly string[],
): Promise<Map<string, UploadedImage>> {
  if (pathIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("attachment")
    .select(["path_id", "image"])
    .where("realm_id", "=", realmId)
    .where("image", "is not", null)
    .where(isAnyTextOf(db, "path_id", pathIds))
    .execute();
  return new Map(rows.flatMap(({ path_id, image }) => (image ? [[path_id, shown(path_id, image)] as const] : [])));
}

function shown(pathId: string, image: ImageFacts): UploadedImage {
  const [first] = formatsOf(image) as [ThumbnailFormat];
  const path = pathId.split("/").map(encodeURIComponent).join("/");
  return {
    content_type: image.content_type,
    width: image.width,
    height: image.height,
    animated: first.animated,
    thumbnail_url: `/user_uploads/thumbnail/${path}/${first.name}`,
    transcoded_format: transcodedFormat(image)?.name,
  };
}
