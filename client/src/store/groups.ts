import type { groups, ShapeOf } from "@parley/server/contract";
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
    const group = event.type === "user_group" && state.get(event.group_id as number);
    if (!group) return state;
    const userIds = event.user_ids as number[];
    if (event.op === "add_members")
      return withEntry(state, group.id, { ...group, members: ascending([...group.members, ...userIds]) });
    if (event.op === "remove_members")
      return withEntry(state, group.id, { ...group, members: group.members.filter((id) => !userIds.includes(id)) });
    return state;
  },
});

function withoutMember(state: GroupsState, userId: number): GroupsState {
  const without = (group: UserGroup) => ({ ...group, members: group.members.filter((id) => id !== userId) });
  return new Map([...state].map(([id, group]) => [id, without(group)]));
}
