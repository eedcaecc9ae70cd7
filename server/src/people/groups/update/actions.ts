/** Changes the name, description and permissions of groups, and reactivates them. */

import {
  GROUP_PERMISSIONS,
  type GroupPermission,
  groupPermissions,
} from "../../../kernel/access/permission-settings.ts";
import { checkSettingUpdate, storeSettingValue } from "../../../kernel/access/setting-values.ts";
import { dropAnonymousGroup } from "../../../kernel/access/store.ts";
import type { ShapeOf } from "../../../kernel/api/index.ts";
import { permissionChange } from "../../../kernel/audit/groups.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { toEveryone } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { groupAlreadyExists, type updateUserGroup as updateOperation } from "../contract.ts";
import { type GroupChange, groupAddEvent, groupUpdateEvent } from "../events.ts";
import { checkGroupName } from "../names.ts";
import { changeGroup, type Group, groupById, isNameTaken, presentGroups } from "../store.ts";

type UpdateGroupRequest = Omit<ShapeOf<(typeof updateOperation)["params"]>, "user_group_id">;

/** Deactivated groups can be changed too. The caller checks permissions. */
export async function updateGroup(ctx: WriteContext, group: Group, request: UpdateGroupRequest): Promise<void> {
  const { name, description, deactivated } = request;
  if (name !== undefined && name !== group.name) await rename(ctx, group, name);
  if (description !== undefined && description !== group.description) {
    await changeGroup(ctx.db, group.id, { description });
    record(ctx, "group_setting_changed", { group: group.id, setting: "description" });
    announceUpdate(ctx, group, { description });
  }
  if (deactivated === false && group.deactivated) await reactivate(ctx, group);
  for (const setting of GROUP_PERMISSIONS) await updatePermission(ctx, group, setting, request);
}

function announceUpdate(ctx: WriteContext, group: Group, data: GroupChange): void {
  const event = { op: "update", group_id: group.id, data } as const;
  append(ctx, groupUpdateEvent(group.deactivated ? { ...event, is_deactivated: true } : event), toEveryone);
}

async function rename(ctx: WriteContext, group: Group, sent: string): Promise<void> {
  const name = checkGroupName(sent);
  if (await isNameTaken(ctx.db, ctx.realm.id, name, group.id)) throw groupAlreadyExists({ name });
  await changeGroup(ctx.db, group.id, { name });
  record(ctx, "group_setting_changed", { group: group.id, setting: "name" });
  announceUpdate(ctx, group, { name });
}

async function reactivate(ctx: WriteContext, { id }: Group): Promise<void> {
  await changeGroup(ctx.db, id, { deactivated: false });
  record(ctx, "group_reactivated", { group: id });
  const group = (await groupById(ctx.db, ctx.realm.id, id)) as Group;
  announceUpdate(ctx, group, { deactivated: false });
  const [presented] = await presentGroups(ctx.db, [group]);
  if (presented) append(ctx, groupAddEvent({ op: "add", group: presented, reactivated: true }), toEveryone);
}

async function updatePermission(
  ctx: WriteContext,
  group: Group,
  name: GroupPermission,
  { [name]: update }: UpdateGroupRequest,
): Promise<void> {
  if (update === undefined) return;
  const { db, realm } = ctx;
  const setting = { name, limits: groupPermissions[name], current: group[name] };
  const value = await checkSettingUpdate(ctx, setting, update);
  if (value === undefined) return;
  const change = await permissionChange(db, name, group[name], value);
  record(ctx, "group_permission_changed", { group: group.id, ...change });
  await changeGroup(db, group.id, { [name]: await storeSettingValue(db, realm.id, value) });
  await dropAnonymousGroup(db, group[name]);
  announceUpdate(ctx, group, { [name]: value });
}
