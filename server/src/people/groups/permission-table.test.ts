/**
 * Every permission of the organization and of groups, from the tables that clients receive at registration: the groups
 * each accepts, and each operation that a group's permission guards, tried by someone just inside it and just outside.
 */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import {
  GROUP_PERMISSIONS,
  type GroupPermission,
  groupPermissions,
  type PermissionSetting,
  realmPermissions,
  SYSTEM_GROUPS,
  type SystemGroupName,
} from "../../kernel/access/permission-settings.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import * as contract from "./contract.ts";
import { groupSeenBy, makeGroup, only, role } from "./test-groups.ts";

const ROLES = SYSTEM_GROUPS.filter((name) => name !== "role:nobody" && name !== "role:internet");

/** What the specification rejects, repeated here: a mistake in the table must not confirm itself. */
const REFUSED: Record<string, readonly SystemGroupName[]> = {
  can_access_all_users_group: SYSTEM_GROUPS.filter((name) => name !== "role:everyone" && name !== "role:members"),
  can_create_web_public_channel_group: ["role:internet", "role:everyone", "role:members", "role:fullmembers"],
  can_manage_all_groups: ["role:internet", "role:everyone", "role:nobody"],
  can_manage_billing_group: ["role:internet", "role:everyone", "role:nobody"],
  can_mention_group: ["role:internet", "role:owners"],
};
/** Permissions that guests can hold. */
const FOR_GUESTS = new Set([
  "can_access_all_users_group",
  "can_delete_own_message_group",
  "can_mention_many_users_group",
  "can_move_messages_between_topics_group",
  "can_resolve_topics_group",
  "can_set_topics_policy_group",
  "can_summarize_topics_group",
  "direct_message_initiator_group",
  "direct_message_permission_group",
  "can_leave_group",
  "can_mention_group",
]);

const refusedBy = (name: string): readonly SystemGroupName[] =>
  REFUSED[name] ?? (FOR_GUESTS.has(name) ? ["role:internet"] : ["role:internet", "role:everyone"]);

const needsSystemGroup = new Set(["can_access_all_users_group", "can_create_web_public_channel_group"]);

type Setting = (name: string, value: unknown) => Promise<unknown>;

async function checkTable(acme: Organization, table: Record<string, PermissionSetting>, set: Setting): Promise<void> {
  const crew = await makeGroup(acme.owner, "crew");
  const ada = await acme.member("Ada");
  for (const name of Object.keys(table)) {
    for (const group of SYSTEM_GROUPS) {
      const message = `'${name}' setting cannot be set to '${group}' group.`;
      const setting = set(name, role(acme, group));
      if (refusedBy(name).includes(group)) await assert.rejects(setting, { message }, `${name} refuses ${group}`);
      else await assert.doesNotReject(setting, `${name} takes ${group}`);
    }
    const others = [crew, only(ada), { direct_members: [ada.id], direct_subgroups: [crew] }];
    for (const value of others) {
      if (!needsSystemGroup.has(name)) await set(name, value);
      else
        await assert.rejects(set(name, value), {
          code: "SYSTEM_GROUP_REQUIRED",
          message: `'${name}' must be a system user group.`,
          fields: { setting_name: name },
        });
    }
  }
}

test("each permission of the organization accepts exactly the groups it should", async (t) => {
  const acme = await org(t);
  await checkTable(acme, realmPermissions, (name, value) =>
    acme.owner.call(updateRealm, { [name]: { new: value as number } }),
  );
});

test("each permission of a group accepts exactly the groups it should, when it is changed", async (t) => {
  const acme = await org(t);
  const user_group_id = await makeGroup(acme.owner, "team");
  await checkTable(acme, groupPermissions, (name, value) =>
    acme.owner.call(contract.updateUserGroup, { user_group_id, [name]: { new: value as number } }),
  );
});

test("each permission of a group accepts exactly the groups it should, when the group is created", async (t) => {
  const acme = await org(t);
  let count = 0;
  await checkTable(acme, groupPermissions, (name, value) =>
    makeGroup(acme.owner, `team ${++count}`, { [name]: value as number }),
  );
});

