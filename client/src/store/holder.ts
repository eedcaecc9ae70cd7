/** Answers the server's permission rules (`permissions.ts` of each feature) from the store. */
import type { Holder } from "@parley/server/kernel/access/holds.ts";
import { VISITOR } from "@parley/server/kernel/access/roles.ts";
import type { GroupsState } from "./groups.ts";
import type { State } from "./store.ts";

/** A group setting's value as the API sends it; an older server may not know the setting. */
export type GroupValue =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }
  | undefined;

type HolderState = Pick<State, "users" | "groups">;

/** The reader by default. Unknown users have the rights of a visitor. */
export function holderOf(state: HolderState, userId = state.users.ownId): Holder<GroupValue> {
  const role = state.users.users.get(userId)?.role ?? VISITOR;
  return { role, groups: { has: (value) => contains(value, userId, state.groups) } };
}

/** Holds what any of these users holds. */
export function anyOf(state: HolderState, userIds: readonly number[]): Pick<Holder<GroupValue>, "groups"> {
  return { groups: { has: (value) => userIds.some((id) => contains(value, id, state.groups)) } };
}

function contains(value: GroupValue, userId: number, groups: GroupsState): boolean {
  if (value === undefined) return false;
  const containing = groupsContaining(userId, groups);
  if (typeof value === "number") return containing.has(value);
  return value.direct_members.includes(userId) || value.direct_subgroups.some((id) => containing.has(id));
}

const resolved = new WeakMap<GroupsState, Map<number, ReadonlySet<number>>>();

/** All groups that contain the user, directly or through subgroups; cached until the groups change. */
function groupsContaining(userId: number, groups: GroupsState): ReadonlySet<number> {
  const known = resolved.get(groups) ?? new Map<number, ReadonlySet<number>>();
  resolved.set(groups, known);
  const found = known.get(userId) ?? resolve(userId, groups);
  known.set(userId, found);
  return found;
}

function resolve(userId: number, groups: GroupsState): ReadonlySet<number> {
  const found = new Set([...groups.values()].filter((group) => group.members.includes(userId)).map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const group of groups.values()) if (group.direct_subgroup_ids.some((id) => found.has(id))) found.add(group.id);
  }
  return found;
}
