/** The English texts of two-factor authentication and linked identity providers, which are loaded with them. */
import { linkedProviders } from "./linked-providers.ts";
import { secondFactors } from "./second-factors.ts";

export const secondFactorTexts = { linkedProviders, secondFactors };
