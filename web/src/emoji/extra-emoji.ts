/** The emoji that is neither a Unicode character nor the organization's own. */
const EXTRA = "chat_extra_emoji";
const PICTURES = "/static/generated/emoji/images/emoji/unicode/";

/** The URL of its image; undefined for other emoji. */
export const extraPicture = (type: string | undefined, code: string): string | undefined =>
  type === EXTRA ? `${PICTURES}${encodeURIComponent(code)}.png` : undefined;
