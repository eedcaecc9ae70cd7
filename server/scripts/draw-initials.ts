/**
 * Draws the letters of generated icons into `src/kernel/pages/initials.png`: white on black, side by side. They are lines in a square of
 * 64, drawn with a round pen, because a server may have no fonts. Run it after changing them: `node server/scripts/draw-initials.ts`.
 */
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { INITIALS, SIDE } from "../src/kernel/pages/initials.ts";

const ROUND = "M32 16 A15 16 0 1 0 32 48 A15 16 0 1 0 32 16 Z";
const BOW = "M22 48 V16 H33 A9 9 0 0 1 33 34 H22";

const LINES: Readonly<Record<string, string>> = {
  A: "M19 48 L32 16 L45 48 M24 37 H40",
  B: "M22 16 V48 H34 A8.5 8.5 0 0 0 34 31 H22 M22 16 H32 A7.5 7.5 0 0 1 32 31",
  C: "M43.5 23 A14 16 0 1 0 43.5 41",
  D: "M22 16 V48 H28 A16 16 0 0 0 28 16 Z",
  E: "M42 16 H23 V48 H42 M23 32 H38",
  F: "M42 16 H23 V48 M23 32 H38",
  G: "M43.5 23 A14 16 0 1 0 45 36 V34 H35",
  H: "M21 16 V48 M43 16 V48 M21 32 H43",
  I: "M32 16 V48",
  J: "M40 16 V38 A9 10 0 0 1 22 38",
  K: "M22 16 V48 M43 16 L22 36 M29 30 L44 48",
  L: "M23 16 V48 H42",
  M: "M18 48 V16 L32 38 L46 16 V48",
  N: "M21 48 V16 L43 48 V16",
  O: ROUND,
  P: BOW,
  Q: `${ROUND} M36 40 L45 50`,
  R: `${BOW} M33 34 L43 48`,
  S: "M43 22 C41 18 37 16 32 16 C25 16 21 20 21 24 C21 36 43 28 43 40 C43 45 39 48 32 48 C26 48 22 46 20 42",
  T: "M18 16 H46 M32 16 V48",
  U: "M21 16 V36 A11 12 0 0 0 43 36 V16",
  V: "M19 16 L32 48 L45 16",
  W: "M15 16 L23 48 L32 20 L41 48 L49 16",
  X: "M20 16 L44 48 M44 16 L20 48",
  Y: "M19 16 L32 33 L45 16 M32 33 V48",
  Z: "M21 16 H43 L21 48 H43",
  0: "M32 16 A12 16 0 1 0 32 48 A12 16 0 1 0 32 16 Z",
  1: "M24 22 L33 16 V48",
  2: "M21 24 A11 9 0 0 1 43 25 C43 34 24 40 21 48 H43",
  3: "M21 20 C26 14 42 14 42 24 C42 31 34 31 30 31 C36 31 44 32 44 40 C44 50 25 51 20 43",
  4: "M38 48 V16 L19 38 H45",
  5: "M42 16 H24 L22 31 C27 27 44 27 44 38 C44 50 25 51 20 43",
  6: "M40 17 C28 18 20 28 20 38 A12 10.5 0 1 0 44 38 A12 10.5 0 1 0 20 38",
  7: "M20 16 H44 L30 48",
  8: "M32 31 A9 7.5 0 1 1 32 16 A9 7.5 0 1 1 32 31 A11 8.5 0 1 0 32 48 A11 8.5 0 1 0 32 31",
  9: "M24 47 C36 46 44 36 44 26 A12 10.5 0 1 0 20 26 A12 10.5 0 1 0 44 26",
};

/** For initials of other scripts: a speech bubble. */
const BUBBLE = "M18 20 H46 V40 H32 L24 48 V40 H18 Z";
const CORNERS = `<rect width="64" height="64" rx="14" fill="#ffffff"/>`;

const letters = [...INITIALS].map((initial) => LINES[initial] ?? BUBBLE).map((d) => `<path d="${d}"/>`);
const drawn = [...letters, CORNERS].map((shape, n) => `<g transform="translate(${n * 64})">${shape}</g>`);
const width = drawn.length * 64;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="64" fill="none" stroke="#ffffff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">
<rect width="${width}" height="64" fill="#000000" stroke="none"/>${drawn.join("").replace('fill="#ffffff"', 'fill="#ffffff" stroke="none"')}</svg>`;
await sharp(Buffer.from(svg), { density: (72 * SIDE) / 64 })
  .toColourspace("b-w")
  .png({ compressionLevel: 9, palette: false })
  .toFile(fileURLToPath(new URL("../src/kernel/pages/initials.png", import.meta.url)));
