import type { groups, ShapeOf } from "@parley/server/contract";
import { entriesWithoutLeaver, leaverIn } from "./leaver.ts";
import { part, withChanges, withEntry, withoutEntry } from "./part.ts";

export type UserGroup = ShapeOf<typeof groups.groupFields>;
export type GroupsState = ReadonlyMap<number, UserGroup>;

const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);
const without = (ids: readonly number[], gone: readonly number[]) => ids.filter((id) => !gone.includes(id));

export const groupsPart = part<GroupsState>({
  from: (snapshot) => new Map((snapshot.realm_user_groups ?? []).map((group) => [group.id, group])),

  on: {
    user_group: {
      add: (state, { group }) => withEntry(state, group.id, group),
      update: (state, { group_id, data }) => withChanges(state, group_id, data),
      remove: (state, { group_id }) => withoutEntry(state, group_id),
      add_members: (state, { group_id, user_ids }) =>
        changed(state, group_id, ({ members }) => ({ members: ascending([...members, ...user_ids]) })),
      remove_members: (state, { group_id, user_ids }) =>
        changed(state, group_id, ({ members }) => ({ members: without(members, user_ids) })),
      add_subgroups: (state, { group_id, direct_subgroup_ids: added }) =>
        changed(state, group_id, (group) => ({
          direct_subgroup_ids: ascending([...group.direct_subgroup_ids, ...added]),
        })),
      remove_subgroups: (state, { group_id, direct_subgroup_ids: removed }) =>
        changed(state, group_id, (group) => ({ direct_subgroup_ids: without(group.direct_subgroup_ids, removed) })),
    },
    realm_user: {
      update(state, { person }) {
        const leaver = leaverIn(person);
        return leaver === undefined ? state : withoutMember(entriesWithoutLeaver(state, leaver), leaver);
      },
    },
  },
});

type Belonging = Partial<Pick<UserGroup, "members" | "direct_subgroup_ids">>;

function changed(state: GroupsState, id: number, change: (group: UserGroup) => Belonging): GroupsState {
  const group = state.get(id);
  return group ? withEntry(state, id, { ...group, ...change(group) }) : state;
}

function withoutMember(state: GroupsState, userId: number): GroupsState {
  return new Map([...state].map(([id, group]) => [id, { ...group, members: without(group.members, [userId]) }]));
}
