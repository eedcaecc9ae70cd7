import assert from "node:assert/strict";
import { CAPABILITIES } from "@parley/client";
import { listen, org, type Person, test } from "../../../../test/index.ts";
import { subscribe } from "../../../channels/contract.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { register } from "../../../registration/contract.ts";
import * as contract from "../contract.ts";
import { groupSeenBy, makeGroup, only, role } from "../test-groups.ts";

const deactivate = (person: Person, user_group_id: number) =>
  person.call(contract.deactivateUserGroup, { user_group_id });

test("a deactivated group is unchanged, but listed only on request", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const id = await makeGroup(ada, "crew", { members: [ben.id], subgroups: [role(acme, "role:owners")] });
  const before = await groupSeenBy(ada, id);
  await deactivate(ada, id);
  assert.deepEqual(await groupSeenBy(ada, id), { ...before, deactivated: true });
  const { user_groups } = await ada.call(contract.getUserGroups, {});
  assert.ok(user_groups.length === 8 && user_groups.every((group) => group.is_system_group && !group.deactivated));
  const ids = user_groups.map((group) => group.id);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
});

test("clients that support deactivated groups get an update; others see the group removed or added", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const group_id = await makeGroup(ada, "crew", { members: [ben.id], subgroups: [role(acme, "role:owners")] });
  const older = await listen(ben);
  const heard = await ada.eventsDuring(async () => {
    await deactivate(ada, group_id);
    await ada.call(contract.updateUserGroup, { user_group_id: group_id, name: "team" });
    await ada.call(contract.updateUserGroup, { user_group_id: group_id, deactivated: true, description: "The team" });
    await ada.call(contract.updateUserGroup, { user_group_id: group_id, deactivated: false });
  });
  const update = (data: object) => ({ type: "user_group", op: "update", group_id, data });
  assert.deepEqual(heard, [
    update({ deactivated: true }),
    update({ name: "team" }),
    update({ description: "The team" }),
    update({ deactivated: false }),
  ]);
  const group = await groupSeenBy(ada, group_id);
  assert.deepEqual(await older.hears(), [
    { type: "user_group", op: "remove", group_id },
    update({ description: "The team" }),
    { type: "user_group", op: "add", group },
  ]);
  assert.deepEqual([group?.name, group?.members], ["team", [ben.id]]);
});

test("the snapshot includes deactivated groups for clients that support them", async (t) => {
  const acme = await org(t);
  const id = await makeGroup(acme.owner, "crew");
  await deactivate(acme.owner, id);
  const listed = async (include_deactivated_groups: boolean) => {
    const { realm_user_groups = [] } = await acme.owner.call(register, {
      fetch_event_types: ["realm_user_groups"],
      client_capabilities: { ...CAPABILITIES, include_deactivated_groups },
    });
    return realm_user_groups.some((group) => group.id === id);
  };
  assert.deepEqual([await listed(true), await listed(false)], [true, false]);
});

test("managers of a group or of all groups can deactivate it, bots included; system groups never, and no group twice", async (t) => {
  const acme = await org(t);
  const [ada, ben, guest] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const bot = await acme.bot("Helper", ada);
  const make = (name: string) => makeGroup(ada, name, { can_manage_group: only(ada, guest, bot) });
  const message = "Insufficient permission";
  const one = await make("one");
  for (const person of [ben, guest, await acme.administrator("Ann")])
    await assert.rejects(deactivate(person, one), { message });
  await deactivate(bot, one);
  await assert.rejects(deactivate(ada, one), { message: "User group is deactivated." });
  await deactivate(acme.owner, await make("two"));
  await deactivate(ada, await make("three"));
  await assert.rejects(deactivate(acme.owner, role(acme, "role:members")), { message });
  await assert.rejects(deactivate(acme.owner, 999_999), { message: "Invalid user group" });
  await assert.rejects(deactivate((await org(t)).owner, one), { message: "Invalid user group" });
});

