/** Looks at images and makes smaller ones. Whoever uploads may mean harm: few formats, few pixels, little time. */
import sharp from "sharp";
import type { ImageFacts } from "../db/schema.ts";
import type { ThumbnailFormat } from "./formats.ts";

export const MAX_PIXELS = 90_000_000;
const MAX_ANIMATED_PIXELS = 30_000_000;
export const MOST_SECONDS = 20;

// Nothing is read twice, and other work needs the processor too.
sharp.cache(false);
sharp.concurrency(1);
// Only the decoders of the formats below: others (SVG, PDF, ImageMagick's) can do too much.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map((name) => `VipsForeignLoad${name}`),
});

const ACCEPTED = new Set(["avif", "gif", "heic", "jpeg", "png", "tiff", "webp"].map((type) => `image/${type}`));

export const isAccepted = (contentType: string): boolean => ACCEPTED.has(contentType);

/** Decoding takes memory and a processor: not more than this at once, however many ask. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Waits for its turn to decode. */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** The image cannot be decoded. */
export class BrokenImage extends Error {}

/** What the header of the file says; undefined when no thumbnail can be made of it. */
export async function imageFacts(file: string, contentType: string): Promise<ImageFacts | undefined> {
  if (!isAccepted(contentType)) return undefined;
  const facts = await headerOf(file);
  return facts && isBearable(facts) ? facts : undefined;
}

/** The same of an image of any size; undefined when it is none that can be decoded. */
export async function headerOf(file: string): Promise<ImageFacts | undefined> {
  try {
    // Only the header is read, so any number of pixels is bearable here.
    const header = await sharp(file, { limitInputPixels: false }).metadata();
    const content_type = typeOf(header.format, header.compression);
    const { width, height } = header.autoOrient;
    const frames = header.format === "tiff" || header.format === "heif" ? 1 : (header.pages ?? 1);
    return content_type === undefined ? undefined : { content_type, width, height, frames };
  } catch {
    // Not an image, whatever it says it is.
    return undefined;
  }
}

export function isBearable({ width, height, frames }: ImageFacts): boolean {
  return frames > 1
    ? width * height * Math.min(3, frames) <= MAX_ANIMATED_PIXELS
    : width * height <= MAX_PIXELS && width > 0 && height > 0;
}

function typeOf(format: string | undefined, compression: string | undefined): string | undefined {
  // The decoder at hand knows AVIF and not the HEIC of telephones.
  if (format === "heif" || format === "avif") return compression === "av1" ? "image/avif" : undefined;
  return ACCEPTED.has(`image/${format}`) ? `image/${format}` : undefined;
}

/** Scaled down to fit, never up; upright. */
export async function scaled(file: string, image: ImageFacts, format: ThumbnailFormat): Promise<Buffer> {
  // As many frames as fit into what one still image may have.
  const pages = format.animated ? Math.min(image.frames, Math.floor(MAX_PIXELS / (image.width * image.height))) : 1;
  const { max_width: width, max_height: height } = format;
  try {
    return await sharp(file, { limitInputPixels: MAX_PIXELS, pages, failOn: "error" })
      .autoOrient()
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .webp()
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer();
  } catch (error) {
    throw new BrokenImage("The image cannot be decoded.", { cause: error });
  }
}
