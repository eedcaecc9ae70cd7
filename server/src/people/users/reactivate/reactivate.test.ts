import assert from "node:assert/strict";
import { type Heard, org, type Person, test } from "../../../../test/index.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { updateSettings } from "../../settings/contract.ts";
import { deactivateUser, getOwnUser, getUser, reactivateUser, updateUser } from "../contract.ts";

const back = (caller: Person, person: Person) => caller.call(reactivateUser, { user_id: person.id });
const NOT_ALLOWED = { code: "BAD_REQUEST", message: "Insufficient permission" };

test("an administrator can reactivate an account, with its API key and role", async (t) => {
  const acme = await org(t);
  const [ann, ada, ben] = [await acme.administrator("Ann"), await acme.member("Ada"), await acme.member("Ben")];
  await acme.owner.call(deactivateUser, { user_id: ada.id });
  for (const caller of [ben, await acme.guest("Gil"), await acme.moderator("Max")])
    await assert.rejects(back(caller, ada), NOT_ALLOWED);
  await back(ann, ada);
  assert.equal((await ada.call(getOwnUser, {})).role, 400);
  assert.deepEqual(await ben.eventsDuring(() => back(ann, ada)), [], "an active account does not change");
  await assert.rejects(acme.owner.call(reactivateUser, { user_id: 999_999 }), { message: "No such user" });
});

test("administrators are notified whether a reactivated person consents to data export", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", acme.owner);
  await ada.call(updateSettings, { allow_private_data_export: true });
  for (const account of [ada, bot]) await acme.deactivate(account);
  await ben.catchesUp();
  const heard = await acme.owner.eventsDuring(async () => {
    await back(acme.owner, ada);
    await back(acme.owner, bot);
  });
  const told = (events: readonly Heard[]) => events.filter(({ type }) => type === "realm_export_consent");
  assert.deepEqual(told(heard), [{ type: "realm_export_consent", user_id: ada.id, consented: true }]);
  assert.deepEqual(told(await ben.catchesUp()), []);
});

test("bots stay deactivated after their owner returns, until someone reactivates them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  await acme.owner.call(deactivateUser, { user_id: ada.id });
  await back(acme.owner, ada);
  assert.equal((await ben.call(getUser, { user_id: bot.id })).user.is_active, false);
  await assert.rejects(back(ben, bot), NOT_ALLOWED);
  await ben.eventsDuring(() => back(ada, bot));
  const { user } = await ben.call(getUser, { user_id: bot.id });
  assert.deepEqual([user.is_active, user.bot_owner_id], [true, ada.id]);
});

test("a reactivated bot whose owner is deactivated gets the caller as its owner", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const bot = await acme.bot("Helper", ada);
  await acme.owner.call(deactivateUser, { user_id: ada.id });
  const heard = await acme.owner.eventsDuring(() => back(acme.owner, bot));
  const owners = heard.map((event) => (event.person as { bot_owner_id?: number } | undefined)?.bot_owner_id);
  assert.ok(owners.includes(acme.owner.id));
});

test("reactivating a bot requires permission to create it, and a free name", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [bot, hook] = [await acme.bot("Helper", ada), await acme.bot("Hook", ada, 2)];
  await acme.owner.call(deactivateUser, { user_id: ada.id });
  await back(acme.owner, ada);
  const { "role:administrators": administrators, "role:members": members } = acme.realm.systemGroups;
  await acme.owner.call(updateRealm, {
    can_create_bots_group: { new: administrators },
    can_create_write_only_bots_group: { new: members },
  });
  await assert.rejects(back(ada, bot), NOT_ALLOWED);
  await back(ada, hook);
  const heidi = await acme.member("Heidi");
  await acme.owner.call(updateUser, { user_id: heidi.id, full_name: "helper" });
  await assert.rejects(back(acme.owner, bot), { code: "BAD_REQUEST", message: "Name is already in use." });
});
