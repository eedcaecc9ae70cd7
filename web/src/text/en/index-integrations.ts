/** The English texts of integrations, which are loaded with their page. */
import { integrations } from "./integrations.ts";

export const integrationTexts = { integrations };
