/** The English texts of settings, which are loaded with them. */
import { account } from "./account.ts";
import { allBots } from "./all-bots.ts";
import { bots } from "./bots.ts";
import { customEmoji } from "./custom-emoji.ts";
import { groups } from "./groups.ts";
import { invitations } from "./invitations.ts";
import { inviting } from "./inviting.ts";
import { limits } from "./limits.ts";
import { listed } from "./listed.ts";
import { notify } from "./notify.ts";
import { organization } from "./organization.ts";
import { organizationSettings } from "./organization-settings.ts";
import { people } from "./people.ts";
import { permissions } from "./permissions.ts";
import { preferences } from "./preferences.ts";
import { profile } from "./profile.ts";
import { settings } from "./settings.ts";
import { userDefaults } from "./user-defaults.ts";
import { who } from "./who.ts";

export const settingsTexts = {
  account,
  allBots,
  bots,
  customEmoji,
  groups,
  invitations,
  inviting,
  limits,
  listed,
  notify,
  organization,
  organizationSettings,
  people,
  permissions,
  preferences,
  profile,
  settings,
  userDefaults,
  who,
};