test("a group that is in use cannot be deactivated, and the error says where it is used", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const crew = await makeGroup(owner, "crew");
  const nested = { direct_members: [owner.id], direct_subgroups: [crew] };
  const outer = await makeGroup(owner, "outer", { subgroups: [crew], can_join_group: crew, can_leave_group: nested });
  const further = await makeGroup(owner, "further", { subgroups: [crew] });
  const idle = await makeGroup(owner, "idle", { subgroups: [crew], can_join_group: crew });
  await owner.call(contract.deactivateUserGroup, { user_group_id: idle });
  await owner.call(contract.updateUserGroup, { user_group_id: crew, can_mention_group: { new: crew } });
  await owner.call(subscribe, {
    subscriptions: [{ name: "design" }],
    can_send_message_group: crew,
    can_subscribe_group: nested,
  });
  await owner.call(subscribe, { subscriptions: [{ name: "old" }], can_send_message_group: crew });
  const channelIds: Record<string, number> = {};
  await acme.alter(async (tx) => {
    await tx.updateTable("channel").set({ is_archived: true }).where("name", "=", "old").execute();
    for (const row of await tx.selectFrom("channel").selectAll().where("realm_id", "=", acme.realm.id).execute())
      channelIds[row.name] = row.id;
  });
  await owner.call(updateRealm, { can_create_groups: { new: nested }, can_create_bots_group: { new: crew } });

  const heard = await owner.eventsDuring(() =>
    assert.rejects(deactivate(owner, crew), {
      code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
      message: "Cannot deactivate user group in use.",
      fields: {
        objections: [
          { type: "subgroup", supergroup_ids: [outer, further] },
          {
            type: "channel",
            channel_id: channelIds.design,
            settings: ["can_send_message_group", "can_subscribe_group"],
          },
          { type: "user_group", group_id: crew, settings: ["can_mention_group"] },
          { type: "user_group", group_id: outer, settings: ["can_join_group", "can_leave_group"] },
          { type: "realm", settings: ["can_create_bots_group", "can_create_groups"] },
        ],
      },
    }),
  );
  assert.deepEqual(heard, []);
  assert.equal((await groupSeenBy(owner, crew))?.deactivated, false);
});

test("no permission or group can refer to a deactivated group until it is reactivated", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const idle = await makeGroup(owner, "idle");
  const crew = await makeGroup(owner, "crew");
  await deactivate(owner, idle);
  const set = { direct_members: [owner.id], direct_subgroups: [idle] };
  const uses: (() => Promise<unknown>)[] = [
    () => owner.call(contract.updateUserGroup, { user_group_id: crew, can_join_group: { new: idle } }),
    () => owner.call(contract.updateUserGroup, { user_group_id: crew, can_join_group: { new: set } }),
    () => owner.call(contract.updateUserGroup, { user_group_id: idle, can_join_group: { new: idle } }),
    () => owner.call(contract.updateSubgroups, { user_group_id: crew, add: [idle] }),
    () => owner.call(subscribe, { subscriptions: [{ name: "design" }], can_send_message_group: idle }),
    () => owner.call(updateRealm, { can_create_groups: { new: idle } }),
  ];
  for (const use of uses) await assert.rejects(use(), { message: "User group is deactivated." });
  await owner.call(contract.updateUserGroup, {
    user_group_id: idle,
    can_join_group: { new: role(acme, "role:members") },
  });
  await owner.call(contract.updateUserGroup, { user_group_id: idle, deactivated: false });
  for (const use of uses) await use();
});

test("a group cannot be deactivated while another request starts using it", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  for (let round = 0; round < 3; round++) {
    const [crew, other] = [await makeGroup(owner, `crew ${round}`), await makeGroup(owner, `other ${round}`)];
    const outcomes = await Promise.allSettled([
      deactivate(owner, crew),
      owner.call(contract.updateUserGroup, { user_group_id: other, can_join_group: { new: crew } }),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  }
});
