/** Adds the texts of inviting, for whatever of it is loaded first. */
import { invite } from "../text/en/invite.ts";
import { learn } from "../text/text.ts";

learn({ invite });
