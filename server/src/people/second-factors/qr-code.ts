/** QR codes as SVG paths: one square unit for each module. */
import { encode } from "uqr";

export interface QrCode {
  /** Width and height, with the quiet zone. */
  readonly size: number;
  readonly path: string;
}

/** As wide as the standard requires, so that cameras find the code. */
const QUIET_ZONE = 4;

export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  return { size, path: data.flatMap((row, y) => runsIn(row).map(([x, length]) => square(x, y, length))).join("") };
}

const square = (x: number, y: number, length: number): string => `M${x} ${y}h${length}v1h-${length}z`;

/** Neighbouring dark modules of a row: where they start, and how many. */
function runsIn(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1]++;
    else if (isDark) runs.push([x, 1]);
  }
  return runs;
}
