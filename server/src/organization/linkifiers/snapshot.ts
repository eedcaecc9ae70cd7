import { openSnapshotPart } from "../../kernel/feature.ts";
import { filtersState, linkifiersState } from "./contract.ts";
import { linkifiersOf } from "./store.ts";

export const linkifiersSnapshot = openSnapshotPart(
  "realm_linkifiers",
  linkifiersState,
  async ({ db, realm }, { profile }) => ({
    realm_linkifiers: profile.capabilities.linkifier_url_template ? await linkifiersOf(db, realm.id) : [],
  }),
);

export const filtersSnapshot = openSnapshotPart("realm_filters", filtersState, async () => ({ realm_filters: [] }));
