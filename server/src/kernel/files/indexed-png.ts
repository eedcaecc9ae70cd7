/** Encodes square PNGs whose pixels are levels of a palette. */
import { crc32 } from "node:zlib";

/** Four bits for each pixel. */
export const LEVELS = 16;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 4;
const INDEXED = 3;

/** Lines of levels as PNG has them before compression, from pixels between 0 and 255. The side must be even. */
export function packed(pixels: Uint8Array, side: number): Buffer {
  const lineBytes = 1 + side / 2;
  // The first byte of a line says that it is not filtered.
  const lines = Buffer.alloc(side * lineBytes);
  let at = 0;
  for (let y = 0; y < side; y++) {
    let pixel = y * side;
    at++;
    for (const end = pixel + side; pixel < end; pixel += 2)
      lines[at++] = ((pixels[pixel] as number) & 0xf0) | ((pixels[pixel + 1] as number) >> 4);
  }
  return lines;
}

/** `palette` has a red, green and blue value for each level; `compressed` is deflated. */
export function png(side: number, palette: readonly number[], compressed: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([BIT_DEPTH, INDEXED], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette)),
    chunk("IDAT", compressed),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
