import assert from "node:assert/strict";
import { org, test } from "../../../../test/index.ts";
import { GROUP_PERMISSIONS } from "../../../kernel/access/permission-settings.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import * as contract from "../contract.ts";
import { groupSeenBy, makeGroup, only, role } from "../test-groups.ts";

test("each change has its own event, in order", async (t) => {
  const acme = await org(t);
  const [ada, guest] = [await acme.member("Ada"), await acme.guest("Gil")];
  const user_group_id = await makeGroup(ada, "crew");
  const members = role(acme, "role:members");
  const heard = await guest.eventsDuring(() =>
    ada.call(contract.updateUserGroup, {
      user_group_id,
      can_mention_group: { new: members },
      can_join_group: { new: { direct_members: [], direct_subgroups: [members] } },
      description: "Builders",
      name: "builders",
    }),
  );
  const update = (data: object) => ({ type: "user_group", op: "update", group_id: user_group_id, data });
  assert.deepEqual(heard, [
    update({ name: "builders" }),
    update({ description: "Builders" }),
    update({ can_join_group: members }),
    update({ can_mention_group: members }),
  ]);
});

test("no events for unchanged values, and an update cannot deactivate a group", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const user_group_id = await makeGroup(owner, "crew", { description: "All" });
  const heard = await owner.eventsDuring(async () => {
    await owner.call(contract.updateUserGroup, {
      user_group_id,
      name: "crew",
      description: "All",
      deactivated: false,
      can_manage_group: { new: only(owner) },
    });
    await owner.call(contract.updateUserGroup, { user_group_id, deactivated: true });
  });
  assert.deepEqual(heard, []);
  assert.equal((await groupSeenBy(owner, user_group_id))?.deactivated, false);
});

test("an empty request is rejected before anything else is checked", async (t) => {
  const acme = await org(t);
  await assert.rejects(acme.owner.call(contract.updateUserGroup, { user_group_id: 999_999 }), {
    message: "No new data supplied",
  });
});

test("only managers of a group or of all groups can change it; nobody can change system groups", async (t) => {
  const acme = await org(t);
  const [ada, ben, admin] = [await acme.member("Ada"), await acme.member("Ben"), await acme.administrator("Ann")];
  const guest = await acme.guest("Gil");
  const bot = await acme.bot("Helper", ada);
  const user_group_id = await makeGroup(ada, "crew", {
    can_manage_group: { direct_members: [ada.id, guest.id, bot.id], direct_subgroups: [] },
    can_add_members_group: only(ben),
    can_remove_members_group: only(ben),
    can_join_group: only(ben),
  });
  const change = { user_group_id, description: "Changed" };
  for (const person of [ben, admin])
    await assert.rejects(person.call(contract.updateUserGroup, change), { message: "Insufficient permission" });
  await assert.rejects(guest.call(contract.updateUserGroup, change), { message: "Not allowed for guest users" });
  await assert.rejects(bot.call(contract.updateUserGroup, change), {
    message: "This endpoint does not accept bot requests.",
  });
  await ada.call(contract.updateUserGroup, { ...change, description: "By Ada" });
  await acme.owner.call(contract.updateUserGroup, { ...change, description: "By the owner" });
  await acme.owner.call(updateRealm, { can_manage_all_groups: { new: role(acme, "role:administrators") } });
  await admin.call(contract.updateUserGroup, { ...change, description: "By Ann" });

  for (const group of [role(acme, "role:members"), role(acme, "role:nobody")])
    await assert.rejects(acme.owner.call(contract.updateUserGroup, { ...change, user_group_id: group }), {
      message: "Insufficient permission",
    });
  const elsewhere = await org(t);
  for (const person of [elsewhere.owner, acme.owner])
    await assert.rejects(
      person.call(contract.updateUserGroup, {
        ...change,
        user_group_id: person === acme.owner ? 999_999 : user_group_id,
      }),
      { message: "Invalid user group" },
    );
});

