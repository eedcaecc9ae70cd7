import assert from "node:assert/strict";
import { type Heard, listen, org, type Person, test } from "../../../../test/index.ts";
import { getChannel } from "../../../channels/read/contract.ts";
import { updateChannel } from "../../../channels/update/contract.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { createUserGroup, getGroupMembers } from "../../groups/contract.ts";
import { createUser, deactivateUser, getOwnUser, getUser, reactivateUser, updateUser } from "../contract.ts";
import { activeBotsOf } from "./store.ts";

test("deactivating an account notifies everyone else, and removes it from the subscribers they see", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("launch", [ada, ben]);

  const heard = await ben.eventsDuring(() => acme.deactivate(ada));

  const gone = heard.filter((event) => event.op === "peer_remove");
  assert.ok(gone.every(({ user_ids }) => (user_ids as number[]).join() === `${ada.id}`));
  assert.ok(gone.flatMap(({ stream_ids }) => stream_ids as number[]).includes(stream_id));
  assert.deepEqual(heard.at(-1), { type: "realm_user", op: "update", person: { user_id: ada.id, is_active: false } });
});

test("deactivating an account deletes its queues, also from the database", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await listen(ada);
  await listen(ben);

  await acme.deactivate(ada);

  const { reader } = acme.server.app.database;
  const rows = await reader.selectFrom("event_queue").select("user_id").where("realm_id", "=", acme.realm.id).execute();
  assert.deepEqual(
    rows.map((row) => row.user_id),
    [ben.id],
  );
});

test("an account's bots are deactivated with it", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.bot("Helper", ada);

  await acme.deactivate(ada);

  assert.deepEqual(await activeBotsOf(acme.server.app.database.reader, ada.id), []);
});

const kinds = (heard: readonly Heard[]) => heard.map((event) => `${event.type} ${event.op}`);

test("an administrator can deactivate a person; checks come in order", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const [ann, ada, ben] = [await acme.administrator("Ann"), await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ben);
  const end = (caller: Person, user_id: number) => caller.call(deactivateUser, { user_id });
  for (const id of [999_999, other.owner.id, bot.id])
    await assert.rejects(end(ada, id), { code: "BAD_REQUEST", message: "No such user" });
  for (const caller of [ada, bot, await acme.guest("Gil"), await acme.moderator("Max")])
    await assert.rejects(end(caller, ben.id), { code: "BAD_REQUEST", message: "Insufficient permission" });
  await assert.rejects(end(ann, acme.owner.id), {
    code: "UNAUTHORIZED_PRINCIPAL",
    message: "Must be an organization owner",
  });
  await assert.rejects(end(acme.owner, acme.owner.id), { message: "Cannot deactivate the only organization owner" });
  await end(ann, ben.id);
  await assert.rejects(end(ann, ben.id), { message: "User is deactivated" });
  await assert.rejects(end(ada, ben.id), { message: "User is deactivated" });
});

test("requests from a deactivated account and its bots are rejected", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const bot = await acme.bot("Helper", ada);
  await acme.owner.call(deactivateUser, { user_id: ada.id });
  for (const gone of [ada, bot])
    await assert.rejects(gone.call(getOwnUser, {}), { status: 401, message: "Account is deactivated" });
  const { user } = await acme.owner.call(getUser, { user_id: bot.id });
  assert.equal(user.is_active, false);
});

test("each deactivated account is announced once: bots first, channels before the account", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  await acme.channel("launch", [ben, ada], { invite_only: true });
  const heard = await ben.eventsDuring(() => acme.owner.call(deactivateUser, { user_id: ada.id }));
  const left = (event: Heard | undefined) => event?.person as { user_id: number } | undefined;
  assert.equal(left(heard[0])?.user_id, bot.id);
  assert.deepEqual(left(heard.at(-1)), { user_id: ada.id, is_active: false });
  assert.ok(kinds(heard.slice(1, -1)).every((kind) => kind === "subscription peer_remove"));
});

test("groups, permissions and channels keep deactivated users, and show them again after reactivation", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const team = { name: "team", description: "", members: [ada.id, ben.id] };
  const { group_id } = await owner.call(createUserGroup, {
    ...team,
    can_mention_group: { direct_members: [ada.id], direct_subgroups: [] },
  });
  const stream_id = await acme.channel("launch", [ben, ada]);
  const naming = { new: { direct_members: [ada.id, ben.id], direct_subgroups: [] } };
  await owner.call(updateChannel, { stream_id, can_administer_channel_group: naming });
  await owner.call(updateRealm, { can_create_groups: naming });

  await ben.eventsDuring(() => owner.call(deactivateUser, { user_id: ada.id }));
  const { members } = await ben.call(getGroupMembers, { user_group_id: group_id });
  assert.deepEqual(members, [ben.id]);
  const { stream } = await ben.call(getChannel, { stream_id });
  assert.deepEqual(
    [stream.subscriber_count, stream.can_administer_channel_group],
    [1, { direct_members: [ben.id], direct_subgroups: [] }],
  );

  const heard = await ben.eventsDuring(() => owner.call(reactivateUser, { user_id: ada.id }));
  assert.deepEqual(heard[0], { type: "realm_user", op: "update", person: { user_id: ada.id, is_active: true } });
  const told = new Set(kinds(heard));
  for (const kind of [
    "subscription peer_add",
    "user_group add_members",
    "user_group update",
    "realm update_dict",
    "stream update",
  ])
    assert.ok(told.has(kind), kind);
  const back = await ben.call(getChannel, { stream_id });
  assert.deepEqual(back.stream.can_administer_channel_group, naming.new);
  assert.equal((await ada.call(getOwnUser, {})).is_active, true);
});

test("a deactivated account keeps its email address reserved", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.owner.call(deactivateUser, { user_id: ada.id });
  const account = { email: ada.email, password: "correct-horse-battery-42", full_name: "Another" };
  await assert.rejects(acme.owner.call(createUser, account), { message: "Email is already in use." });
});

test("everyone can deactivate themselves, except for the last user and the last owner", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const leave = (person: Person) => person.asks("DELETE", "/users/me");
  const lastUser = await leave(owner);
  assert.deepEqual(lastUser, {
    result: "error",
    msg: "Cannot deactivate the only user.",
    code: "CANNOT_DEACTIVATE_LAST_USER",
    is_last_owner: false,
    entity: "user",
  });
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const bot = await acme.bot("Helper", owner);
  const { code, is_last_owner, entity, msg } = await leave(owner);
  assert.deepEqual(
    [code, is_last_owner, entity, msg],
    ["CANNOT_DEACTIVATE_LAST_USER", true, "organization owner", "Cannot deactivate the only organization owner."],
  );
  for (const person of [ada, gil, bot]) {
    const heard = await owner.eventsDuring(() => leave(person));
    const told = heard.findLast(({ type }) => type === "realm_user");
    assert.deepEqual(told?.person, { user_id: person.id, is_active: false });
  }
  assert.equal((await leave(ada)).msg, "Account is deactivated");
});

test("of two owners who deactivate themselves at once, one must stay", async (t) => {
  const acme = await org(t);
  const ann = await acme.administrator("Ann");
  await acme.owner.call(updateUser, { user_id: ann.id, role: 100 });
  const both = await Promise.all([acme.owner.asks("DELETE", "/users/me"), ann.asks("DELETE", "/users/me")]);
  assert.deepEqual(both.map((answer) => answer.code ?? "").sort(), ["", "CANNOT_DEACTIVATE_LAST_USER"]);
});
