import { groupsContaining, groupsWithin, membersOf } from "../../kernel/access/store.ts";
import { demand } from "../../kernel/api/index.ts";
import { route, snapshotRoute } from "../../kernel/http/route.ts";
import { activePersonFor } from "../users/access/viewer.ts";
import { groupToChange, groupToRead } from "./access.ts";
import * as contract from "./contract.ts";
import { createGroup } from "./create/actions.ts";
import { deactivateGroup } from "./deactivate/actions.ts";
import { changeMembership } from "./members/actions.ts";
import { directMembersAmong, directMembershipOf, groupsOf } from "./store.ts";
import { updateGroup } from "./update/actions.ts";

export const groupRoutes = [
  snapshotRoute(contract.getUserGroups, async ({ db, realm }, { include_deactivated_groups }) => ({
    user_groups: await groupsOf(db, realm.id, { includeDeactivated: include_deactivated_groups }),
  })),

  route(contract.createUserGroup, async (ctx, request) => ({ group_id: await createGroup(ctx, request) })),

  route(contract.updateUserGroup, async (ctx, { user_group_id, ...request }) => {
    demand(
      Object.values(request).some((value) => value !== undefined),
      new contract.NoNewData(),
    );
    await updateGroup(ctx, await groupToChange(ctx, user_group_id), request);
    return {};
  }),

  route(contract.deactivateUserGroup, async (ctx, { user_group_id }) => {
    await deactivateGroup(ctx, await groupToChange(ctx, user_group_id));
    return {};
  }),

  snapshotRoute(contract.getGroupMembers, async (ctx, { user_group_id, direct_member_only }) => {
    const { id } = await groupToRead(ctx, user_group_id);
    return {
      members: direct_member_only ? (await directMembershipOf(ctx.db, id)).members : await membersOf(ctx.db, [id]),
    };
  }),

  route(contract.updateGroupMembers, async (ctx, { user_group_id, ...change }) => {
    demand(
      Object.values(change).some((ids) => ids.length > 0),
      new contract.NoMembershipChange(),
    );
    await changeMembership(ctx, user_group_id, change);
    return {};
  }),

  snapshotRoute(contract.isGroupMember, async (ctx, { user_group_id, user_id, direct_member_only }) => {
    const { id } = await groupToRead(ctx, user_group_id);
    await activePersonFor(ctx, user_id);
    const isMember = direct_member_only
      ? (await directMembersAmong(ctx.db, id, [user_id])).has(user_id)
      : (await groupsContaining(ctx.db, user_id)).has(id);
    return { is_user_group_member: isMember };
  }),

  snapshotRoute(contract.getSubgroups, async (ctx, { user_group_id, direct_subgroup_only }) => {
    const { id } = await groupToRead(ctx, user_group_id);
    const subgroups = direct_subgroup_only
      ? (await directMembershipOf(ctx.db, id)).subgroups
      : await groupsWithin(ctx.db, id);
    return { subgroups };
  }),

  route(contract.updateSubgroups, async (ctx, { user_group_id, add, delete: remove }) => {
    demand(add.length + remove.length > 0, new contract.NoSubgroupChange());
    const change = { add: [], delete: [], add_subgroups: add, delete_subgroups: remove };
    await changeMembership(ctx, user_group_id, change);
    return {};
  }),
];
