import { openSnapshotPart, sharedSnapshotPart } from "../../kernel/feature.ts";
import { groupsState } from "./contract.ts";
import { groupsOf } from "./store.ts";

export const groupsSnapshot = sharedSnapshotPart(
  openSnapshotPart("realm_user_groups", groupsState, async (ctx, { profile }) => ({
    realm_user_groups: await groupsOf(ctx.db, ctx.realm.id, {
      includeDeactivated: profile.capabilities.include_deactivated_groups,
    }),
  })),
  {
    keyOf: (_ctx, { profile }) => (profile.capabilities.include_deactivated_groups ? "all" : "active"),
    // Deactivated accounts are members of nothing.
    changedBy: { events: ["realm", "realm_bot", "realm_user", "user_group"] },
  },
);
