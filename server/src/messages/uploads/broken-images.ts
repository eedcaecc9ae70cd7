/** Why an image cannot be decoded: because of itself, or because of the machine. */
import { createReadStream } from "node:fs";

/** The image cannot be decoded. */
export class BrokenImage extends Error {}

/** It took longer than we wait, which another time it may not. */
export class SlowImage extends BrokenImage {}

/**
 * Of a file that the system does not let it read, the decoder only says that it is no image. So that nothing is taken for
 * broken that is not, the file is read without the decoder, which throws what the system says, and then decoded once more:
 * what was wrong may have passed in the meantime.
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
