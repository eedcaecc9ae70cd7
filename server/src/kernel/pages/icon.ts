/** An organization's generated icon: its initial on a colour of its own. */
import { escapeHtml } from "./html.ts";

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letter or digit; otherwise the first character. */
export function initialOf(name: string): string {
  const signs = [...letters.segment(name.trim())].map(({ segment }) => segment);
  return (signs.find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? "P").toLocaleUpperCase();
}

/** Similar names get distant hues (FNV-1a). */
function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % 360;
}

/** White on it has a contrast of at least 4.5 at every hue. */
export const groundAt = (hue: number): Hsl => [hue, 46, 29];
const groundOf = (name: string): Hsl => groundAt(hueOf(name));

type Hsl = readonly [hue: number, saturation: number, lightness: number];

export function rgb([hue, saturation, lightness]: Hsl): [number, number, number] {
  const [s, l] = [saturation / 100, lightness / 100];
  const chroma = s * Math.min(l, 1 - l);
  const at = (n: number) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (l - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [at(0), at(8), at(4)];
}

/** Old image libraries support this colour syntax. */
const css = ([hue, saturation, lightness]: Hsl) => `hsl(${hue}, ${saturation}%, ${lightness}%)`;

export const iconSvg = (name: string): string => tile(name, groundOf(name));

/** Without an organization, the server shows its own icon. */
const SERVER = { name: "Parley", ground: [191, 72, 23] as Hsl };
export const serverIcon = (): string => tile(SERVER.name, SERVER.ground);

/** What the icon of an organization shows, or that of the server. */
export const iconOf = (name: string | undefined): { initial: string; ground: Hsl } =>
  name === undefined
    ? { initial: initialOf(SERVER.name), ground: SERVER.ground }
    : { initial: initialOf(name), ground: groundOf(name) };

const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

function tile(name: string, ground: Hsl): string {
  const [label, initial] = [escapeHtml(name), escapeHtml(initialOf(name))];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 64 64" role="img" aria-label="${label}">
<rect width="64" height="64" rx="14" fill="${css(ground)}"/>
<text x="32" y="32" dy="0.355em" text-anchor="middle" font-family="${FONTS}" font-size="34" font-weight="600" fill="#ffffff">${initial}</text>
</svg>
`;
}

/** The generated logo: the icon beside the whole name. */
export function logoSvg(name: string, { night }: { night: boolean }): string {
  const [label, initial] = [escapeHtml(name), escapeHtml(initialOf(name))];
  // At most as wide as the name needs; the letters are not spread further.
  const width = 80 + 21 * [...letters.segment(name)].length;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="64" viewBox="0 0 ${width} 64" role="img" aria-label="${label}">
<rect width="64" height="64" rx="14" fill="${css(groundOf(name))}"/>
<text x="32" y="32" dy="0.355em" text-anchor="middle" font-family="${FONTS}" font-size="34" font-weight="600" fill="#ffffff">${initial}</text>
<text x="80" y="32" dy="0.355em" font-family="${FONTS}" font-size="32" font-weight="600" fill="${night ? "#ffffff" : "#1f2328"}">${label}</text>
</svg>
`;
}
