/**
 * User groups of an archive. A group here is only the same one if nothing differs: groups may hold permissions, which nobody gets
 * through an archive. Otherwise the new one gets another name.
 */
import {
  type GroupPermission,
  groupPermissions,
  type SystemGroupName,
} from "../../kernel/access/permission-settings.ts";
import { storeSettingValue } from "../../kernel/access/setting-values.ts";
import { addMembers, addSubgroups, raiseVersion } from "../../kernel/access/store.ts";
import type { GroupId, UserId } from "../../kernel/api/ids.ts";
import { ApiError } from "../../kernel/api/index.ts";
import { record as recordAudit } from "../../kernel/audit/record.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom, limitOf, membersUpto } from "../../kernel/limits/room.ts";
import { nameKey } from "../../kernel/names/visible.ts";
import { createUserGroup, MAX_GROUP_NAME_LENGTH } from "../../people/groups/contract.ts";
import {
  groupAddEvent,
  groupAddMembersEvent,
  groupAddSubgroupsEvent,
  groupRemoveEvent,
  groupUpdateEvent,
} from "../../people/groups/events.ts";
import { checkGroupName } from "../../people/groups/names.ts";
import {
  changeGroup,
  directCountsOf,
  directMembersAmong,
  directMembershipOf,
  type Group,
  groupById,
  groupsNamed,
  insertGroup,
  isNameTaken,
  presentGroups,
} from "../../people/groups/store.ts";
import type { Ledger } from "../ledger.ts";
import { MAX_PEOPLE_IN_CHANNEL } from "../limits.ts";
import { nameBefore, shortenedTo, suffixOf } from "../names.ts";
import type { GroupRecord, SkippedRecord } from "../records.ts";
import { skipped } from "../skipped.ts";
import { deleteItem, insertItem, itemsOf, itemWith, moveItem, type Origin, sourceKey } from "../store.ts";
import type { Tally } from "../tally.ts";
import { storable } from "../texts.ts";
import { FoundOnce, type FoundPeople, NO_ROOM, reasonOf, refusal } from "./parts.ts";

interface LocalGroup {
  readonly id: GroupId;
  readonly name: string;
  readonly isDeactivated: boolean;
}

/** What of a record can be taken, with the reasons for the rest. */
interface FoundGroup {
  readonly name: string;
  readonly description: string;
  readonly members: readonly UserId[];
  readonly subgroups: readonly GroupId[];
  readonly leftOut: readonly SkippedRecord[];
}

export class ImportedGroups {
  readonly #ctx: OpenContext;
  readonly #origin: Origin;
  readonly #people: FoundPeople;
  readonly #bySource: Map<string, LocalGroup>;

  readonly #membersAtOnce: number;
  #foreseen = 0;
  readonly #found = new FoundOnce();
  /** How many names were tried for groups with the same name. */
  readonly #tried = new Map<string, number>();

  private constructor(
    ctx: OpenContext,
    origin: Origin,
    people: FoundPeople,
    known: Map<string, LocalGroup>,
    membersAtOnce: number,
  ) {
    this.#membersAtOnce = membersAtOnce;
    this.#ctx = ctx;
    this.#origin = origin;
    this.#people = people;
    this.#bySource = known;
  }

  /** With the groups that an earlier run has taken. */
  static async of(
    ctx: OpenContext,
    origin: Origin,
    people: FoundPeople,
    { membersAtOnce = MEMBERS_AT_ONCE } = {},
  ): Promise<ImportedGroups> {
    const { reader } = ctx.app.database;
    const rows = await reader
      .selectFrom("user_group")
      .select(["id", "name", "deactivated"])
      .where("realm_id", "=", ctx.realm.id)
      .where("kind", "=", "named")
      .execute();
    const byId = new Map(rows.map((row) => [row.id, localGroup(row)]));
    const known = new Map<string, LocalGroup>();
    for (const [source, id] of await itemsOf(reader, origin, "group")) {
      const group = byId.get(id);
      if (group) known.set(source, group);
    }
    return new ImportedGroups(ctx, origin, people, known, membersAtOnce);
  }

  get(id: string): LocalGroup | undefined {
    return this.#bySource.get(sourceKey(id));
  }

