import { openSnapshotPart } from "../../kernel/feature.ts";
import { groupsState } from "./contract.ts";
import { groupsOf } from "./store.ts";

export const groupsSnapshot = openSnapshotPart("realm_user_groups", groupsState, async (ctx, { profile }) => ({
  realm_user_groups: await groupsOf(ctx.db, ctx.realm.id, {
    includeDeactivated: profile.capabilities.include_deactivated_groups,
  }),
}));
