/** Makes the image of an emoji: a square of 64 pixels, at rest and, where it moves, moving. */
import sharp from "sharp";
import type { ImageFacts } from "../db/schema.ts";
import type { ReceivedFile } from "../http/receive.ts";
import { CorruptedImage, ImageTooLarge, InvalidImageFormat, UndecodableImage } from "../uploads/image-errors.ts";
import { imageFacts, isImageType } from "../uploads/images.ts";
import { contentType } from "../uploads/names.ts";

const SIDE = 64;
/** All pictures of one that moves are decoded at once. */
const MAX_PIXELS = 60_000_000;
/** Many are shown at once, each in every message that has it. */
const MAX_MOVING_BYTES = 128 * 1024;
const MOST_SECONDS = 20;
const NOTHING_AROUND = { r: 0, g: 0, b: 0, alpha: 0 };

export interface EmojiImages {
  readonly image: Buffer;
  /** Only of one that moves. */
  readonly still: Buffer | undefined;
}

export async function emojiImages(received: ReceivedFile): Promise<EmojiImages> {
  const type = contentType(received.contentType, received.name);
  if (!isImageType(type)) throw new InvalidImageFormat();
  const facts = await imageFacts(received.path, type);
  if (!facts) throw new UndecodableImage();
  const still = await squared(received.path, facts, 1);
  if (facts.frames === 1) return { image: still, still: undefined };
  if (facts.width * facts.height * facts.frames > MAX_PIXELS) throw new ImageTooLarge();
  const image = await squared(received.path, facts, facts.frames);
  if (image.length > MAX_MOVING_BYTES) throw new ImageTooLarge();
  return { image, still };
}

async function squared(file: string, { frames }: ImageFacts, pages: number): Promise<Buffer> {
  try {
    return await sharp(file, { limitInputPixels: MAX_PIXELS * 2, pages: Math.min(pages, frames), failOn: "error" })
      .autoOrient()
      .resize({ width: SIDE, height: SIDE, fit: "contain", background: NOTHING_AROUND })
      .webp()
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer();
  } catch {
    throw new CorruptedImage();
  }
}
