/** Groups: lists of them, a new one, and the settings of each. */
import { GROUP_LISTS } from "../../address/address.ts";
import type { SettingsPage } from "../page.ts";

export const LISTS = GROUP_LISTS.filter((list) => list !== "new");

export const groupsPage: SettingsPage = {
  address: { kind: "groups", list: "your" },
  name: "address.groups",
  about: "groups.about",
  icon: "people",
  groups: [],
  landmarks: [{ key: "groups", label: "groups.browse", words: "groups.browseWords" }],
  load: () => import("./Groups.tsx").then(({ Groups }) => Groups),
};
