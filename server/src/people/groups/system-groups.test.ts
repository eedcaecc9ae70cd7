import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";
import { SYSTEM_GROUPS, type SystemGroupName } from "../../kernel/access/permission-settings.ts";
import { updateRealm } from "../../organization/realms/contract.ts";

async function groupsSeenBy(person: Person) {
  const { realm_user_groups = [] } = await person.call(registration.register, {
    fetch_event_types: ["realm_user_groups"],
  });
  return realm_user_groups;
}

async function membersOf(acme: Organization, name: SystemGroupName): Promise<number[]> {
  return (await groupsSeenBy(acme.owner)).find((group) => group.name === name)?.members ?? [];
}

/** Changes the account's age without waiting for days. */
async function joinedEarlier(acme: Organization, person: Person, { hours }: { hours: number }): Promise<void> {
  const date_joined = Math.floor(acme.clock.now() / 1000) - hours * 3600;
  await acme.alter((tx) => tx.updateTable("user").set({ date_joined }).where("id", "=", person.id).execute());
}

test("a new organization has the system groups, each containing the one before it", async (t) => {
  const acme = await org(t);
  const groups = await groupsSeenBy(acme.owner);
  assert.deepEqual(
    groups.map((group) => group.name),
    [...SYSTEM_GROUPS],
  );
  const [nobody, owners, ...others] = groups.map((group) => group.id) as [number, number, ...number[]];
  const chained = [[], [], ...[owners, ...others].slice(0, -1).map((id) => [id])];
  assert.deepEqual(
    groups.map((group) => group.direct_subgroup_ids),
    chained,
  );
  for (const group of groups) {
    assert.ok(group.is_system_group && !group.deactivated);
    assert.deepEqual([group.creator_id, group.date_created], [null, null]);
    for (const [name, value] of Object.entries(group)) if (name.startsWith("can_")) assert.equal(value, nobody);
  }
});

test("system groups have descriptions", async (t) => {
  const acme = await org(t);
  assert.deepEqual(
    (await groupsSeenBy(acme.owner)).map((group) => group.description),
    [
      "Nobody",
      "Owners of this organization",
      "Administrators of this organization, including owners",
      "Moderators of this organization, including administrators",
      "Members of this organization, not including new accounts and guests",
      "Members of this organization, not including guests",
      "Everyone in this organization, including guests",
      "Everyone on the Internet",
    ],
  );
});

test("an account is a direct member of its role's group, bots included", async (t) => {
  const acme = await org(t);
  const [admin, moderator, member, guest] = [
    await acme.administrator("Ann"),
    await acme.moderator("Max"),
    await acme.member("Mia"),
    await acme.guest("Gil"),
  ];
  const bot = await acme.bot("Helper", member);
  assert.deepEqual(await membersOf(acme, "role:owners"), [acme.owner.id]);
  assert.deepEqual(await membersOf(acme, "role:administrators"), [admin.id]);
  assert.deepEqual(await membersOf(acme, "role:moderators"), [moderator.id]);
  assert.deepEqual(await membersOf(acme, "role:members"), [member.id, bot.id]);
  assert.deepEqual(await membersOf(acme, "role:fullmembers"), [member.id, bot.id]);
  assert.deepEqual(await membersOf(acme, "role:everyone"), [guest.id]);
  assert.deepEqual(await membersOf(acme, "role:nobody"), []);
  assert.deepEqual(await membersOf(acme, "role:internet"), []);
});

test("a new member becomes a full member only after the waiting period", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { waiting_period_threshold: 3 });
  const ada = await acme.member("Ada");
  assert.deepEqual(await membersOf(acme, "role:members"), [ada.id]);
  assert.deepEqual(await membersOf(acme, "role:fullmembers"), []);
});

test("changing the waiting period updates the full members, and everyone is notified", async (t) => {
  const acme = await org(t);
  const early = await acme.member("Ada");
  await joinedEarlier(acme, early, { hours: 5 * 24 });
  const late = await acme.member("Ben");
  const guest = await acme.guest("Gil");
  const group_id = acme.realm.systemGroups["role:fullmembers"];

  const raised = await guest.eventsDuring(() => acme.owner.call(updateRealm, { waiting_period_threshold: 5 }));
  assert.deepEqual(raised, [
    { type: "realm", op: "update", property: "waiting_period_threshold", value: 5 },
    { type: "user_group", op: "remove_members", group_id, user_ids: [late.id] },
  ]);
  assert.deepEqual(await membersOf(acme, "role:fullmembers"), [early.id]);

  const lowered = await guest.eventsDuring(() => acme.owner.call(updateRealm, { waiting_period_threshold: 0 }));
  assert.deepEqual(lowered[1], { type: "user_group", op: "add_members", group_id, user_ids: [late.id] });
});

test("account age is counted in whole days", async (t) => {
  const acme = await org(t);
  const [almost, just] = [await acme.member("Ada"), await acme.member("Ben")];
  await joinedEarlier(acme, almost, { hours: 47 });
  await joinedEarlier(acme, just, { hours: 48 });
  await acme.owner.call(updateRealm, { waiting_period_threshold: 2 });
  assert.deepEqual(await membersOf(acme, "role:fullmembers"), [just.id]);
});
