/** User groups, with their members and permissions. */
import { change, type Writing } from "../kernel/context.ts";
import {
  createUserGroup,
  deactivateUserGroup,
  updateGroupMembers,
  updateUserGroup,
} from "../people/groups/contract.ts";
import type { Difference } from "./difference.ts";
import { asSent, changedPermissions, type Sides } from "./sides.ts";
import type { GroupState } from "./state.ts";

export async function groupDifferences(sides: Sides): Promise<Difference[]> {
  const { remote, local, ids } = sides;
  const own = [...remote.groups.values()].filter(({ isSystem }) => !isSystem).sort((a, b) => a.id - b.id);
  return own.flatMap((group) => {
    const here = local.groups.get(ids.get("group", group.id) ?? 0);
    if (here) return changes(sides, group, here);
    return [{ says: `The group ${group.name} is not here.`, mend: () => create(sides, group) }];
  });
}

/** Only those whom a group can be given. */
const activeAmong = ({ local }: Sides, users: readonly number[]): number[] =>
  users.filter((id) => local.people.get(id)?.isActive);

async function create(sides: Sides, group: GroupState): Promise<void> {
  const { ids, server, owner } = sides;
  const { name, description } = group;
  const members = activeAmong(sides, ids.all("person", group.members));
  const group_id =
    begun(sides, group)?.id ?? (await server.call(owner, createUserGroup, { name, description, members })).group_id;
  await change(await server.asOperator(), (ctx) => noteOrigin(ctx, sides, group, group_id));
  ids.learn("group", group.id, group_id);
}

/** A run that was killed may have made it, without noting what it is. The next round gives it what it lacks. */
function begun({ local, ids, remote }: Sides, { name }: GroupState): GroupState | undefined {
  const noted = new Set(ids.all("group", [...remote.groups.keys()]));
  return [...local.groups.values()].find((each) => !each.isSystem && each.name === name && !noted.has(each.id));
}

/** Who has made it there, and when. */
async function noteOrigin({ db }: Writing, { ids }: Sides, group: GroupState, id: number): Promise<void> {
  const creator_id = ids.get("person", group.creator) ?? null;
  const date = group.createdAt === undefined ? {} : { date_created: Math.floor(group.createdAt) };
  await db
    .updateTable("user_group")
    .set({ creator_id, ...date })
    .where("id", "=", id)
    .execute();
  await ids.note(db, "group", group.id, id);
}

function changes(sides: Sides, group: GroupState, here: GroupState): Difference[] {
  const { ids, server, owner } = sides;
  const user_group_id = here.id;
  const found: Difference[] = [];
  const differs = (what: string, mend: () => Promise<unknown>) =>
    found.push({ says: `The group ${group.name} differs: ${what}.`, mend: async () => void (await mend()) });
  if (here.isDeactivated && !group.isDeactivated)
    differs("deactivated", () => server.call(owner, updateUserGroup, { user_group_id, deactivated: false }));
  const named = {
    ...(group.name === here.name ? {} : { name: group.name }),
    ...(group.description === here.description ? {} : { description: group.description }),
  };
  if (Object.keys(named).length > 0)
    differs(Object.keys(named).join(", "), () => server.call(owner, updateUserGroup, { user_group_id, ...named }));
  const [wanted, current] = [activeAmong(sides, ids.all("person", group.members)), activeAmong(sides, here.members)];
  const [groups, ownGroups] = [ids.all("group", group.subgroups), here.subgroups];
  const members = {
    add: wanted.filter((id) => !current.includes(id)),
    delete: current.filter((id) => !wanted.includes(id)),
    add_subgroups: groups.filter((id) => !ownGroups.includes(id)),
    delete_subgroups: ownGroups.filter((id) => !groups.includes(id)),
  };
  if (Object.values(members).some((list) => list.length > 0))
    differs("members", () => server.call(owner, updateGroupMembers, { user_group_id, ...members }));
  for (const { name, value } of changedPermissions(sides, group.permissions, here.permissions))
    differs(name, () =>
      server.call(owner, updateUserGroup, { user_group_id, [name]: { new: asSent(value) } } as never),
    );
  if (group.isDeactivated && !here.isDeactivated)
    differs("deactivated", () => server.call(owner, deactivateUserGroup, { user_group_id }));
  return found;
}
