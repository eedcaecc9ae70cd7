/** Adds the texts of erasure and legal holds. */
import { trustTexts } from "../text/en/index-trust.ts";
import { learn } from "../text/text.ts";

learn(trustTexts);
