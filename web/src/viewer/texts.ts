/** Adds the texts of the viewer. */
import { viewer } from "../text/en/viewer.ts";
import { learn } from "../text/text.ts";

learn({ viewer });
