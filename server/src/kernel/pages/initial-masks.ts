/** The letters of `initials.png` as masks: 255 where one is drawn. */
import { fileURLToPath } from "node:url";
import { imageLibrary } from "../files/image-library.ts";
import { INITIALS, indexOfInitial, SIDE } from "./initials.ts";

const DRAWN = fileURLToPath(new URL("./initials.png", import.meta.url));
const STRIP_WIDTH = (INITIALS.length + 1) * SIDE;

/** Decoding all of them takes longer than anything else, and they take 2.5 MB: decoded when first needed, and kept. */
let decoded: Promise<Buffer> | undefined;

function decodedStrip(): Promise<Buffer> {
  decoded ??= imageLibrary().then((sharp) => sharp(DRAWN).extractChannel(0).raw().toBuffer());
  decoded.catch(() => {
    decoded = undefined;
  });
  return decoded;
}

/** The mask at an index of `INITIALS`; the one after the last is the shape of an icon. */
export async function maskAt(index: number, side = SIDE): Promise<Buffer> {
  const all = await decodedStrip();
  const own = Buffer.alloc(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    const from = y * STRIP_WIDTH + index * SIDE;
    all.copy(own, y * SIDE, from, from + SIDE);
  }
  if (side === SIDE) return own;
  const square = { width: SIDE, height: SIDE, channels: 1 } as const;
  const sharp = await imageLibrary();
  return sharp(own, { raw: square }).resize(side, side).extractChannel(0).raw().toBuffer();
}

export interface Mask {
  readonly levels: Uint8Array;
  /** The columns where the letter begins, and before which it ends. */
  readonly left: number;
  readonly right: number;
}

export async function letterMask(letter: string, side: number): Promise<Mask> {
  const levels = await maskAt(indexOfInitial(letter), side);
  const isUsed = (x: number) => {
    for (let y = 0; y < side; y++) if ((levels[y * side + x] as number) > 0) return true;
    return false;
  };
  let [left, right] = [0, side];
  while (left < right && !isUsed(left)) left++;
  while (right > left && !isUsed(right - 1)) right--;
  return { levels, left, right };
}
