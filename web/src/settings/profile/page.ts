/** Profile: what others see of the reader. */
import { holderOf, realmSettings } from "@parley/client";
import { settings } from "@parley/server/contract";
import { mayChangeName } from "@parley/server/people/settings/permissions.ts";
import { group, type SettingsPage } from "../page.ts";
import { type SettingSource, text } from "../setting.ts";

const MAX_NAME_LENGTH = 100;

const ownName: SettingSource<"full_name"> = {
  operation: settings.updateSettings,
  read: ({ users }) => users.users.get(users.ownId)?.full_name,
  save: (connection, _key, full_name) => connection.call(settings.updateSettings, { full_name: `${full_name}` }),
};

export const nameGroup = group({
  title: "profile.name",
  source: ownName,
  settings: [
    text("full_name", "profile.fullName", MAX_NAME_LENGTH, {
      help: "profile.fullNameHelp",
      rule: { may: (state) => mayChangeName(holderOf(state), realmSettings(state)), who: "profile.nameLocked" },
    }),
  ],
});

export const profilePage: SettingsPage = {
  address: { kind: "settings", section: "profile" },
  name: "address.profile",
  about: "profile.about",
  icon: "user",
  groups: [nameGroup],
  landmarks: [
    { key: "picture", label: "profile.picture", words: "profile.pictureWords" },
    { key: "fields", label: "profile.fields", words: "profile.fieldsWords" },
    { key: "status", label: "profile.status", words: "profile.statusWords" },
  ],
  load: () => import("./Profile.tsx").then(({ Profile }) => Profile),
};
