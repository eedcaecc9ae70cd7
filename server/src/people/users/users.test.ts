import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { getChannels, getSubscriptions } from "../../channels/contract.ts";
import { registration } from "../../contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../settings/contract.ts";
import { createUser, getOwnUser, getUsers } from "./contract.ts";

const password = "correct-horse-battery-42";
const newcomer = { email: "nina@example.com", password, full_name: "Nina" };

async function defaultChannelIds(acme: Organization): Promise<number[]> {
  const { streams } = await acme.owner.call(getChannels, { include_default: true });
  return streams
    .filter((stream) => stream.is_default)
    .map((stream) => stream.stream_id)
    .sort((a, b) => a - b);
}

test("only an administrator with the right to do so can create users", async (t) => {
  const acme = await org(t);
  const administrator = await acme.administrator("Ann");
  await assert.rejects((await acme.member("Ada")).call(createUser, newcomer), { code: "UNAUTHORIZED_PRINCIPAL" });
  await assert.rejects(administrator.call(createUser, newcomer), { message: "User not authorized to create users" });
  assert.ok((await acme.owner.call(createUser, newcomer)).user_id);
});

test("a new user is rejected with the first error", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const bad = { email: "nobody", password: "abc", full_name: "N*" };
  const cases: [object, string][] = [
    [{}, "Invalid characters in name!"],
    [{ full_name: "Nina" }, "Bad name or username"],
    [{ full_name: "Nina", email: "OLIVIA@Example.com" }, "Email is already in use."],
    [{ full_name: "Nina", email: "nina@example.com" }, "The password is too weak."],
  ];
  for (const [better, message] of cases)
    await assert.rejects(owner.call(createUser, { ...bad, ...better }), { code: "BAD_REQUEST", message });
  await owner.call(updateRealm, { require_unique_names: true });
  await assert.rejects(owner.call(createUser, { ...bad, full_name: "olivia" }), {
    message: "Unique names required in this organization.",
  });
  assert.equal((await owner.call(getUsers, {})).members.length, 1);
});

test("names follow the rules, checked in order", async (t) => {
  const acme = await org(t);
  const cases: [string, string][] = [
    ["x".repeat(101), "Name too long!"],
    [" A ", "Name too short!"],
    ...["*", "`", "\\", ">", '"', "@", "\u0007", "\u0000", "\uFFFE"].map((each): [string, string] => [
      `Ni${each}na`,
      "Invalid characters in name!",
    ]),
    ["Nina|12", "Invalid format!"],
  ];
  for (const [full_name, message] of cases)
    await assert.rejects(acme.owner.call(createUser, { ...newcomer, full_name }), { message }, full_name);
  await acme.owner.call(createUser, { ...newcomer, full_name: "😀".repeat(100) });
});

test("a new member is announced with groups and channels, and with the address each receiver can see", async (t) => {
  const acme = await org(t);
  const guest = await acme.guest("Gil");
  const channels = await defaultChannelIds(acme);
  assert.equal(channels.length, 3);
  await guest.catchesUp();
  let user_id = 0;
  const heard = await acme.owner.eventsDuring(async () => {
    ({ user_id } = await acme.owner.call(createUser, newcomer));
  });
  const { "role:members": members, "role:fullmembers": full } = acme.realm.systemGroups;
  const [added, ...others] = heard;
  const person = added?.person as Record<string, unknown>;
  assert.deepEqual([added?.type, added?.op, person.user_id], ["realm_user", "add", user_id]);
  assert.deepEqual([person.delivery_email, person.email], ["nina@example.com", `user${user_id}@${acme.realm.host}`]);
  assert.deepEqual([person.role, person.is_active, person.profile_data], [400, true, {}]);
  assert.ok(person.avatar_url);
  const joins = (group_id: number) => ({ type: "user_group", op: "add_members", group_id, user_ids: [user_id] });
  assert.deepEqual(others.slice(0, 2), [joins(members), joins(full)]);
  const [peers, ...rest] = others.slice(2);
  assert.deepEqual([peers?.op, peers?.user_ids, rest], ["peer_add", [user_id], []]);
  assert.deepEqual(
    [...((peers?.stream_ids ?? []) as number[])].sort((a, b) => a - b),
    channels,
  );
  const [toGuest] = await guest.catchesUp();
  assert.equal((toGuest?.person as { delivery_email: unknown } | undefined)?.delivery_email, null);
});

test("guests and bots start without channels", async (t) => {
  const acme = await org(t);
  for (const person of [await acme.guest("Gil"), await acme.bot("Helper", acme.owner)])
    assert.deepEqual((await person.call(getSubscriptions, {})).subscriptions, []);
  assert.equal((await (await acme.member("Ada")).call(getSubscriptions, {})).subscriptions.length, 3);
});

test("who can see a real address depends on the user's setting and the viewer's role", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const viewers: Person[] = [
    acme.owner,
    await acme.administrator("Ann"),
    await acme.moderator("Max"),
    await acme.member("Ben"),
    await acme.guest("Gil"),
  ];
  const seeing: Record<number, number> = { 1: 5, 2: 4, 5: 3, 3: 2, 4: 0 };
  for (const [visibility, count] of Object.entries(seeing)) {
    await ada.call(updateSettings, { email_address_visibility: Number(visibility) as 1 });
    for (const [index, viewer] of viewers.entries()) {
      const { members } = await viewer.call(getUsers, { user_ids: [ada.id] });
      assert.equal(members[0]?.delivery_email, index < count ? ada.email : null, `${visibility} to ${viewer.name}`);
    }
    assert.equal((await ada.call(getOwnUser, {})).delivery_email, ada.email);
  }
});

test("an avatar is left to the client only if everyone can see the address", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const avatar = async (client_gravatar: boolean) =>
    (await acme.owner.call(getUsers, { user_ids: [ada.id], client_gravatar })).members[0]?.avatar_url;
  await ada.call(updateSettings, { email_address_visibility: 1 });
  assert.ok(await avatar(true), "the provider is off");
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  assert.equal(await avatar(true), null);
  await ada.call(updateSettings, { email_address_visibility: 2 });
  assert.ok(await avatar(true));
  await ada.call(updateSettings, { email_address_visibility: 1 });
  assert.ok(await avatar(false));
  assert.ok((await ada.call(getOwnUser, {})).avatar_url);
});

test("all accounts of the organization are listed, including deactivated ones", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const ada = await acme.member("Ada");
  const ben = await acme.member("Ben");
  const bot = await acme.bot("Helper", ben);
  await acme.deactivate(ada);
  const { members } = await acme.owner.call(getUsers, { user_ids: [ada.id, bot.id, other.owner.id, 999_999] });
  assert.deepEqual(
    members.map((user) => [user.user_id, user.is_active]),
    [
      [ada.id, false],
      [bot.id, true],
    ],
  );
  assert.deepEqual([members[1]?.bot_type, members[1]?.bot_owner_id, members[0]?.bot_type], [1, ben.id, null]);
  assert.ok(!("profile_data" in (members[0] ?? {})));
  const state = await acme.owner.call(registration.register, { fetch_event_types: ["realm_user"] });
  assert.deepEqual(
    state.realm_non_active_users?.map((user) => user.user_id),
    [ada.id],
  );
  assert.deepEqual(
    state.realm_users?.map((user) => user.user_id),
    [acme.owner.id, ben.id, bot.id],
  );
  assert.deepEqual([state.is_owner, state.is_admin, state.is_moderator, state.is_guest], [true, true, true, false]);
});