test("the table sent to clients agrees with the specification", async () => {
  for (const [name, limits] of Object.entries({ ...realmPermissions, ...groupPermissions })) {
    assert.equal(limits.allowEveryone, FOR_GUESTS.has(name), name);
    assert.equal(limits.allowNobody, !refusedBy(name).includes("role:nobody"), name);
    assert.equal(limits.requireSystemGroup, needsSystemGroup.has(name), name);
    const { allowedSystemGroups: allowed } = limits as PermissionSetting;
    if (allowed.length > 0)
      assert.deepEqual(
        SYSTEM_GROUPS.filter((group) => !allowed.includes(group)),
        SYSTEM_GROUPS.filter((group) => refusedBy(name).includes(group)),
        name,
      );
  }
});

/** An operation on a group that permissions guard. */
interface Guarded {
  readonly what: string;
  /** Creates what the operation needs. */
  prepare?(on: PermissionScene): Promise<unknown>;
  call(on: PermissionScene): Promise<unknown>;
  /** Whether the operation has taken effect. */
  shows(on: PermissionScene): Promise<boolean>;
}

interface PermissionScene {
  readonly acme: Organization;
  /** The person who tries the operation. */
  readonly person: Person;
  readonly other: Person;
  readonly user_group_id: number;
  readonly subgroup: number;
}

const group = ({ acme, user_group_id }: PermissionScene) => groupSeenBy(acme.owner, user_group_id);
const change = (by: Person, { user_group_id }: PermissionScene, request: object) =>
  by.call(contract.updateGroupMembers, { user_group_id, ...request });

const addingOthers: Guarded = {
  what: "adding someone",
  call: (on) => change(on.person, on, { add: [on.other.id] }),
  shows: async (on) => (await group(on))?.members.includes(on.other.id) ?? false,
};
const addingOneself: Guarded = {
  what: "joining",
  call: (on) => change(on.person, on, { add: [on.person.id] }),
  shows: async (on) => (await group(on))?.members.includes(on.person.id) ?? false,
};
const removingOthers: Guarded = {
  what: "removing someone",
  prepare: (on) => change(on.acme.owner, on, { add: [on.other.id] }),
  call: (on) => change(on.person, on, { delete: [on.other.id] }),
  shows: async (on) => !(await group(on))?.members.includes(on.other.id),
};
const removingOneself: Guarded = {
  what: "leaving",
  prepare: (on) => change(on.acme.owner, on, { add: [on.person.id] }),
  call: (on) => change(on.person, on, { delete: [on.person.id] }),
  shows: async (on) => !(await group(on))?.members.includes(on.person.id),
};
const addingSubgroups: Guarded = {
  what: "adding a subgroup",
  call: ({ person, user_group_id, subgroup }) =>
    person.call(contract.updateSubgroups, { user_group_id, add: [subgroup] }),
  shows: async (on) => (await group(on))?.direct_subgroup_ids.includes(on.subgroup) ?? false,
};
const removingSubgroups: Guarded = {
  what: "removing a subgroup",
  prepare: ({ acme, user_group_id, subgroup }) =>
    acme.owner.call(contract.updateSubgroups, { user_group_id, add: [subgroup] }),
  call: (on) => change(on.person, on, { delete_subgroups: [on.subgroup] }),
  shows: async (on) => !(await group(on))?.direct_subgroup_ids.includes(on.subgroup),
};
const renaming: Guarded = {
  what: "renaming",
  call: ({ person, user_group_id }) =>
    person.call(contract.updateUserGroup, { user_group_id, name: `renamed ${user_group_id}` }),
  shows: async (on) => (await group(on))?.name === `renamed ${on.user_group_id}`,
};
const settingPermissions: Guarded = {
  what: "changing a permission",
  call: ({ acme, person, user_group_id }) =>
    person.call(contract.updateUserGroup, { user_group_id, can_mention_group: { new: role(acme, "role:nobody") } }),
  shows: async (on) => (await group(on))?.can_mention_group === role(on.acme, "role:nobody"),
};
const deactivating: Guarded = {
  what: "deactivating",
  call: ({ person, user_group_id }) => person.call(contract.deactivateUserGroup, { user_group_id }),
  shows: async (on) => (await group(on))?.deactivated ?? false,
};
const reactivating: Guarded = {
  what: "reactivating",
  prepare: ({ acme, user_group_id }) => acme.owner.call(contract.deactivateUserGroup, { user_group_id }),
  call: ({ person, user_group_id }) => person.call(contract.updateUserGroup, { user_group_id, deactivated: false }),
  shows: async (on) => (await group(on))?.deactivated === false,
};

