/** The generated icon as a PNG: released applications draw no SVG. */
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { type Hsl, iconOf } from "./icon.ts";
import { INITIALS, indexOfInitial, SIDE } from "./initials.ts";

const DRAWN = fileURLToPath(new URL("./initials.png", import.meta.url));
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
  const [lines, shape] = await Promise.all([drawnAt(indexOfInitial(initial)), drawnAt(INITIALS.length)]);
  const colour = rgb(ground);
  const pixels = Buffer.alloc(SIDE * SIDE * 4);
  for (let n = 0; n < SIDE * SIDE; n++) {
    const white = (lines[n] as number) / 255;
    for (let channel = 0; channel < 3; channel++)
      pixels[n * 4 + channel] = (colour[channel] as number) * (1 - white) + 255 * white;
    pixels[n * 4 + 3] = shape[n] as number;
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 4 } })
    .png()
    .toBuffer();
}

const drawnAt = (index: number): Promise<Buffer> =>
  sharp(DRAWN)
    .extract({ left: index * SIDE, top: 0, width: SIDE, height: SIDE })
    .extractChannel(0)
    .raw()
    .toBuffer();

function rgb([hue, saturation, lightness]: Hsl): [number, number, number] {
  const [s, l] = [saturation / 100, lightness / 100];
  const chroma = s * Math.min(l, 1 - l);
  const at = (n: number) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (l - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [at(0), at(8), at(4)];
}
