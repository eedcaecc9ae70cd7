/** Imports from other programs. */
import type { SettingsPage } from "../../page.ts";
import { byOwners } from "../organization-settings.ts";

export const importPage: SettingsPage = {
  address: { kind: "organization", section: "import" },
  name: "address.import",
  about: "organization.importAbout",
  icon: "upload",
  // Others can neither see nor start any.
  isFor: byOwners.may,
  groups: [],
  landmarks: [{ key: "import", label: "address.import", words: "organization.importWords" }],
  load: () => import("./Import.tsx").then(({ Import }) => Import),
};
