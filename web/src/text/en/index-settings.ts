/** The English texts of settings, which are loaded with them. */
import { account } from "./account.ts";
import { bots } from "./bots.ts";
import { customEmoji } from "./custom-emoji.ts";
import { domains } from "./domains.ts";
import { exports } from "./exports.ts";
import { limits } from "./limits.ts";
import { linkifiers } from "./linkifiers.ts";
import { listed } from "./listed.ts";
import { notify } from "./notify.ts";
import { organization } from "./organization.ts";
import { organizationSettings } from "./organization-settings.ts";
import { permissions } from "./permissions.ts";
import { playgrounds } from "./playgrounds.ts";
import { preferences } from "./preferences.ts";
import { profile } from "./profile.ts";
import { profileFields } from "./profile-fields.ts";
import { settings } from "./settings.ts";
import { signInMethods } from "./sign-in-methods.ts";
import { userDefaults } from "./user-defaults.ts";
import { who } from "./who.ts";

export const settingsTexts = {
  account,
  bots,
  customEmoji,
  domains,
  exports,
  limits,
  linkifiers,
  listed,
  notify,
  organization,
  organizationSettings,
  permissions,
  playgrounds,
  preferences,
  profile,
  profileFields,
  settings,
  signInMethods,
  userDefaults,
  who,
};
