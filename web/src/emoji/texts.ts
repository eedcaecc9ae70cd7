/** Adds the texts of the emoji picker. */
import { emojiPicker } from "../text/en/emoji-picker.ts";
import { learn } from "../text/text.ts";

learn({ emojiPicker });
