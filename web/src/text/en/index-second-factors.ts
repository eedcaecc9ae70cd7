/** The English texts of two-factor authentication, which are loaded with it. */
import { secondFactors } from "./second-factors.ts";

export const secondFactorTexts = { secondFactors };
