import type { groups, ShapeOf } from "@parley/server/contract";
import type { ServerEvent } from "../types.ts";
import { entriesWithoutLeaver, leaverOf } from "./leaver.ts";
import { part, withEntry } from "./part.ts";

export type UserGroup = ShapeOf<typeof groups.groupFields>;
export type GroupsState = ReadonlyMap<number, UserGroup>;

const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

export const groupsPart = part<GroupsState>({
  from: (snapshot) => new Map((snapshot.realm_user_groups ?? []).map((group) => [group.id, group])),

  apply(state, event) {
    const leaver = leaverOf(event);
    if (leaver !== undefined) return withoutMember(entriesWithoutLeaver(state, leaver), leaver);
    if (event.type !== "user_group") return state;
    if (event.op === "add") {
      const added = event.group as UserGroup;
      return withEntry(state, added.id, added);
    }
    const group = state.get(event.group_id as number);
    if (!group) return state;
    if (event.op === "remove") return new Map([...state].filter(([id]) => id !== group.id));
    return withEntry(state, group.id, changed(group, event));
  },
});

function changed(group: UserGroup, event: ServerEvent): UserGroup {
  const userIds = (event.user_ids ?? []) as number[];
  const subgroupIds = (event.direct_subgroup_ids ?? []) as number[];
  const { members, direct_subgroup_ids } = group;
  switch (event.op) {
    case "update":
      return { ...group, ...(event.data as Partial<UserGroup>) };
    case "add_members":
      return { ...group, members: ascending([...members, ...userIds]) };
    case "remove_members":
      return { ...group, members: members.filter((id) => !userIds.includes(id)) };
    case "add_subgroups":
      return { ...group, direct_subgroup_ids: ascending([...direct_subgroup_ids, ...subgroupIds]) };
    case "remove_subgroups":
      return { ...group, direct_subgroup_ids: direct_subgroup_ids.filter((id) => !subgroupIds.includes(id)) };
    default:
      return group;
  }
}

function withoutMember(state: GroupsState, userId: number): GroupsState {
  const without = (group: UserGroup) => ({ ...group, members: group.members.filter((id) => id !== userId) });
  return new Map([...state].map(([id, group]) => [id, without(group)]));
}
