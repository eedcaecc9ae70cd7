/**
 * Pictures of a message. In its text they are links, each on a line of its own at the end, as the API and other clients
 * have them; the composer shows these lines as thumbnails.
 */

export interface Picture {
  readonly name: string;
  readonly url: string;
}

const PICTURE_LINE = /^\[([^[\]]*)\]\((\/user_uploads\/[^\s()]+\.(?:png|jpe?g|gif|webp|avif|bmp))\)$/i;
const PICTURE_TYPE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** Whether browsers can show the file. */
export const isPicture = ({ type }: Pick<File, "type">): boolean => PICTURE_TYPE.test(type);

export const pictureLine = ({ name, url }: Picture): string => `[${name}](${url})`;

export function splitPictures(text: string): { readonly words: string; readonly pictures: readonly Picture[] } {
  const lines = text.split("\n");
  const pictures: Picture[] = [];
  for (let last = lines.at(-1); last !== undefined; last = lines.at(-1)) {
    const [, name, url] = PICTURE_LINE.exec(last) ?? [];
    if (name === undefined || url === undefined) break;
    pictures.unshift({ name, url });
    lines.pop();
  }
  return { words: lines.join("\n"), pictures };
}

export function withPictures(words: string, pictures: readonly Picture[]): string {
  return [...(words === "" && pictures.length > 0 ? [] : [words]), ...pictures.map(pictureLine)].join("\n");
}
