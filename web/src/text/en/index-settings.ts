/** The English texts of settings, which are loaded with them. */
import { notify } from "./notify.ts";
import { preferences } from "./preferences.ts";
import { profile } from "./profile.ts";
import { settings } from "./settings.ts";

export const settingsTexts = { notify, preferences, profile, settings };
