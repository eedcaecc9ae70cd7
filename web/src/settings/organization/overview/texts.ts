/** Adds the texts of the overview. */
import { overviewTexts } from "../../../text/en/index-overview.ts";
import { learn } from "../../../text/text.ts";

learn(overviewTexts);
