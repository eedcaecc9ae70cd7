/** The overview of the organization. */
import { holderOf } from "@parley/client";
import { mayReadOverview } from "@parley/server/organization/overview/permissions.ts";
import type { SettingsPage } from "../../page.ts";

export const overviewPage: SettingsPage = {
  address: { kind: "organization", section: "overview" },
  name: "address.overview",
  about: "organization.overviewAbout",
  icon: "bullets",
  isFor: (state) => mayReadOverview(holderOf(state)),
  groups: [],
  landmarks: [{ key: "overview", label: "address.overview", words: "organization.overviewWords" }],
  load: () => import("./Overview.tsx").then(({ Overview }) => Overview),
};
