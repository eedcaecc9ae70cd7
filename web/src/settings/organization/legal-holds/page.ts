/** The legal holds of the organization. */
import type { SettingsPage } from "../../page.ts";
import { byOwners } from "../organization-settings.ts";

export const legalHoldsPage: SettingsPage = {
  address: { kind: "organization", section: "legal-holds" },
  name: "address.legalHolds",
  about: "organization.legalHoldsAbout",
  icon: "lock",
  // Others are not told of any.
  isFor: byOwners.may,
  groups: [],
  landmarks: [{ key: "legal-holds", label: "address.legalHolds", words: "organization.legalHoldsWords" }],
  load: () => import("./LegalHolds.tsx").then(({ LegalHolds }) => LegalHolds),
};
