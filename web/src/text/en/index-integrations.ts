/** The English texts of integrations, which are loaded with their page. */
import { feeds } from "./feeds.ts";
import { integrations } from "./integrations.ts";

export const integrationTexts = { feeds, integrations };
