/** Adds the texts of integrations. */
import { integrationTexts } from "../../text/en/index-integrations.ts";
import { learn } from "../../text/text.ts";

learn(integrationTexts);
