/** Custom profile fields: what people can say about themselves. */
import type { SettingsPage } from "../../page.ts";

export const profileFieldsPage: SettingsPage = {
  address: { kind: "organization", section: "profile-field-settings" },
  name: "address.profileFields",
  about: "profileFields.about",
  icon: "user",
  groups: [],
  landmarks: [{ key: "profile-fields", label: "profileFields.list", words: "profileFields.listWords" }],
  load: () => import("./ProfileFields.tsx").then(({ ProfileFields }) => ProfileFields),
};
