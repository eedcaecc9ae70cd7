/** Why an image cannot be decoded: because of the image, or because of the machine. */
import { createReadStream } from "node:fs";

/** The image cannot be decoded. */
export class BrokenImage extends Error {}

/** It took too long, which may be different next time. */
export class SlowImage extends BrokenImage {}

/**
 * For a file that the system does not let it read, the decoder only says that it is not an image. So the file is read
 * without the decoder, which throws the system's error, and then decoded once more, because the problem may have
 * passed.
 */
export async function decoded<T>(file: string, decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if (isTimeout(error)) throw slow(error);
  }
  await readWhole(file);
  try {
    return await decode();
  } catch (error) {
    throw isTimeout(error) ? slow(error) : new BrokenImage("The image cannot be decoded.", { cause: error });
  }
}

const slow = (cause: unknown) => new SlowImage("The image could not be decoded in time.", { cause });

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith("timeout:");

async function readWhole(file: string): Promise<void> {
  for await (const _ of createReadStream(file, { highWaterMark: 1024 * 1024 }));
}
