/** The English texts of imports, which are loaded with their page. */
import { imports } from "./imports.ts";

export const importTexts = { imports };
