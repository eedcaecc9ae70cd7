/** The English texts of parts that are loaded when they are opened. Each part adds its own (`texts.ts` in its folder). */
import { emojiPicker } from "./emoji-picker.ts";
import { help } from "./help.ts";
import { invite } from "./invite.ts";
import { messageDialogs } from "./message-dialogs.ts";
import { panel } from "./panel.ts";
import { viewer } from "./viewer.ts";

export const openedTexts = { emojiPicker, help, invite, messageDialogs, panel, viewer };
