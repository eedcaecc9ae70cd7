/** Whether the reader holds a permission: group settings are a group, or people and groups of their own. */
import type { State } from "@parley/client";

export type GroupValue =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

const holders = new WeakMap<State["groups"], Map<number, ReadonlySet<number>>>();

/** The groups that somebody is in, through others too; found once for each state of the groups. */
function groupsOf({ groups }: Pick<State, "groups">, userId: number): ReadonlySet<number> {
  const known = holders.get(groups) ?? new Map<number, ReadonlySet<number>>();
  holders.set(groups, known);
  const found = known.get(userId) ?? inGroups(groups, userId);
  known.set(userId, found);
  return found;
}

function inGroups(groups: State["groups"], userId: number): ReadonlySet<number> {
  const found = new Set([...groups.values()].filter((group) => group.members.includes(userId)).map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const group of groups.values()) if (group.direct_subgroup_ids.some((id) => found.has(id))) found.add(group.id);
  }
  return found;
}

export function holds(state: Pick<State, "groups">, userId: number, value: GroupValue | undefined): boolean {
  if (value === undefined) return false;
  const groups = groupsOf(state, userId);
  if (typeof value === "number") return groups.has(value);
  return value.direct_members.includes(userId) || value.direct_subgroups.some((id) => groups.has(id));
}

/** A permission of the organization, as `realm_can_…_group`. */
export function holdsInRealm(state: State, name: string): boolean {
  const realm: Readonly<Record<string, unknown>> = state.realm;
  return holds(state, state.users.ownId, realm[`realm_${name}`] as GroupValue | undefined);
}

export const isAdministrator = ({ users }: Pick<State, "users">): boolean =>
  users.users.get(users.ownId)?.is_admin === true;
