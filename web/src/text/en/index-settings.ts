/** The English texts of settings, which are loaded with them. */
import { account } from "./account.ts";
import { bots } from "./bots.ts";
import { listed } from "./listed.ts";
import { notify } from "./notify.ts";
import { preferences } from "./preferences.ts";
import { profile } from "./profile.ts";
import { settings } from "./settings.ts";

export const settingsTexts = { account, bots, listed, notify, preferences, profile, settings };
