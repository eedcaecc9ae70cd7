import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../settings/contract.ts";
import { getOwnUser, getUser, getUserByEmail } from "./contract.ts";

const NO_SUCH_USER = { code: "BAD_REQUEST", message: "No such user" };

test("people, bots and deactivated users can be read by id, but not users of another organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  await acme.deactivate(ben);
  const read = async (user_id: number) => (await ada.call(getUser, { user_id })).user;
  assert.deepEqual([(await read(acme.owner.id)).full_name, (await read(acme.owner.id)).is_owner], ["Olivia", true]);
  assert.deepEqual([(await read(bot.id)).bot_type, (await read(bot.id)).bot_owner_id], [1, ada.id]);
  assert.equal((await read(ben.id)).is_active, false);
  for (const user_id of [other.owner.id, 999_999]) await assert.rejects(ada.call(getUser, { user_id }), NO_SUCH_USER);
});

test("the profile is included on request, and always for one's own user", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { user } = await ada.call(getUser, { user_id: ada.id });
  assert.ok(!("profile_data" in user));
  const whole = await ada.call(getUser, { user_id: ada.id, include_custom_profile_fields: true });
  assert.deepEqual(whole.user.profile_data, {});
  const own = await ada.call(getOwnUser, {});
  assert.deepEqual([own.user_id, own.profile_data, own.delivery_email], [ada.id, {}, ada.email]);
});

test("a user is found by the dummy address, and by the real one if the caller can see it", async (t) => {
  const acme = await org(t);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const dummy = `user${ada.id}@${acme.realm.host}`;
  const seeing: Record<number, boolean[]> = { 1: [true, true], 2: [true, false], 4: [false, false] };
  for (const [visibility, [toBen, toGil]] of Object.entries(seeing)) {
    await ada.call(updateSettings, { email_address_visibility: Number(visibility) as 1 });
    for (const [viewer, isSeen] of [
      [ben, toBen],
      [gil, toGil],
      [ada, true],
    ] as const) {
      const find = async (email: string) => (await viewer.call(getUserByEmail, { email })).user.user_id;
      assert.equal(await find(dummy), ada.id);
      assert.equal(await find(dummy.toUpperCase()), ada.id);
      if (isSeen) assert.equal(await find("ADA@example.com"), ada.id);
      else await assert.rejects(find(ada.email), NO_SUCH_USER);
    }
  }
});

test("unknown addresses and those of built-in bots find nobody", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const foreign = `user${other.owner.id}@${acme.realm.host}`;
  for (const email of ["nobody@example.com", "nobody", `user999999@${acme.realm.host}`, foreign])
    await assert.rejects(acme.owner.call(getUserByEmail, { email }), NO_SUCH_USER, email);
  await assert.rejects(acme.owner.call(getUserByEmail, { email: `welcome-bot@${acme.realm.host}` }), NO_SUCH_USER);
});

test("the provider's avatars are left to the client by default, if everyone can see the address", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  await ada.call(updateSettings, { email_address_visibility: 1 });
  const avatar = async (viewing: object) =>
    (await acme.owner.call(getUserByEmail, { email: ada.email, ...viewing })).user.avatar_url;
  assert.equal(await avatar({}), null);
  assert.ok(await avatar({ client_gravatar: false }));
});
