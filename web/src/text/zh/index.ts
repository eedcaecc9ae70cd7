/** The Simplified Chinese texts, by where they stand. */
import { account } from "./account.ts";
import { actions } from "./actions.ts";
import { address } from "./address.ts";
import { allBots } from "./all-bots.ts";
import { auditLog } from "./audit-log.ts";
import { bots } from "./bots.ts";
import { card } from "./card.ts";
import { channelForm } from "./channel-form.ts";
import { channelSettings } from "./channel-settings.ts";
import { channels } from "./channels.ts";
import { composer } from "./composer.ts";
import { customEmoji } from "./custom-emoji.ts";
import { defaultChannels } from "./default-channels.ts";
import { directory } from "./directory.ts";
import { domains } from "./domains.ts";
import { emoji } from "./emoji.ts";
import { emojiPicker } from "./emoji-picker.ts";
import { erasure } from "./erasure.ts";
import { exports } from "./exports.ts";
import { feeds } from "./feeds.ts";
import { folders } from "./folders.ts";
import { groups } from "./groups.ts";
import { help } from "./help.ts";
import { imports } from "./imports.ts";
import { integrations } from "./integrations.ts";
import { invitations } from "./invitations.ts";
import { invite } from "./invite.ts";
import { inviting } from "./inviting.ts";
import { keys } from "./keys.ts";
import { legalHolds } from "./legal-holds.ts";
import { limits } from "./limits.ts";
import { linkedProviders } from "./linked-providers.ts";
import { linkifiers } from "./linkifiers.ts";
import { listed } from "./listed.ts";
import { lists } from "./lists.ts";
import { living } from "./living.ts";
import { log } from "./log.ts";
import { markup } from "./markup.ts";
import { menus } from "./menus.ts";
import { message } from "./message.ts";
import { messageDialogs } from "./message-dialogs.ts";
import { narrow } from "./narrow.ts";
import { notify } from "./notify.ts";
import { organization } from "./organization.ts";
import { organizationSettings } from "./organization-settings.ts";
import { otherLists } from "./other-lists.ts";
import { overview } from "./overview.ts";
import { palette } from "./palette.ts";
import { panel } from "./panel.ts";
import { parts } from "./parts.ts";
import { people } from "./people.ts";
import { permissions } from "./permissions.ts";
import { phone } from "./phone.ts";
import { playgrounds } from "./playgrounds.ts";
import { preferences } from "./preferences.ts";
import { profile } from "./profile.ts";
import { profileFields } from "./profile-fields.ts";
import { rowMenus } from "./row-menus.ts";
import { search } from "./search.ts";
import { secondFactors } from "./second-factors.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { sidebar } from "./sidebar.ts";
import { signInMethods } from "./sign-in-methods.ts";
import { status } from "./status.ts";
import { time } from "./time.ts";
import { userDefaults } from "./user-defaults.ts";
import { viewer } from "./viewer.ts";
import { views } from "./views.ts";
import { who } from "./who.ts";
import { widgets } from "./widgets.ts";

export const texts = {
  actions,
  messageDialogs,
  address,
  card,
  channels,
  composer,
  directory,
  channelForm,
  emoji,
  emojiPicker,
  help,
  imports,
  invite,
  keys,
  lists,
  living,
  log,
  markup,
  menus,
  message,
  narrow,
  otherLists,
  rowMenus,
  overview,
  palette,
  panel,
  parts,
  phone,
  search,
  shell,
  sidebar,
  status,
  time,
  viewer,
  views,
  widgets,
  account,
  allBots,
  auditLog,
  bots,
  customEmoji,
  defaultChannels,
  feeds,
  folders,
  domains,
  erasure,
  exports,
  groups,
  integrations,
  invitations,
  inviting,
  legalHolds,
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
  linkedProviders,
  secondFactors,
  settings,
  signInMethods,
  userDefaults,
  who,
  channelSettings,
};
