/** The English texts of the overview, which are loaded with its page. */
import { overview } from "./overview.ts";

export const overviewTexts = { overview };