const EVERYTHING = [
  addingOthers,
  addingOneself,
  removingOthers,
  removingOneself,
  addingSubgroups,
  removingSubgroups,
  renaming,
  settingPermissions,
  deactivating,
  reactivating,
];

const GUARDED: Record<GroupPermission, readonly Guarded[]> = {
  can_add_members_group: [addingOthers, addingOneself, addingSubgroups],
  can_join_group: [addingOneself],
  can_leave_group: [removingOneself],
  can_manage_group: EVERYTHING,
  // Guards messages, not the group.
  can_mention_group: [],
  can_remove_members_group: [removingOthers, removingOneself],
};

let made = 0;

/** A group that only the owner can change, apart from the given settings. */
async function scene(acme: Organization, person: Person, other: Person, settings: object): Promise<PermissionScene> {
  const { owner } = acme;
  const nobody = role(acme, "role:nobody");
  const closed = Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, nobody]));
  const user_group_id = await makeGroup(owner, `group ${++made}`, {
    ...closed,
    can_manage_group: only(owner),
    ...settings,
  });
  return { acme, person, other, user_group_id, subgroup: await makeGroup(owner, `subgroup ${made}`) };
}

async function tryOut(guarded: Guarded, on: PermissionScene, isAllowed: boolean, label: string): Promise<void> {
  await guarded.prepare?.(on);
  const before = await group(on);
  if (isAllowed) {
    await assert.doesNotReject(guarded.call(on), label);
    assert.ok(await guarded.shows(on), label);
  } else {
    await assert.rejects(guarded.call(on), { message: "Insufficient permission" }, label);
    assert.deepEqual(await group(on), before, label);
  }
}

for (const permission of GROUP_PERMISSIONS)
  test(`${permission} admits its holders and nobody else`, async (t) => {
    const acme = await org(t);
    const [inside, outside, other] = [await acme.member("Ida"), await acme.member("Otto"), await acme.member("Uma")];
    for (const guarded of EVERYTHING) {
      const isGuarded = GUARDED[permission].includes(guarded);
      const label = (who: string) => `${permission}: ${guarded.what} by ${who}`;
      const settings = { [permission]: { direct_members: [acme.owner.id, inside.id], direct_subgroups: [] } };
      await tryOut(guarded, await scene(acme, inside, other, settings), isGuarded, label("someone inside"));
      if (isGuarded)
        await tryOut(guarded, await scene(acme, outside, other, settings), false, label("someone outside"));
    }
  });

test("a role holds the permissions of the system groups that contain it, and no others", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { waiting_period_threshold: 10 });
  const other = await acme.member("Uma");
  const people: [Person, SystemGroupName[]][] = [
    [await acme.administrator("Ann"), ["role:administrators", "role:moderators", "role:fullmembers", "role:members"]],
    [await acme.moderator("Max"), ["role:moderators", "role:fullmembers", "role:members"]],
    [await acme.member("Mia"), ["role:members"]],
  ];
  for (const permission of ["can_add_members_group", "can_manage_group", "can_remove_members_group"] as const)
    for (const [person, containing] of people)
      for (const name of ROLES.filter((each) => each !== "role:everyone")) {
        const guarded = GUARDED[permission][0] as Guarded;
        const on = await scene(acme, person, other, { [permission]: role(acme, name) });
        // The owner can prepare because owners manage all groups.
        await tryOut(guarded, on, containing.includes(name), `${permission} of ${name}: ${person.name}`);
      }
});

test("can_manage_all_groups allows in every group what its own managers can do", async (t) => {
  const acme = await org(t);
  const [inside, outside, other] = [await acme.member("Ida"), await acme.member("Otto"), await acme.member("Uma")];
  await acme.owner.call(updateRealm, {
    can_manage_all_groups: { new: { direct_members: [acme.owner.id, inside.id], direct_subgroups: [] } },
  });
  for (const guarded of EVERYTHING)
    for (const person of [inside, outside])
      await tryOut(
        guarded,
        await scene(acme, person, other, {}),
        person === inside,
        `${guarded.what} by ${person.name}`,
      );
});
