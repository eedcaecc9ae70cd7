/** The picture of the emoji that is no character, by the names under which clients ask for it. */

import { builtInPictures } from "../../kernel/files/built-in.ts";
import type { FileAddress } from "../../kernel/http/files.ts";
import { EXTRA_EMOJI, EXTRA_EMOJI_PREFIX } from "./emoji.ts";

const picture = new URL("./extra-emoji.png", import.meta.url);
/** Released clients know it by this name and make its address themselves. */
const UPSTREAM = "zulip";

export const emojiAddresses: readonly FileAddress[] = [
  builtInPictures(
    EXTRA_EMOJI_PREFIX,
    Object.fromEntries([...EXTRA_EMOJI, UPSTREAM].map((name) => [`${name}.png`, picture])),
  ),
];
