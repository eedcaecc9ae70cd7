/** Adds the texts of imports. */
import { importTexts } from "../../../text/en/index-imports.ts";
import { learn } from "../../../text/text.ts";

learn(importTexts);
