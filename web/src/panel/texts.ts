/** Adds the texts of the panel. */
import { panel } from "../text/en/panel.ts";
import { learn } from "../text/text.ts";

learn({ panel });