  async add(record: GroupRecord, ledger: Ledger): Promise<void> {
    const found = this.#find(record);
    if ("type" in found) return ledger.leaveOutFirst(found);
    const stored = this.get(record.id) ?? (await this.#store(record, found, ledger));
    if ("type" in stored) return ledger.leaveOutFirst(stored);
    const isDeactivated = (await this.#complete(record, found, stored, ledger)) || stored.isDeactivated;
    this.#bySource.set(sourceKey(record.id), { ...stored, isDeactivated });
    for (const each of found.leftOut) ledger.leaveOutFirst(each);
  }

  /** Without changing anything: what `add` would count. */
  async foresee(record: GroupRecord, tally: Tally): Promise<void> {
    const found = this.#find(record);
    if ("type" in found) return tally.leaveOut(found);
    if (!this.get(record.id)) {
      const { app, realm } = this.#ctx;
      const limit = limitOf(app, "user_groups");
      const here = await membersUpto(app.database.reader, "user_groups", { realm_id: realm.id }, limit);
      if (here + this.#foreseen++ >= limit) return tally.leaveOut(tooMany(record));
      this.#bySource.set(sourceKey(record.id), { id: 0, name: found.name, isDeactivated: record.isDeactivated });
      tally.take("groups");
    }
    for (const each of found.leftOut) tally.leaveOut(each);
  }

  #find(record: GroupRecord): FoundGroup | SkippedRecord {
    const nameless = this.#found.fault(record);
    if (nameless !== undefined) return skipped("groups", nameless, record.id);
    const name = refusal(() => checkGroupName(record.name));
    if ("refused" in name) return skipped("groups", "the name is not one that a group can have here", record.id);
    const people = record.members.slice(0, MAX_PEOPLE_IN_CHANNEL);
    const members = new Set(people.flatMap((id) => this.#people.get(id)?.id ?? []));
    const unknown = people.filter((id) => !this.#people.get(id)).length;
    const groups = this.#subgroups(record);
    const most = limitOf(this.#ctx.app, "subgroups");
    const leave = (what: string, reason: string, count: number) =>
      count > 0 ? [skipped(what, reason, record.id, count)] : [];
    return {
      name: name.value,
      description: descriptionFrom(record.description),
      members: [...members].sort((a, b) => a - b),
      subgroups: groups.found.slice(0, most),
      leftOut: [
        ...leave("members of groups", "the person is not in the archive", unknown),
        ...leave("members of groups", "the group has too many", record.members.length - people.length),
        ...leave("subgroups", "the group is not here, or is deactivated", groups.missing),
        ...leave("subgroups", "the group has too many", Math.max(0, groups.found.length - most)),
      ],
    };
  }

  #subgroups({ id, subgroups, roles = [] }: GroupRecord): { found: GroupId[]; missing: number } {
    const { systemGroups } = this.#ctx.realm;
    const own = subgroups.map((each) => (each === id ? undefined : this.get(each)));
    const ofRoles = roles.map((role) =>
      Object.hasOwn(systemGroups, role) ? systemGroups[role as SystemGroupName] : undefined,
    );
    const ids = [...own.map((group) => (group?.isDeactivated === false ? group.id : undefined)), ...ofRoles];
    const found = ids.filter((each) => each !== undefined);
    return { found: [...new Set(found)].sort((a, b) => a - b), missing: ids.length - found.length };
  }

  async #store(record: GroupRecord, found: FoundGroup, ledger: Ledger): Promise<LocalGroup | SkippedRecord> {
    try {
      return await ledger.change(this.#ctx, async (ctx, tally) => {
        const same = await this.#sameGroup(ctx, record, found);
        const group = same ?? (await this.#create(ctx, record, found));
        await insertItem(ctx.db, this.#origin, { kind: "group", source_id: record.id, local_id: group.id });
        if (!same && found.members.length > this.#membersAtOnce) {
          const begun = { kind: "group_begun", source_id: record.id, local_id: this.#membersAtOnce } as const;
          await insertItem(ctx.db, this.#origin, begun);
        }
        tally.take("groups");
        return group;
      });
    } catch (error) {
      if (error instanceof ApiError) return skipped("groups", reasonOf(error), record.id);
      throw error;
    }
  }

  /** Others wait for each transaction, so a large group gets its members in several. Returns whether that has deactivated it. */
  async #complete(
    { id: source, isDeactivated }: GroupRecord,
    { members }: FoundGroup,
    { id }: LocalGroup,
    ledger: Ledger,
  ): Promise<boolean> {
    let isOver = false;
    if (members.length <= this.#membersAtOnce) return isOver;
    const { reader } = this.#ctx.app.database;
    const key = sourceKey(source);
    let begun = await itemWith(reader, this.#origin, "group_begun", [key]);
    while (begun !== undefined) {
      const [from, to] = [begun, begun + this.#membersAtOnce];
      isOver = await ledger.change(this.#ctx, async (ctx) => {
        const { db, realm } = ctx;
        const group = await groupById(db, realm.id, id);
        const isLast = to >= members.length || !group || group.deactivated;
        if (group && !group.deactivated) await addMembersTo(ctx, id, members.slice(from, to));
        const ends = isLast && isDeactivated && group?.deactivated === false;
        if (ends) await deactivate(ctx, id);
        await raiseVersion(db, realm.id);
        const item = { kind: "group_begun", key, local_id: to } as const;
        await (isLast ? deleteItem(db, this.#origin, item) : moveItem(db, this.#origin, item));
        return ends;
      });
      begun = await itemWith(reader, this.#origin, "group_begun", [key]);
    }
    return isOver;
  }

  async #sameGroup(
    { db, realm }: Writing,
    { isDeactivated }: GroupRecord,
    { name, description, members, subgroups }: FoundGroup,
  ): Promise<LocalGroup | undefined> {
    if (isDeactivated) return undefined;
    const [group] = await groupsNamed(db, realm.id, [name]);
    if (!group || group.description !== description) return undefined;
    // Two groups of one origin stay two.
    if ([...this.#bySource.values()].some(({ id }) => id === group.id)) return undefined;
    const counts = await directCountsOf(db, group.id);
    if (counts.members !== members.length || counts.subgroups !== subgroups.length) return undefined;
    const there = await directMembersAmong(db, group.id, members);
    const contained = new Set((await directMembershipOf(db, group.id)).subgroups);
    const isSame = there.size === members.length && subgroups.every((id) => contained.has(id));
    return isSame ? localGroup(group) : undefined;
  }

  async #create(ctx: Writing, record: GroupRecord, found: FoundGroup): Promise<LocalGroup> {
    const { db, realm, now } = ctx;
    const { description, members, subgroups } = found;
    const { createdAt, creator, isDeactivated } = record;
    await demandRoom(ctx, "user_groups", { realm_id: realm.id });
    const name = await this.#freeName(ctx, found.name);
    const creator_id = (creator === undefined ? undefined : this.#people.get(creator)?.id) ?? null;
    const isOld = createdAt !== undefined && createdAt > 0 && createdAt < now;
    const id = await insertGroup(db, {
      ...{ realm_id: realm.id, kind: "named", name, description, creator_id, deactivated: false },
      date_created: isOld ? Math.floor(createdAt) : now,
      ...(await permissions(ctx, creator_id)),
    });
    recordAudit(ctx, "group_created", { group: id });
    await addMembers(db, id, members.slice(0, this.#membersAtOnce));
    const [group] = await presentGroups(db, [(await groupById(db, realm.id, id)) as Group]);
    if (group) append(ctx, groupAddEvent({ op: "add", group }), toEveryone);
    if (subgroups.length > 0) {
      await addSubgroups(db, id, subgroups);
      const event = groupAddSubgroupsEvent({ op: "add_subgroups", group_id: id, direct_subgroup_ids: [...subgroups] });
      append(ctx, event, toEveryone);
    }
    if (isDeactivated && members.length <= this.#membersAtOnce) await deactivate(ctx, id);
    await raiseVersion(db, realm.id);
    return { id, name, isDeactivated };
  }

  /** The name, or the name with where it comes from. */
  async #freeName({ db, realm }: Writing, name: string): Promise<string> {
    const key = nameKey(name);
    for (let count = this.#tried.get(key) ?? 1; ; count++) {
      const suffix = suffixOf(this.#origin, count);
      const free = nameBefore(suffix, name, MAX_GROUP_NAME_LENGTH);
      if (await isNameTaken(db, realm.id, free)) continue;
      this.#tried.set(key, count);
      return checkGroupName(free);
    }
  }
}

async function deactivate(ctx: Writing, id: GroupId): Promise<void> {
  await changeGroup(ctx.db, id, { deactivated: true });
  append(ctx, groupUpdateEvent({ op: "update", group_id: id, data: { deactivated: true } }), toEveryone);
  append(ctx, groupRemoveEvent({ op: "remove", group_id: id }), toEveryone);
}

/** Clients know of nobody in a group whose account is not active. */
async function addMembersTo(ctx: Writing, group_id: GroupId, members: readonly UserId[]): Promise<void> {
  const { db } = ctx;
  const there = await directMembersAmong(db, group_id, members);
  const missing = members.filter((id) => !there.has(id));
  await addMembers(db, group_id, missing);
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where(isAnyOf(db, "id", missing))
    .where("is_active", "=", true)
    .orderBy("id")
    .execute();
  if (rows.length === 0) return;
  const user_ids = rows.map(({ id }) => id);
  append(ctx, groupAddMembersEvent({ op: "add_members", group_id, user_ids }), toEveryone);
}

/** In one transaction. */
const MEMBERS_AT_ONCE = 500;

const tooMany = ({ id }: GroupRecord): SkippedRecord => skipped("groups", NO_ROOM, id);

const localGroup = ({ id, name, deactivated }: { id: GroupId; name: string | null; deactivated: boolean }) => ({
  id,
  name: name ?? "",
  isDeactivated: deactivated,
});

/** As long as the API accepts. */
function descriptionFrom(written: string): string {
  const text = storable(written);
  const isAccepted = (each: string) => createUserGroup.params.description.schema().safeParse(each).success;
  return isAccepted(text) ? text : shortenedTo(text, LONGEST_DESCRIPTION);
}

const LONGEST_DESCRIPTION = 1024;

/** Those of a group that was made here: the other program's may name anybody. */
async function permissions(ctx: Writing, creator: UserId | null): Promise<Record<GroupPermission, GroupId>> {
  const { db, realm } = ctx;
  const stored: Partial<Record<GroupPermission, GroupId>> = {};
  for (const [each, { default: fallback }] of Object.entries(groupPermissions)) {
    const name = each as GroupPermission;
    if (fallback !== "group_creator") stored[name] = realm.systemGroups[fallback as SystemGroupName];
    else if (creator === null) stored[name] = realm.systemGroups["role:nobody"];
    else stored[name] = await storeSettingValue(db, realm.id, { direct_members: [creator], direct_subgroups: [] });
  }
  return stored as Record<GroupPermission, GroupId>;
}
