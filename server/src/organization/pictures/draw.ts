/**
 * Converts uploaded images: still, upright, and of the right size. They are redrawn, so that other data in the file,
 * such as where a photograph was taken, is not passed on.
 */
import { demand } from "../../kernel/api/index.ts";
import { BrokenImage, decoded } from "../../kernel/files/broken-images.ts";
import { imageLibrary } from "../../kernel/files/image-library.ts";
import { decoding, headerOf, isAccepted, MAX_PIXELS, MOST_SECONDS } from "../../kernel/files/images.ts";
import { contentType } from "../../kernel/files/names.ts";
import type { ReceivedFile } from "../../kernel/http/receive.ts";
import { ImageCorrupted, ImageTooLarge, InvalidImageFormat, NotAnImage } from "./contract.ts";

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** `cover` fills the frame and crops the image; `inside` keeps the whole image, without enlarging it. */
  readonly fit: "cover" | "inside";
}

export const square = (side: number): Frame => ({ width: side, height: side, fit: "cover" });

/** One PNG for each frame. */
export async function drawn(file: ReceivedFile, frames: readonly Frame[]): Promise<Buffer[]> {
  demand(isAccepted(contentType(file.contentType, file.name)), new InvalidImageFormat());
  const header = await headerOf(file.path);
  demand(header !== undefined, new NotAnImage());
  demand(header.isBearable, new ImageTooLarge());
  return decoding(header.facts, async () => {
    const pictures: Buffer[] = [];
    for (const frame of frames) pictures.push(await drawnIn(file.path, frame));
    return pictures;
  });
}

async function drawnIn(path: string, { width, height, fit }: Frame): Promise<Buffer> {
  const sharp = await imageLibrary();
  try {
    return await decoded(path, () =>
      sharp(path, { limitInputPixels: MAX_PIXELS, failOn: "error" })
        .autoOrient()
        .resize({ width, height, fit, withoutEnlargement: fit === "inside" })
        .png()
        .timeout({ seconds: MOST_SECONDS })
        .toBuffer(),
    );
  } catch (error) {
    throw error instanceof BrokenImage ? new ImageCorrupted() : error;
  }
}
