/** Reads images and creates smaller ones. Uploads may be malicious: few formats, few pixels, little time. */
import { open } from "node:fs/promises";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import type { ImageFacts } from "../db/schema.ts";
import { BrokenImage, decoded } from "./broken-images.ts";
import type { ThumbnailFormat } from "./formats.ts";
import { imageLibrary } from "./image-library.ts";

export const MAX_PIXELS = 90_000_000;
/** For images that the decoder holds in memory completely: it reads the others line by line. */
const MAX_WHOLE_PIXELS = 30_000_000;
const MAX_ANIMATED_PIXELS = 30_000_000;
export const MAX_FRAMES = 1000;
/** Scaling takes memory for the width: a row of a million pixels took 270 MB. */
const MAX_SIDE = 30_000;
/** All of a GIF's frames are located first, and take memory each. */
const MAX_GIF_BYTES = 20 * 1024 * 1024;
export const MOST_SECONDS = 20;

const ACCEPTED = new Set(["avif", "gif", "heic", "jpeg", "png", "tiff", "webp"].map((type) => `image/${type}`));

export const isAccepted = (contentType: string): boolean => ACCEPTED.has(contentType);

/** Large images take memory: one at a time, without blocking small ones. */
const LARGE_PIXELS = 10_000_000;
const turns = { large: new ConcurrencyLimit<string>(1), small: new ConcurrencyLimit<string>(2) };

/** Waits for a decoding slot. */
export function decoding<T>({ width, height }: ImageFacts, work: () => Promise<T>): Promise<T> {
  return turns[width * height > LARGE_PIXELS ? "large" : "small"].run("decode", work);
}

export interface ImageHeader {
  readonly facts: ImageFacts;
  /** Whether decoding takes acceptable memory and time. */
  readonly isBearable: boolean;
}

/** The data in the file's header; undefined if it cannot have thumbnails. */
export async function imageFacts(file: string, contentType: string): Promise<ImageFacts | undefined> {
  if (!isAccepted(contentType)) return undefined;
  const header = await headerOf(file);
  return header?.isBearable ? header.facts : undefined;
}

/** Reads the header of an image of any size; undefined if it cannot be decoded. */
export async function headerOf(file: string): Promise<ImageHeader | undefined> {
  if (await isLargeGif(file)) return undefined;
  const sharp = await imageLibrary();
  try {
    const header = await turns.small.run("header", () =>
      // Only the header is read, so any number of pixels is acceptable.
      decoded(file, () => sharp(file, { limitInputPixels: false }).metadata()),
    );
    const content_type = typeOf(header.format, header.compression);
    if (content_type === undefined) return undefined;
    const { width, height } = header.autoOrient;
    const frames = header.format === "tiff" || header.format === "heif" ? 1 : (header.pages ?? 1);
    const facts = { content_type, width, height, frames };
    const isWhole = header.isProgressive === true || !READ_BY_LINES.has(content_type);
    return { facts, isBearable: isBearable(facts, isWhole) };
  } catch (error) {
    // Not an image, whatever its declared type.
    if (error instanceof BrokenImage) return undefined;
    throw error;
  }
}

async function isLargeGif(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size <= MAX_GIF_BYTES) return false;
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1") === "GIF8";
  } finally {
    await file.close();
  }
}

const READ_BY_LINES = new Set(["image/jpeg", "image/png", "image/tiff", "image/gif"]);

function isBearable({ width, height, frames }: ImageFacts, isWhole: boolean): boolean {
  if (width < 1 || height < 1 || Math.max(width, height) > MAX_SIDE) return false;
  if (frames > 1) return width * height * Math.min(3, frames) <= MAX_ANIMATED_PIXELS;
  return width * height <= (isWhole ? MAX_WHOLE_PIXELS : MAX_PIXELS);
}

function typeOf(format: string | undefined, compression: string | undefined): string | undefined {
  // The decoder supports AVIF but not the HEIC of phones.
  if (format === "heif" || format === "avif") return compression === "av1" ? "image/avif" : undefined;
  return ACCEPTED.has(`image/${format}`) ? `image/${format}` : undefined;
}

/** Scaled down to fit, never up; with the orientation applied. */
export async function scaled(file: string, image: ImageFacts, format: ThumbnailFormat): Promise<Buffer> {
  // As many frames as fit into the limit of one still image.
  const fitting = Math.min(MAX_FRAMES, Math.floor(MAX_PIXELS / (image.width * image.height)));
  const pages = format.animated ? Math.min(image.frames, fitting) : 1;
  const { max_width: width, max_height: height } = format;
  const sharp = await imageLibrary();
  return decoded(file, () =>
    sharp(file, { limitInputPixels: MAX_PIXELS, pages, failOn: "error" })
      .autoOrient()
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .webp()
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer(),
  );
}
