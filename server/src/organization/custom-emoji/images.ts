/** Creates the images of an emoji: a square of 64 pixels and, for an animated one, also a still frame. */
import { demand } from "../../kernel/api/index.ts";
import { BrokenImage, decoded } from "../../kernel/files/broken-images.ts";
import { imageLibrary } from "../../kernel/files/image-library.ts";
import { decoding, headerOf, isAccepted, MAX_FRAMES, MAX_PIXELS, MOST_SECONDS } from "../../kernel/files/images.ts";
import { contentType } from "../../kernel/files/names.ts";
import type { ReceivedFile } from "../../kernel/http/receive.ts";
import { ImageCorrupted, ImageTooLarge, InvalidImageFormat, NotAnImage } from "../pictures/contract.ts";

const SIDE = 64;
/** Many emoji are shown at once. */
const MAX_ANIMATED_BYTES = 128 * 1024;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

export interface EmojiImages {
  readonly image: Buffer;
  /** Only for animated emoji. */
  readonly still: Buffer | undefined;
}

export async function emojiImages(received: ReceivedFile): Promise<EmojiImages> {
  demand(isAccepted(contentType(received.contentType, received.name)), new InvalidImageFormat());
  const header = await headerOf(received.path);
  if (!header) throw new NotAnImage();
  const { width, height, frames } = header.facts;
  // All frames of an animated image are decoded at once.
  demand(header.isBearable && frames <= MAX_FRAMES && width * height * frames <= MAX_PIXELS, new ImageTooLarge());
  return decoding(header.facts, async () => {
    const still = await squared(received.path, 1);
    if (frames === 1) return { image: still, still: undefined };
    const image = await squared(received.path, frames);
    demand(image.length <= MAX_ANIMATED_BYTES, new ImageTooLarge());
    return { image, still };
  });
}

async function squared(file: string, pages: number): Promise<Buffer> {
  const sharp = await imageLibrary();
  try {
    return await decoded(file, () =>
      sharp(file, { limitInputPixels: MAX_PIXELS, pages, failOn: "error" })
        .autoOrient()
        .resize({ width: SIDE, height: SIDE, fit: "contain", background: TRANSPARENT })
        .webp()
        .timeout({ seconds: MOST_SECONDS })
        .toBuffer(),
    );
  } catch (error) {
    throw error instanceof BrokenImage ? new ImageCorrupted() : error;
  }
}
