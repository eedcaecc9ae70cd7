/** Who is in a group, directly or through which of its subgroups, and who may change that. */
import { holderOf, realmSettings, type State, type UserGroup } from "@parley/client";
import { isGuest } from "@parley/server/kernel/access/roles.ts";
import {
  canChange,
  permissionsToAdd,
  permissionsToRemove,
  TO_ADD_OTHERS,
} from "@parley/server/people/groups/permissions.ts";
import { groupFacts } from "../../state/groups.ts";

type Groups = State["groups"];

export interface GroupMember {
  readonly userId: number;
  readonly isDirect: boolean;
  /** The direct subgroups that contain them. */
  readonly through: readonly number[];
}

/** A group and everything in it, at any depth. */
function withSubgroups(groups: Groups, groupId: number, found: Set<number> = new Set()): ReadonlySet<number> {
  const group = groups.get(groupId);
  if (!group || found.has(groupId)) return found;
  found.add(groupId);
  for (const id of group.direct_subgroup_ids) withSubgroups(groups, id, found);
  return found;
}

const peopleIn = (groups: Groups, groupId: number): ReadonlySet<number> =>
  new Set([...withSubgroups(groups, groupId)].flatMap((id) => groups.get(id)?.members ?? []));

export const memberCount = (groups: Groups, groupId: number): number => peopleIn(groups, groupId).size;

/** Everyone in the group. */
export function membersOf(groups: Groups, groupId: number): readonly GroupMember[] {
  const group = groups.get(groupId);
  if (!group) return [];
  const direct = new Set(group.members);
  const through = new Map<number, number[]>();
  for (const subgroup of group.direct_subgroup_ids)
    for (const userId of peopleIn(groups, subgroup)) through.set(userId, [...(through.get(userId) ?? []), subgroup]);
  return [...new Set([...direct, ...through.keys()])].map((userId) => ({
    userId,
    isDirect: direct.has(userId),
    through: through.get(userId) ?? [],
  }));
}

/** Whether a group can become a subgroup: it is not one yet, and does not contain the group itself. */
export function canContain(groups: Groups, groupId: number, subgroupId: number): boolean {
  const subgroup = groups.get(subgroupId);
  if (!subgroup || subgroup.deactivated || groups.get(groupId)?.direct_subgroup_ids.includes(subgroupId)) return false;
  return !withSubgroups(groups, subgroupId).has(groupId);
}

export interface GroupRights {
  readonly mayManage: boolean;
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
  readonly mayJoin: boolean;
  readonly mayLeave: boolean;
}

/** By the server's own rules. The operations are not open to guests, and a deactivated group keeps its members. */
export function rightsOn(state: State, group: UserGroup): GroupRights {
  const [reader, settings] = [holderOf(state), realmSettings(state)];
  const own = { id: state.users.ownId };
  const may = (...permissions: Parameters<typeof canChange>[3][]) =>
    !isGuest(reader) && canChange(reader, settings, groupFacts(group), ...permissions);
  const isIn = group.members.includes(own.id);
  return {
    mayManage: may(),
    mayAdd: !group.deactivated && may(...TO_ADD_OTHERS),
    mayRemove: !group.deactivated && may(...permissionsToRemove(own, [0])),
    mayJoin: !group.deactivated && !isIn && may(...permissionsToAdd(own, [own.id])),
    mayLeave: !group.deactivated && isIn && may(...permissionsToRemove(own, [own.id])),
  };
}

/** Whether the reader is in the group, directly or through a subgroup. */
export const isMine = (state: State, groupId: number): boolean => holderOf(state).groups.has(groupId);
