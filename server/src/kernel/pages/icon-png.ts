/** The generated icon as a PNG: released applications draw no SVG. */
import { imageLibrary } from "../files/image-library.ts";
import { iconOf, rgb } from "./icon.ts";
import { maskAt } from "./initial-masks.ts";
import { INITIALS, indexOfInitial, SIDE } from "./initials.ts";

/** Names of organizations whose icons are kept. */
const KEPT = 100;
const kept = new Map<string | undefined, Promise<Buffer>>();

/** Without a name, that of the server. */
export function iconPng(name?: string): Promise<Buffer> {
  const known = kept.get(name);
  if (known) return known;
  const [oldest] = kept.keys();
  if (kept.size >= KEPT) kept.delete(oldest);
  const made = draw(iconOf(name));
  kept.set(name, made);
  made.catch(() => kept.delete(name));
  return made;
}

async function draw({ initial, ground }: ReturnType<typeof iconOf>): Promise<Buffer> {
  const [lines, shape] = await Promise.all([maskAt(indexOfInitial(initial)), maskAt(INITIALS.length)]);
  const colour = rgb(ground);
  const pixels = Buffer.alloc(SIDE * SIDE * 4);
  for (let n = 0; n < SIDE * SIDE; n++) {
    const white = (lines[n] as number) / 255;
    for (let channel = 0; channel < 3; channel++)
      pixels[n * 4 + channel] = (colour[channel] as number) * (1 - white) + 255 * white;
    pixels[n * 4 + 3] = shape[n] as number;
  }
  const sharp = await imageLibrary();
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 4 } })
    .png()
    .toBuffer();
}
