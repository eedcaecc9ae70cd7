/** Adds the texts of the dialogs about messages, for whichever is loaded first. */
import { messageDialogs } from "../text/en/message-dialogs.ts";
import { learn } from "../text/text.ts";

learn({ messageDialogs });
