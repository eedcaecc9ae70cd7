/** The organization's people: who has an account, and invitations. */
import type { SettingsPage } from "../../page.ts";

export const usersPage: SettingsPage = {
  address: { kind: "organization", section: "users", tab: "active" },
  name: "address.users",
  about: "people.about",
  icon: "user",
  groups: [],
  landmarks: [{ key: "people", label: "people.activePeople", words: "people.activeWords" }],
  load: () => import("./Users.tsx").then(({ Users }) => Users),
};
