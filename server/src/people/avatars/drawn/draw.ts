/**
 * Draws pictures: initials or a pattern, light on a hue. The pixels are shades, and the colours are a palette, so that all hues
 * share the compressed pixels, which are kept.
 */
import { promisify } from "node:util";
import { deflate as deflateCallback } from "node:zlib";
import { LEVELS, packed, png } from "../../../kernel/files/indexed-png.ts";
import { groundAt, rgb } from "../../../kernel/pages/icon.ts";
import { letterMask, type Mask } from "../../../kernel/pages/initial-masks.ts";
import { Places } from "../../../kernel/places.ts";
import type { DrawnPicture } from "./address.ts";

const deflate = promisify(deflateCallback);

const SIDE_PX = 100;
const MEDIUM_SIDE_PX = 500;

/** Figures whose pixels are kept, a few kilobytes each. */
const KEPT = 500;
const kept = new Map<string, Promise<Buffer>>();
/** One at a time for each network address, which may wait for as many as a page can show; everyone else goes on meanwhile. */
export const DRAWING = { atOnce: 2, perName: 1, waiting: 1000, waitingPerName: 250 };
const drawing = new Places(DRAWING);

/** Whose request it is. Readers of the same picture wait together, so nobody's waiting ends with somebody else's connection. */
interface Asking {
  readonly ip: string;
}

/** Throws an API error if too many of this reader's, or of all, are waiting. */
export async function drawnPng({ hue, figure, isMedium }: DrawnPicture, asking: Asking): Promise<Buffer> {
  const side = isMedium ? MEDIUM_SIDE_PX : SIDE_PX;
  return png(side, paletteOf(hue), await pixelsOf(figure, side, asking));
}

/** From the ground to white. */
function paletteOf(hue: number): number[] {
  const ground = rgb(groundAt(hue));
  return Array.from({ length: LEVELS }, (_, level) =>
    ground.map((channel) => Math.round(channel + ((255 - channel) * level) / (LEVELS - 1))),
  ).flat();
}

function pixelsOf(figure: string | number, side: number, asking: Asking): Promise<Buffer> {
  const key = `${figure} ${side}`;
  const pixels = kept.get(key) ?? drawnInTurn(figure, side, asking);
  kept.delete(key);
  kept.set(key, pixels);
  pixels.catch(() => kept.delete(key));
  const [oldest = key] = kept.keys();
  if (kept.size > KEPT) kept.delete(oldest);
  return pixels;
}

async function drawnInTurn(figure: string | number, side: number, { ip }: Asking): Promise<Buffer> {
  const leave = await drawing.take([ip]);
  try {
    return await drawn(figure, side);
  } finally {
    leave();
  }
}

async function drawn(figure: string | number, side: number): Promise<Buffer> {
  const mask = typeof figure === "number" ? patternMask(figure, side) : await lettersMask(figure, side);
  return deflate(packed(mask, side));
}

/** The size of a letter's square, by the number of letters; a letter is half as high. Clients cut pictures into circles. */
const LETTER_SCALE = [0, 0.85, 0.6];
const GAP = 0.05;

/** The letters side by side, centred. */
async function lettersMask(letters: string, side: number): Promise<Uint8Array> {
  const letterSide = Math.round((LETTER_SCALE[letters.length] as number) * side);
  const masks: Mask[] = await Promise.all([...letters].map((letter) => letterMask(letter, letterSide)));
  const gap = Math.round(GAP * side);
  const width = masks.reduce((sum, { left, right }) => sum + right - left, gap * (masks.length - 1));
  const pixels = new Uint8Array(side * side);
  const top = Math.round((side - letterSide) / 2);
  let at = Math.round((side - width) / 2);
  for (const { levels, left, right } of masks) {
    for (let y = 0; y < letterSide; y++)
      pixels.set(levels.subarray(y * letterSide + left, y * letterSide + right), (top + y) * side + at);
    at += right - left + gap;
  }
  return pixels;
}

const CELLS = 5;
const MARGIN = 0.2;

/** Squares that mirror each other; each bit of the number is one. The middle is always there. */
function patternMask(pattern: number, side: number): Uint8Array {
  const pixels = new Uint8Array(side * side);
  const cell = Math.round((side * (1 - 2 * MARGIN)) / CELLS);
  const start = Math.round((side - CELLS * cell) / 2);
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      const bit = row * 3 + Math.min(column, CELLS - 1 - column);
      const isMiddle = row === 2 && column === 2;
      if (!isMiddle && (pattern & (1 << bit)) === 0) continue;
      for (let y = 0; y < cell; y++) {
        const from = (start + row * cell + y) * side + start + column * cell;
        pixels.fill(255, from, from + cell);
      }
    }
  return pixels;
}
