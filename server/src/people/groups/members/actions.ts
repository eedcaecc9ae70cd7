/** Adds and removes the members and subgroups of groups. */

import {
  addMembers,
  addSubgroups,
  groupsAround,
  membersOf,
  removeMembers,
  removeSubgroups,
} from "../../../kernel/access/store.ts";
import type { GroupId, UserId } from "../../../kernel/api/ids.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../../kernel/context.ts";
import { toEveryone } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { demandRoom } from "../../../kernel/limits/room.ts";
import { changing, membershipChanging } from "../../moments.ts";
import { groupToChange } from "../access.ts";
import { alreadyMember, alreadySubgroup, notMember, notSubgroup, wouldContainItself } from "../contract.ts";
import {
  groupAddMembersEvent,
  groupAddSubgroupsEvent,
  groupRemoveMembersEvent,
  groupRemoveSubgroupsEvent,
} from "../events.ts";
import { permissionsToAdd, permissionsToRemove, TO_ADD_OTHERS } from "../permissions.ts";
import { directMembersAmong, directMembershipOf } from "../store.ts";
import { checkGroupsExist, checkMembers, checkSubgroups } from "./checks.ts";
import { notifyMembers } from "./notices.ts";

export interface MembershipChange {
  add: readonly UserId[];
  delete: readonly UserId[];
  add_subgroups: readonly GroupId[];
  delete_subgroups: readonly GroupId[];
}

/** In this order; if one step fails, nothing changes. */
export async function changeMembership(ctx: WriteContext, group_id: GroupId, change: MembershipChange): Promise<void> {
  if (change.add.length > 0) await addPeople(ctx, group_id, change.add);
  if (change.delete.length > 0) await removePeople(ctx, group_id, change.delete);
  if (change.add_subgroups.length > 0) await addGroups(ctx, group_id, change.add_subgroups);
  if (change.delete_subgroups.length > 0) await removeGroups(ctx, group_id, change.delete_subgroups);
}

async function addPeople(ctx: WriteContext, group_id: GroupId, sent: readonly UserId[]): Promise<void> {
  const group = await groupToChange(ctx, group_id, ...permissionsToAdd(ctx.user, sent));
  const user_ids = await checkMembers(ctx, sent);
  const members = await directMembersAmong(ctx.db, group_id, user_ids);
  const known = sent.find((id) => members.has(id));
  if (known !== undefined) throw alreadyMember({ id: known });

  await joinGroup(ctx, group_id, user_ids);
  await notifyMembers(ctx, group, "addedToGroup", user_ids);
}

async function removePeople(ctx: WriteContext, group_id: GroupId, sent: readonly UserId[]): Promise<void> {
  const user_ids = await checkMembers(ctx, sent);
  const group = await groupToChange(ctx, group_id, ...permissionsToRemove(ctx.user, sent));
  const members = await directMembersAmong(ctx.db, group_id, user_ids);
  const unknown = sent.find((id) => !members.has(id));
  if (unknown !== undefined) throw notMember({ id: unknown });

  await leaveGroup(ctx, group_id, user_ids);
  await notifyMembers(ctx, group, "removedFromGroup", user_ids);
}

/** For people who are not direct members. The caller checks permissions. */
export async function joinGroup(ctx: Writing, group_id: GroupId, user_ids: UserId[]): Promise<void> {
  await changing(ctx, membershipChanging, { groupId: group_id, usersConcerned: async () => user_ids }, async () => {
    await addMembers(ctx.db, group_id, user_ids);
    for (const user of user_ids) record(ctx, "group_member_added", { group: group_id, user });
    append(ctx, groupAddMembersEvent({ op: "add_members", group_id, user_ids }), toEveryone);
  });
}

/** For people who are direct members. The caller checks permissions. */
export async function leaveGroup(ctx: Writing, group_id: GroupId, user_ids: UserId[]): Promise<void> {
  await changing(ctx, membershipChanging, { groupId: group_id, usersConcerned: async () => user_ids }, async () => {
    await removeMembers(ctx.db, group_id, user_ids);
    for (const user of user_ids) record(ctx, "group_member_removed", { group: group_id, user });
    append(ctx, groupRemoveMembersEvent({ op: "remove_members", group_id, user_ids }), toEveryone);
  });
}

async function addGroups(ctx: WriteContext, group_id: GroupId, sent: readonly GroupId[]): Promise<void> {
  const { db } = ctx;
  await groupToChange(ctx, group_id, ...TO_ADD_OTHERS);
  const direct_subgroup_ids = await checkSubgroups(ctx, sent);
  const contained = new Set((await directMembershipOf(db, group_id)).subgroups);
  const known = sent.find((id) => contained.has(id));
  if (known !== undefined) throw alreadySubgroup({ id: known });
  // Otherwise a group could contain itself.
  const around = new Set(await groupsAround(db, [group_id]));
  if (direct_subgroup_ids.some((id) => around.has(id))) throw wouldContainItself({ id: group_id });
  await demandRoom(ctx, "subgroups", { group_id }, direct_subgroup_ids.length);

  await changing(
    ctx,
    membershipChanging,
    { groupId: group_id, usersConcerned: () => membersOf(db, direct_subgroup_ids) },
    async () => {
      await addSubgroups(db, group_id, direct_subgroup_ids);
      for (const subgroup_id of direct_subgroup_ids)
        record(ctx, "group_subgroup_added", { group: group_id, subgroup_id });
      append(ctx, groupAddSubgroupsEvent({ op: "add_subgroups", group_id, direct_subgroup_ids }), toEveryone);
    },
  );
}

async function removeGroups(ctx: WriteContext, group_id: GroupId, sent: readonly GroupId[]): Promise<void> {
  const { db } = ctx;
  // Requires managing the group: removing a subgroup can remove any number of people.
  await groupToChange(ctx, group_id);
  const direct_subgroup_ids = await checkGroupsExist(ctx, sent);
  const contained = new Set((await directMembershipOf(db, group_id)).subgroups);
  const unknown = sent.find((id) => !contained.has(id));
  if (unknown !== undefined) throw notSubgroup({ id: unknown });

  await changing(
    ctx,
    membershipChanging,
    { groupId: group_id, usersConcerned: () => membersOf(db, direct_subgroup_ids) },
    async () => {
      await removeSubgroups(db, group_id, direct_subgroup_ids);
      for (const subgroup_id of direct_subgroup_ids)
        record(ctx, "group_subgroup_removed", { group: group_id, subgroup_id });
      append(ctx, groupRemoveSubgroupsEvent({ op: "remove_subgroups", group_id, direct_subgroup_ids }), toEveryone);
    },
  );
}
