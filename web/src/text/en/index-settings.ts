/** The English texts of settings, which are loaded with them. */
import { account } from "./account.ts";
import { bots } from "./bots.ts";
import { channelSettings } from "./channel-settings.ts";
import { customEmoji } from "./custom-emoji.ts";
import { defaultChannels } from "./default-channels.ts";
import { folders } from "./folders.ts";
import { limits } from "./limits.ts";
import { listed } from "./listed.ts";
import { notify } from "./notify.ts";
import { organization } from "./organization.ts";
import { organizationSettings } from "./organization-settings.ts";
import { permissions } from "./permissions.ts";
import { preferences } from "./preferences.ts";
import { profile } from "./profile.ts";
import { settings } from "./settings.ts";
import { userDefaults } from "./user-defaults.ts";
import { who } from "./who.ts";

export const settingsTexts = {
  account,
  bots,
  channelSettings,
  customEmoji,
  defaultChannels,
  folders,
  limits,
  listed,
  notify,
  organization,
  organizationSettings,
  permissions,
  preferences,
  profile,
  settings,
  userDefaults,
  who,
};
