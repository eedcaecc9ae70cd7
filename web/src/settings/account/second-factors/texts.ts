/** Adds the texts of two-factor authentication. */
import { secondFactorTexts } from "../../../text/en/index-second-factors.ts";
import { learn } from "../../../text/text.ts";

learn(secondFactorTexts);
