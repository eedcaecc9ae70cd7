/** Adds the texts of help. */
import { help } from "../text/en/help.ts";
import { learn } from "../text/text.ts";

learn({ help });
