/** User groups of a Zulip export: groups with a name, which versions before 9 have in one table with everything else. */
import { type Fields, numberOrNothing, textIn } from "../json.ts";
import { MAX_PEOPLE_IN_CHANNEL, MAX_SUBGROUPS } from "../limits.ts";
import type { GroupRecord, HoldersRecord, SkippedRecord } from "../records.ts";
import { leftOver, skipped, skippedAll } from "../skipped.ts";
import { idIn, type ZulipArchive } from "./archive.ts";

/** Groups of roles are here too. */
const ROLE = /^role:/;

export function* groupsIn(archive: ZulipArchive): Generator<GroupRecord | SkippedRecord> {
  const all = namedGroups(archive);
  const roles = new Map(all.filter(isOfRole).map((group) => [idOf(group), textIn(group.name)]));
  const own = all.filter((group) => !isOfRole(group));
  const members = Map.groupBy(archive.rows("zerver_usergroupmembership"), ({ user_group }) => idIn(user_group));
  const contained = Map.groupBy(archive.rows("zerver_groupgroupmembership"), ({ supergroup }) => idIn(supergroup));
  const subgroupsOf = (id: string) => (contained.get(id) ?? []).map(({ subgroup }) => idIn(subgroup));
  const ordered = subgroupsFirst(own, subgroupsOf);
  for (const group of ordered) {
    const id = idOf(group);
    if (id === "") {
      yield skipped("groups", "there is no id", "");
      continue;
    }
    const inside = subgroupsOf(id);
    const ofGroup = (members.get(id) ?? []).map(({ user_profile }) => idIn(user_profile));
    yield {
      type: "group",
      id,
      name: textIn(group.name),
      description: textIn(group.description),
      isDeactivated: group.deactivated === true,
      createdAt: numberOrNothing(group.date_created),
      creator: idIn(group.creator),
      members: ofGroup.slice(0, MAX_PEOPLE_IN_CHANNEL),
      subgroups: inside.filter((each) => !roles.has(each)).slice(0, MAX_SUBGROUPS),
      roles: [...new Set(inside.flatMap((each) => roles.get(each) ?? []))],
    };
    yield* leftOver("members of groups", "the group has too many", id, ofGroup.length - MAX_PEOPLE_IN_CHANNEL);
    const own = inside.filter((each) => !roles.has(each)).length;
    yield* leftOver("subgroups", "the group has too many", id, own - MAX_SUBGROUPS);
  }
  yield* skippedAll("groups", "another one has the same id", own.filter((group) => !ordered.has(group)).map(idOf));
}

/** Whom a permission names: a group with a name, or what is inside one without. */
export type FoundHolders = (group: string) => HoldersRecord;

export function holdersIn(archive: ZulipArchive): FoundHolders {
  const named = new Map(namedGroups(archive).map((group) => [idOf(group), group]));
  const members = Map.groupBy(archive.rows("zerver_usergroupmembership"), ({ user_group }) => idIn(user_group));
  const contained = Map.groupBy(archive.rows("zerver_groupgroupmembership"), ({ supergroup }) => idIn(supergroup));
  return (id) => {
    const isNamed = named.has(id) || !(members.has(id) || contained.has(id));
    const inside = isNamed ? [id] : (contained.get(id) ?? []).map(({ subgroup }) => idIn(subgroup));
    const roleOf = (each: string) => {
      const group = named.get(each);
      return group && isOfRole(group) ? textIn(group.name) : undefined;
    };
    return {
      roles: inside.flatMap((each) => roleOf(each) ?? []),
      groups: inside.filter((each) => roleOf(each) === undefined),
      people: isNamed ? [] : (members.get(id) ?? []).map(({ user_profile }) => idIn(user_profile)),
    };
  };
}

/** By name, as texts mention them. */
export const groupIds = (archive: ZulipArchive): Map<string, string> =>
  new Map(namedGroups(archive).map((group) => [textIn(group.name), idOf(group)]));

/** The others are values of permissions. */
const namedGroups = (archive: ZulipArchive): Fields[] => {
  const named = archive.rows("zerver_namedusergroup");
  return named.length > 0 ? named : archive.rows("zerver_usergroup").filter(({ name }) => typeof name === "string");
};

const idOf = ({ usergroup_ptr, id }: Fields): string => idIn(usergroup_ptr) || idIn(id);

const isOfRole = ({ name, is_system_group }: Fields): boolean => is_system_group === true || ROLE.test(textIn(name));

/** Without recursion: whoever made the archive may have nested them deeply, or in a circle, which is broken somewhere. */
function subgroupsFirst(groups: readonly Fields[], subgroupsOf: (id: string) => readonly string[]): Set<Fields> {
  const byId = new Map(groups.map((group) => [idOf(group), group]));
  const [begun, ordered] = [new Set<string>(), new Set<Fields>()];
  for (const first of groups) {
    const waiting = [{ group: first, isOver: false }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { group, isOver } = next;
      const id = idOf(group);
      if (isOver) ordered.add(group);
      else if (!begun.has(id) || id === "") {
        begun.add(id);
        waiting.push({ group, isOver: true });
        for (const inside of subgroupsOf(id)) {
          const subgroup = begun.has(inside) ? undefined : byId.get(inside);
          if (subgroup) waiting.push({ group: subgroup, isOver: false });
        }
      }
    }
  }
  return ordered;
}
