/** Defaults for new users: the personal settings, stored for those who will join. */
import { settings } from "@parley/server/contract";
import { notificationsPage } from "../../notifications/page.ts";
import { ownSettings } from "../../own-settings.ts";
import { group, type SettingsPage } from "../../page.ts";
import { preferencesPage } from "../../preferences/page.ts";
import { choice, options, type Setting, type SettingSource, toggle } from "../../setting.ts";
import { byAdministrators } from "../organization-settings.ts";

type DefaultKey = keyof typeof settings.updateUserDefaults.params;

const userDefaults: SettingSource<DefaultKey> = {
  operation: settings.updateUserDefaults,
  read: ({ userDefaults: stored }, key) => stored[key],
  save: (connection, key, value) => connection.call(settings.updateUserDefaults, { [key]: value }),
};

/** What people decide about their own account only. */
const WITHOUT_DEFAULT = [
  "default_language",
  "timezone",
  "enable_login_emails",
  "enable_marketing_emails",
] satisfies readonly Exclude<keyof typeof settings.updateSettings.params, DefaultKey>[];

const hasDefault = (setting: Setting): setting is Setting<DefaultKey> =>
  !WITHOUT_DEFAULT.some((key) => key === setting.key);

const locked = (setting: Setting<DefaultKey>) => ({ ...setting, rule: byAdministrators });

/** The groups of the personal pages, without what has no default. */
const personalGroups = [...preferencesPage.groups, ...notificationsPage.groups]
  .filter(({ source }) => source === ownSettings)
  .map(({ settings: personal, ...rest }) => ({
    ...rest,
    source: userDefaults,
    settings: (personal as readonly Setting[]).filter(hasDefault).map(locked),
  }))
  .filter(({ settings: left }) => left.length > 0);

const privacy = group({
  title: "userDefaults.privacy",
  source: userDefaults,
  settings: [
    choice(
      "email_address_visibility",
      "userDefaults.emailAddress",
      options(
        [1, "userDefaults.everyone"],
        [2, "userDefaults.members"],
        [5, "userDefaults.moderators"],
        [3, "userDefaults.administrators"],
        [4, "userDefaults.nobody"],
      ),
      { help: "userDefaults.emailAddressHelp", words: "userDefaults.emailAddressWords" },
    ),
    toggle("presence_enabled", "userDefaults.presence"),
    toggle("send_read_receipts", "userDefaults.receipts"),
    toggle("send_private_typing_notifications", "userDefaults.typingDirect"),
    toggle("send_stream_typing_notifications", "userDefaults.typingChannels"),
    toggle("receives_typing_notifications", "userDefaults.seesTyping"),
  ].map(locked),
});

export const userDefaultsPage: SettingsPage = {
  address: { kind: "organization", section: "organization-level-user-defaults" },
  name: "address.userDefaults",
  about: "userDefaults.about",
  icon: "user",
  // For everyone else it is about people who are not here yet.
  isFor: byAdministrators.may,
  groups: [privacy, ...personalGroups],
};
