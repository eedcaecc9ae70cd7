/**
 * Sets an element's hue; lightness and chroma come from the theme. Through CSSOM, because the content security policy
 * forbids style attributes.
 */
import type { RefCallback } from "react";

export function useHue(hue: number): RefCallback<HTMLElement> {
  return (element) => element?.style.setProperty("--h", String(Math.round(hue)));
}

/** The hue of a stored colour such as "#a6c7e5", in OKLCH. */
export function hueOf(colour: string): number {
  const channels = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1) ?? ["80", "80", "80"];
  const [r = 0, g = 0, b = 0] = channels.map((hex) => linear(Number.parseInt(hex, 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const alpha = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const beta = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return ((Math.atan2(beta, alpha) * 180) / Math.PI + 360) % 360;
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** A colour of that hue to store: one that other clients show well. */
export function hueColour(hue: number): string {
  const [lightness, chroma] = [0.72, 0.11];
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return `#${[red, green, blue].map(hexOf).join("")}`;
}

function hexOf(value: number): string {
  const inGamut = Math.min(1, Math.max(0, value));
  const encoded = inGamut <= 0.0031308 ? 12.92 * inGamut : 1.055 * inGamut ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
