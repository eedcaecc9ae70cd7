/** Makes the image of an emoji: a square of 64 pixels, at rest and, where it moves, moving. */
import sharp from "sharp";
import { demand } from "../../kernel/api/index.ts";
import { BrokenImage, decoded } from "../../kernel/files/broken-images.ts";
import { decoding, headerOf, isAccepted, MAX_FRAMES, MAX_PIXELS, MOST_SECONDS } from "../../kernel/files/images.ts";
import { contentType } from "../../kernel/files/names.ts";
import type { ReceivedFile } from "../../kernel/http/receive.ts";
import { ImageCorrupted, ImageTooLarge, InvalidImageFormat, NotAnImage } from "../pictures/contract.ts";

const SIDE = 64;
/** Many are shown at once, each in every message that has it. */
const MAX_MOVING_BYTES = 128 * 1024;
const NOTHING_AROUND = { r: 0, g: 0, b: 0, alpha: 0 };

export interface EmojiImages {
  readonly image: Buffer;
  /** Only of one that moves. */
  readonly still: Buffer | undefined;
}

export async function emojiImages(received: ReceivedFile): Promise<EmojiImages> {
  demand(isAccepted(contentType(received.contentType, received.name)), new InvalidImageFormat());
  const header = await headerOf(received.path);
  if (!header) throw new NotAnImage();
  const { width, height, frames } = header.facts;
  // All pictures of one that moves are decoded at once.
  demand(header.isBearable && frames <= MAX_FRAMES && width * height * frames <= MAX_PIXELS, new ImageTooLarge());
  return decoding(header.facts, async () => {
    const still = await squared(received.path, 1);
    if (frames === 1) return { image: still, still: undefined };
    const image = await squared(received.path, frames);
    demand(image.length <= MAX_MOVING_BYTES, new ImageTooLarge());
    return { image, still };
  });
}

async function squared(file: string, pages: number): Promise<Buffer> {
  try {
    return await decoded(file, () =>
      sharp(file, { limitInputPixels: MAX_PIXELS, pages, failOn: "error" })
        .autoOrient()
        .resize({ width: SIDE, height: SIDE, fit: "contain", background: NOTHING_AROUND })
        .webp()
        .timeout({ seconds: MOST_SECONDS })
        .toBuffer(),
    );
  } catch (error) {
    throw error instanceof BrokenImage ? new ImageCorrupted() : error;
  }
}
