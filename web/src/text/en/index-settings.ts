/** The English texts of settings, which are loaded with them. */
import { account } from "./account.ts";
import { allBots } from "./all-bots.ts";
import { bots } from "./bots.ts";
import { channelForm } from "./channel-form.ts";
import { customEmoji } from "./custom-emoji.ts";
import { defaultChannels } from "./default-channels.ts";
import { domains } from "./domains.ts";
import { exports } from "./exports.ts";
import { folders } from "./folders.ts";
import { groups } from "./groups.ts";
import { invitations } from "./invitations.ts";
import { inviting } from "./inviting.ts";
import { limits } from "./limits.ts";
import { linkifiers } from "./linkifiers.ts";
import { listed } from "./listed.ts";
import { notify } from "./notify.ts";
import { organization } from "./organization.ts";
import { organizationSettings } from "./organization-settings.ts";
import { people } from "./people.ts";
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
  allBots,
  bots,
  channelForm,
  customEmoji,
  defaultChannels,
  folders,
  domains,
  exports,
  groups,
  invitations,
  inviting,
  limits,
  linkifiers,
  listed,
  notify,
  organization,
  organizationSettings,
  people,
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
