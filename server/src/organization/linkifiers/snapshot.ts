import { commonSnapshotPart, openSnapshotPart } from "../../kernel/feature.ts";
import { filtersState, linkifiersState } from "./contract.ts";
import { linkifiersOf } from "./store.ts";

export const linkifiersSnapshot = commonSnapshotPart(
  openSnapshotPart("realm_linkifiers", linkifiersState, async ({ db, realm }, { profile }) => ({
    realm_linkifiers: profile.capabilities.linkifier_url_template ? await linkifiersOf(db, realm.id) : [],
  })),
  (_ctx, { profile }) => (profile.capabilities.linkifier_url_template ? "templates" : ""),
);

export const filtersSnapshot = commonSnapshotPart(
  openSnapshotPart("realm_filters", filtersState, async () => ({ realm_filters: [] })),
);
