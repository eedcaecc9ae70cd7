/** The image of the emoji that is not a Unicode character, under the names that clients request. */

import { builtInPictures } from "../../kernel/files/built-in.ts";
import type { FileAddress } from "../../kernel/http/files.ts";
import { EXTRA_EMOJI, EXTRA_EMOJI_PREFIX } from "./emoji.ts";

const picture = new URL("./extra-emoji.png", import.meta.url);
/** Released clients use this name to build its URL. */
const UPSTREAM = "zulip";

export const emojiAddresses: readonly FileAddress[] = [
  builtInPictures(
    EXTRA_EMOJI_PREFIX,
    Object.fromEntries([...EXTRA_EMOJI, UPSTREAM].map((name) => [`${name}.png`, picture])),
  ),
];