test("nobody can read or change an anonymous group", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await makeGroup(owner, "crew");
  const { reader } = acme.server.app.database;
  const { id: user_group_id } = await reader
    .selectFrom("user_group")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .where("kind", "=", "anonymous")
    .executeTakeFirstOrThrow();
  const message = "Invalid user group";
  await assert.rejects(owner.call(contract.updateUserGroup, { user_group_id, name: "mine" }), { message });
  await assert.rejects(owner.call(contract.updateGroupMembers, { user_group_id, add: [owner.id] }), { message });
  await assert.rejects(owner.call(contract.getGroupMembers, { user_group_id }), { message });
  await assert.rejects(owner.call(contract.deactivateUserGroup, { user_group_id }), { message });
  await assert.rejects(makeGroup(owner, "other", { subgroups: [user_group_id] }), {
    message: `Invalid user group ID: ${user_group_id}`,
  });
});

test("a permission is changed only from the value that the request expects", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const user_group_id = await makeGroup(ada, "crew");
  const [members, moderators] = [role(acme, "role:members"), role(acme, "role:moderators")];
  for (const name of GROUP_PERMISSIONS) {
    const heard = await ada.eventsDuring(async () => {
      await assert.rejects(
        ada.call(contract.updateUserGroup, {
          user_group_id,
          description: "Never",
          [name]: { old: moderators, new: members },
        }),
        {
          code: "EXPECTATION_MISMATCH",
          message: "'old' value does not match the expected value.",
          fields: { field_name: "old" },
        },
        name,
      );
    });
    assert.deepEqual(heard, []);
  }
  await ada.call(contract.updateUserGroup, {
    user_group_id,
    can_join_group: { old: { direct_members: [], direct_subgroups: [] }, new: only(ben, ada) },
  });
  await ada.call(contract.updateUserGroup, { user_group_id, can_join_group: { old: only(ada, ben), new: members } });
  assert.equal((await groupSeenBy(ada, user_group_id))?.can_join_group, members);
});

test("deactivated users are not part of the value that a request expects", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ben = await acme.member("Ben");
  const nobody = role(acme, "role:nobody");
  const user_group_id = await makeGroup(owner, "crew", { can_join_group: only(ben) });
  await owner.watches();
  await acme.deactivate(ben);
  const empty = { direct_members: [], direct_subgroups: [] };
  assert.deepEqual((await groupSeenBy(owner, user_group_id))?.can_join_group, empty);
  await owner.call(contract.updateUserGroup, { user_group_id, can_join_group: { old: empty, new: nobody } });
  assert.equal((await groupSeenBy(owner, user_group_id))?.can_join_group, nobody);
});

test("of two simultaneous changes that expect the same value, one is rejected", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const user_group_id = await makeGroup(owner, "crew");
  const change = (group: "role:members" | "role:moderators") =>
    owner.call(contract.updateUserGroup, {
      user_group_id,
      can_join_group: { old: role(acme, "role:nobody"), new: role(acme, group) },
    });
  const outcomes = await Promise.allSettled([change("role:members"), change("role:moderators")]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

test("a permission cannot be changed with a plain value", async (t) => {
  const acme = await org(t);
  const id = await makeGroup(acme.owner, "crew");
  for (const name of GROUP_PERMISSIONS) {
    const answer = await acme.owner.asks("PATCH", `/user_groups/${id}`, { [name]: String(role(acme, "role:members")) });
    assert.equal(answer.msg, `${name} does not have the expected format`);
    const set = JSON.stringify({ direct_members: [], direct_subgroups: [] });
    assert.equal((await acme.owner.asks("PATCH", `/user_groups/${id}`, { [name]: set })).result, "error");
  }
});

test("an anonymous group is deleted when its permission changes", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ben = await acme.member("Ben");
  const count = async () => {
    const { reader } = acme.server.app.database;
    const rows = await reader.selectFrom("user_group").select("id").where("kind", "=", "anonymous").execute();
    return rows.length;
  };
  const user_group_id = await makeGroup(owner, "crew");
  const before = await count();
  await owner.call(contract.updateUserGroup, { user_group_id, can_manage_group: { new: only(owner, ben) } });
  assert.equal(await count(), before);
  await owner.call(contract.updateUserGroup, {
    user_group_id,
    can_manage_group: { new: role(acme, "role:moderators") },
  });
  assert.equal(await count(), before - 1);
});
