/** The people and groups that a request wants in a group. */
import type { GroupId, UserId } from "../../api/ids.ts";
import type { Context } from "../../context.ts";
import { usersOf } from "../../users/store.ts";
import { invalidUserGroupId, invalidUserId, UserGroupDeactivated } from "../contract.ts";
import { groupsWithIds } from "../store.ts";

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** Active accounts of the organization, each once, ascending. */
export async function checkMembers({ db, realm }: Context, ids: readonly UserId[]): Promise<UserId[]> {
  const users = ids.length === 0 ? [] : await usersOf(db, realm.id, ids);
  const active = new Set(users.filter((user) => user.is_active).map((user) => user.id));
  const unknown = ids.find((id) => !active.has(id));
  if (unknown !== undefined) throw invalidUserId({ id: unknown });
  return ascending(ids);
}

/** Groups of the organization that have a name, each once, ascending. */
export async function checkGroupsExist({ db, realm }: Context, ids: readonly GroupId[]): Promise<GroupId[]> {
  const known = new Set((await groupsWithIds(db, realm.id, ids)).map((group) => group.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalidUserGroupId({ id: unknown });
  return ascending(ids);
}

/** The same, of groups that may become subgroups: active ones. Those of the roles may. */
export async function checkSubgroups(ctx: Context, ids: readonly GroupId[]): Promise<GroupId[]> {
  if (ids.length === 0) return [];
  const found = new Map((await groupsWithIds(ctx.db, ctx.realm.id, ids)).map((group) => [group.id, group]));
  for (const id of ids) if (!found.has(id)) throw invalidUserGroupId({ id });
  for (const id of ids) if (found.get(id)?.deactivated) throw new UserGroupDeactivated();
  return ascending(ids);
}
