/** Adds the texts of settings, for whatever of settings is loaded first. */
import { settingsTexts } from "../text/en/index-settings.ts";
import { learn } from "../text/text.ts";

learn(settingsTexts);
