/** Thumbnail formats, and how a requested one is selected. */
import { bool, int, strictObject, text } from "../api/index.ts";

export const thumbnailFormat = strictObject({
  name: text(),
  max_width: int(),
  max_height: int(),
  format: text(),
  animated: bool(),
});

export interface ThumbnailFormat {
  readonly name: string;
  readonly max_width: number;
  readonly max_height: number;
  readonly format: string;
  readonly animated: boolean;
}

function format(max_width: number, max_height: number, animated: boolean): ThumbnailFormat {
  const name = `${max_width}x${max_height}${animated ? "-anim" : ""}.webp`;
  return { name, max_width, max_height, format: "webp", animated };
}

const ANIMATED = format(840, 560, true);
const STILL = format(840, 560, false);
/** Announced to clients. */
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = [ANIMATED, STILL];

const TRANSCODED = [format(4032, 3024, false), format(3024, 4032, false)] as const;

/** Every name under which a format may be stored. */
export const STORED_FORMATS: readonly string[] = [...THUMBNAIL_FORMATS, ...TRANSCODED].map(({ name }) => name);

/** Types that browsers cannot display. */
const FOREIGN_TYPES = new Set(["image/heic", "image/tiff"]);

interface Image {
  readonly content_type: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/** The large format for an image that browsers cannot display. */
export function transcodedFormat({ content_type, width, height }: Image): ThumbnailFormat | undefined {
  if (!FOREIGN_TYPES.has(content_type)) return undefined;
  return width >= height ? TRANSCODED[0] : TRANSCODED[1];
}

/** An image's formats; the one to show comes first. */
export function formatsOf(image: Image): ThumbnailFormat[] {
  const transcoded = transcodedFormat(image);
  return [...(image.frames > 1 ? [ANIMATED] : []), STILL, ...(transcoded ? [transcoded] : [])];
}

const NAME = /^([0-9]{1,5})x([0-9]{1,5})(-anim)?\.[a-z]{1,5}$/;

/** The image's format with this name, or the nearest one; undefined if the name is invalid. */
export function formatNamed(name: string, image: Image): ThumbnailFormat | undefined {
  const formats = formatsOf(image);
  const exact = formats.find((each) => each.name === name);
  const [, width, height, animated] = NAME.exec(name) ?? [];
  if (exact || width === undefined || height === undefined) return exact;
  const alike = formats.filter((each) => each.animated === (animated !== undefined));
  const distance = (each: ThumbnailFormat) =>
    Math.abs(each.max_width - Number(width)) + Math.abs(each.max_height - Number(height));
  return (alike.length > 0 ? alike : formats).toSorted((a, b) => distance(a) - distance(b))[0];
}
