/** Loads the group that a request names. */
import type { GroupPermission } from "../../kernel/access/permission-settings.ts";
import { demand, type GroupId, InsufficientPermission } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { InvalidUserGroup, UserGroupDeactivated } from "./contract.ts";
import { canChange } from "./permissions.ts";
import { type Group, groupById } from "./store.ts";

/** Everyone can see all groups, but the members of deactivated ones cannot be queried. */
export async function groupToRead(ctx: Context, id: GroupId): Promise<Group> {
  const group = await groupById(ctx.db, ctx.realm.id, id);
  if (!group) throw new InvalidUserGroup();
  demand(!group.deactivated, new UserGroupDeactivated());
  return group;
}

/** The group, if the user manages it or has one of these permissions on it. */
export async function groupToChange(
  ctx: Context,
  id: GroupId,
  ...permissions: readonly GroupPermission[]
): Promise<Group> {
  const group = await groupById(ctx.db, ctx.realm.id, id);
  if (!group) throw new InvalidUserGroup();
  demand(canChange(ctx.user, ctx.realm.settings, group, ...permissions), new InsufficientPermission());
  return group;
}
