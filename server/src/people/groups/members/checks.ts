/** Checks the people and groups that a request adds to a group. */
import { demand, type GroupId, type UserId } from "../../../kernel/api/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { usersOf } from "../../users/store.ts";
import { invalidUserGroupId, invalidUserId, UserGroupDeactivated } from "../contract.ts";
import { type Group, groupsWithIds } from "../store.ts";

/** Active accounts of the organization, each once, ascending. */
export async function checkMembers({ db, realm }: Context, ids: readonly UserId[]): Promise<UserId[]> {
  const users = ids.length === 0 ? [] : await usersOf(db, realm.id, ids);
  const active = new Set(users.filter((user) => user.is_active).map((user) => user.id));
  const unknown = ids.find((id) => !active.has(id));
  if (unknown !== undefined) throw invalidUserId({ id: unknown });
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** Named groups of the organization, each once, ascending. */
export async function checkGroupsExist(ctx: Context, ids: readonly GroupId[]): Promise<GroupId[]> {
  return (await groupsFor(ctx, ids)).map((group) => group.id);
}

/** Throws unless all of these groups are active. System groups are allowed. */
export async function checkSubgroups(ctx: Context, ids: readonly GroupId[]): Promise<GroupId[]> {
  const groups = await groupsFor(ctx, ids);
  demand(!groups.some((group) => group.deactivated), new UserGroupDeactivated());
  return groups.map((group) => group.id);
}

async function groupsFor({ db, realm }: Context, ids: readonly GroupId[]): Promise<Group[]> {
  if (ids.length === 0) return [];
  const groups = await groupsWithIds(db, realm.id, ids);
  const known = new Set(groups.map((group) => group.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalidUserGroupId({ id: unknown });
  return groups;
}
