/** Creates user groups. */

import type { GroupSettingValue } from "../../../kernel/access/group-setting.ts";
import {
  type GroupPermission,
  groupPermissions,
  type SystemGroupName,
} from "../../../kernel/access/permission-settings.ts";
import { checkSettingValue, storeSettingValue } from "../../../kernel/access/setting-values.ts";
import { addMembers, addSubgroups } from "../../../kernel/access/store.ts";
import { demand, type GroupId, InsufficientPermission, type ShapeOf } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { toEveryone } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { demandFits, demandRoom } from "../../../kernel/limits/room.ts";
import { type createUserGroup as createOperation, groupAlreadyExists } from "../contract.ts";
import { groupAddEvent, groupAddSubgroupsEvent } from "../events.ts";
import { checkMembers, checkSubgroups } from "../members/checks.ts";
import { checkGroupName } from "../names.ts";
import { mayCreateGroups } from "../permissions.ts";
import { type Group, groupById, insertGroup, isNameTaken, presentGroups } from "../store.ts";

type CreateGroupRequest = ShapeOf<(typeof createOperation)["params"]>;

export async function createGroup(ctx: WriteContext, request: CreateGroupRequest): Promise<GroupId> {
  const { db, realm, user, now } = ctx;
  demand(mayCreateGroups(user, realm.settings), new InsufficientPermission());
  const members = await checkMembers(ctx, request.members);
  const name = checkGroupName(request.name);
  const values = await checkValues(ctx, request);
  if (await isNameTaken(db, realm.id, name)) throw groupAlreadyExists({ name });
  const subgroups = await checkSubgroups(ctx, request.subgroups);
  await demandRoom(ctx, "user_groups", { realm_id: realm.id });
  demandFits(ctx, "subgroups", subgroups.length);

  const id = await insertGroup(db, {
    realm_id: realm.id,
    kind: "named",
    name,
    description: request.description,
    creator_id: user.id,
    date_created: now,
    deactivated: false,
    ...(await storeValues(ctx, values)),
  });
  record(ctx, "group_created", { group: id });
  await addMembers(db, id, members);
  for (const user of members) record(ctx, "group_member_added", { group: id, user });
  const [group] = await presentGroups(db, [(await groupById(db, realm.id, id)) as Group]);
  if (group) append(ctx, groupAddEvent({ op: "add", group }), toEveryone);
  if (subgroups.length > 0) {
    await addSubgroups(db, id, subgroups);
    for (const subgroup_id of subgroups) record(ctx, "group_subgroup_added", { group: id, subgroup_id });
    const event = groupAddSubgroupsEvent({ op: "add_subgroups", group_id: id, direct_subgroup_ids: subgroups });
    append(ctx, event, toEveryone);
  }
  return id;
}

type Values = Record<GroupPermission, GroupSettingValue>;

/** The values sent, and defaults for the others; some default to the creator alone. */
async function checkValues(ctx: WriteContext, request: CreateGroupRequest): Promise<Values> {
  const { systemGroups } = ctx.realm;
  const values: Partial<Values> = {};
  for (const [each, limits] of Object.entries(groupPermissions)) {
    const name = each as GroupPermission;
    const sent = request[name];
    if (sent !== undefined) values[name] = await checkSettingValue(ctx, { name, limits }, sent);
    else if (limits.default === "group_creator") values[name] = { direct_members: [ctx.user.id], direct_subgroups: [] };
    else values[name] = systemGroups[limits.default as SystemGroupName];
  }
  return values as Values;
}

async function storeValues(ctx: WriteContext, values: Values): Promise<Record<GroupPermission, GroupId>> {
  const stored: Partial<Record<GroupPermission, GroupId>> = {};
  for (const [name, value] of Object.entries(values))
    stored[name as GroupPermission] = await storeSettingValue(ctx.db, ctx.realm.id, value);
  return stored as Record<GroupPermission, GroupId>;
}
