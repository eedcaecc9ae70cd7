/** Account and privacy: how the reader signs in, and what others learn about them. */
import { ownSettings } from "../own-settings.ts";
import { group, type SettingsPage } from "../page.ts";
import { choice, options, timeZone, toggle } from "../setting.ts";

export const zoneGroup = group({
  title: "account.time",
  source: ownSettings,
  settings: [timeZone("timezone", "account.timeZone", { help: "account.timeZoneHelp" })],
});

export const privacyGroup = group({
  title: "account.privacy",
  source: ownSettings,
  settings: [
    choice(
      "email_address_visibility",
      "account.whoSeesEmail",
      options(
        [1, "account.everyone"],
        [2, "account.members"],
        [5, "account.moderators"],
        [3, "account.administrators"],
        [4, "account.nobody"],
      ),
    ),
    toggle("presence_enabled", "account.presence", { help: "account.presenceHelp", words: "account.presenceWords" }),
    toggle("send_read_receipts", "account.receipts", { help: "account.receiptsHelp" }),
    toggle("send_private_typing_notifications", "account.typingDirect"),
    toggle("send_stream_typing_notifications", "account.typingChannels"),
    toggle("receives_typing_notifications", "account.typingOthers"),
    toggle("allow_private_data_export", "account.export", { help: "account.exportHelp" }),
  ],
});

export const accountPage: SettingsPage = {
  address: { kind: "settings", section: "account-and-privacy" },
  name: "address.accountAndPrivacy",
  about: "account.about",
  icon: "key",
  groups: [zoneGroup, privacyGroup],
  landmarks: [
    { key: "email", label: "account.email" },
    { key: "password", label: "account.password" },
    { key: "api-key", label: "account.apiKey", words: "account.apiKeyWords" },
    { key: "second-factors", label: "account.twoFactor", words: "account.twoFactorWords" },
    {
      key: "linked-providers",
      label: "account.linkedProviders",
      words: "account.linkedProvidersWords",
      isFor: ({ realm }) => realm.realm_authentication_methods?.["OpenID Connect"]?.enabled === true,
    },
    { key: "sessions", label: "account.devices", words: "account.devicesWords" },
    { key: "own-data", label: "account.ownData", words: "account.ownDataWords" },
    { key: "deactivate", label: "account.deactivate", words: "account.deactivateWords" },
  ],
  load: () => import("./Account.tsx").then(({ Account }) => Account),
};
