/** The few styles in rendered formulas and tables. Anything that does not match exactly is dropped. */

export type Declaration = readonly [property: string, value: string];

const LENGTHS = new Set(
  (
    "height width min-width top bottom left margin-left margin-right margin-top padding-left vertical-align " +
    "border-width border-top-width border-right-width border-bottom-width"
  ).split(" "),
);
const COLOURS = new Set(["color", "background-color", "border-color"]);
const WORDS: Readonly<Record<string, readonly string[]>> = {
  position: ["relative"],
  "border-style": ["solid"],
  "border-right-style": ["solid", "dashed"],
  "text-shadow": ["0.02em 0.01em 0.04px"],
};

const LENGTH = /^-?(?:\d{1,5}(?:\.\d{1,12})?|\.\d{1,12})(?:em|px|%)$/;
const MARGIN = /^0 -?\d(?:\.\d{1,12})?em$/;
const REST_OF_LINE = /^calc\(100% - \d{1,3}(?:\.\d{1,12})?em\)$/;
const COLOUR = /^(?:#[\da-f]{3,8}|[a-z]{3,24})$/i;
const BORDER = /^(\d(?:\.\d{1,12})?em) solid (\S+)$/;

/** Larger than any formula KaTeX is allowed to produce. */
const MAX_LENGTH = 1_000;

export function formulaStyle(style: string): readonly Declaration[] {
  return style.split(";").flatMap((written) => {
    const colon = written.indexOf(":");
    if (colon < 0) return [];
    return declarations(written.slice(0, colon).trim(), written.slice(colon + 1).trim());
  });
}

function declarations(property: string, value: string): readonly Declaration[] {
  const border = property === "border" ? BORDER.exec(value) : null;
  if (border?.[1] !== undefined && border[2] !== undefined && COLOUR.test(border[2])) {
    return [
      ["border-width", border[1]],
      ["border-style", "solid"],
      ["border-color", border[2]],
    ];
  }
  return isOurs(property, value) ? [[property, value]] : [];
}

function isOurs(property: string, value: string): boolean {
  if (LENGTHS.has(property)) return isLength(value) || (property === "width" && REST_OF_LINE.test(value));
  if (COLOURS.has(property)) return COLOUR.test(value);
  if (property === "margin") return MARGIN.test(value);
  return Object.hasOwn(WORDS, property) && WORDS[property]?.includes(value) === true;
}

function isLength(value: string): boolean {
  return value === "0" || (LENGTH.test(value) && Math.abs(Number.parseFloat(value)) <= MAX_LENGTH);
}

const ALIGNED = /^text-align: ?(left|center|right);?$/;

/** How the text of a cell is aligned. */
export function cellAlignment(style: string): string | undefined {
  return ALIGNED.exec(style.trim())?.[1];
}

const PICTURE = /^background-image: ?url\("([^"'\\()\s]*)"\);?$/;

/** The image URL of a page preview. */
export function pictureIn(style: string): string | undefined {
  return PICTURE.exec(style.trim())?.[1];
}
