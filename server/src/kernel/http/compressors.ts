/**
 * zlib's compressors, kept for the next text. Each has 270 KB outside of the heap: to make one for every text, and to collect
 * it later, took more processor time than most texts do (decision 153). A compressor is reset before it gets a text, so that
 * nothing depends on what it compressed before, which may have been somebody else's.
 */
import { constants, createDeflateRaw, type DeflateRaw } from "node:zlib";

/** Fast: what is shared is compressed again when it changes, and everyone else waits for the same processors. */
const LEVEL = 3;
/** As many as there are threads that compress. */
export const MOST_COMPRESSORS = 4;

const idle: DeflateRaw[] = [];
const waiting: ((compressor: DeflateRaw) => void)[] = [];
let made = 0;

/** In a thread. The result ends with a full flush and a whole byte, so anything can follow it, and refers to nothing before it. */
export async function deflated(plain: Buffer): Promise<Buffer> {
  const compressor = await take();
  try {
    const bytes = await written(compressor, plain);
    compressor.reset();
    release(compressor);
    return bytes;
  } catch (error) {
    discard(compressor);
    throw error;
  }
}

function take(): DeflateRaw | Promise<DeflateRaw> {
  const known = idle.pop();
  if (known) return known;
  if (made >= MOST_COMPRESSORS) return new Promise((resolve) => waiting.push(resolve));
  return make();
}

function make(): DeflateRaw {
  made += 1;
  const compressor = createDeflateRaw({ level: LEVEL, flush: constants.Z_FULL_FLUSH });
  // The callback of `write` gets it too.
  return compressor.on("error", () => undefined);
}

function release(compressor: DeflateRaw): void {
  const next = waiting.shift();
  if (next) next(compressor);
  else idle.push(compressor);
}

function discard(compressor: DeflateRaw): void {
  compressor.destroy();
  made -= 1;
  waiting.shift()?.(make());
}

function written(compressor: DeflateRaw, plain: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  const collect = (part: Buffer) => void parts.push(part);
  compressor.on("data", collect);
  compressor.write(plain, (error) => {
    // What has been compressed, but not been read yet.
    while (compressor.readableLength > 0) compressor.read();
    compressor.off("data", collect);
    if (error) reject(error);
    else resolve(Buffer.concat(parts));
  });
  return promise;
}
