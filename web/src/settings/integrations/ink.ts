/** Whether letters on a color are black or white: whichever can be read better (WCAG's contrast, at least 4.5). */

/** Both contrasts are equal at this luminance. */
const MIDDLE = Math.sqrt(1.05 * 0.05) - 0.05;

export const inkOn = (color: string): "#000" | "#fff" => (luminance(color) > MIDDLE ? "#000" : "#fff");

/** Of a color like `#1f2328`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
