import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { org, type Person, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";
import { getMessages } from "../../messages/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../settings/contract.ts";
import { getUsers } from "../users/contract.ts";

const NEWEST = { anchor: "newest", num_before: 1, num_after: 0 };

async function shownTo(viewer: Person, { id }: Person, client_gravatar: boolean) {
  const { members } = await viewer.call(getUsers, { user_ids: [id], client_gravatar });
  const { messages } = await viewer.call(getMessages, { ...NEWEST, client_gravatar });
  return [members[0]?.avatar_url, messages[0]?.avatar_url];
}

test("pictures come from the provider only in an organization that says so, and clients may compute them there", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  const address = `https://secure.gravatar.com/avatar/${hash("md5", ada.email)}?d=identicon&version=1`;
  await ada.sends("#general > pictures", "sent while it is on");
  assert.deepEqual(await shownTo(acme.owner, ada, true), [address, address], "her address is hidden from some");
  await ada.call(updateSettings, { email_address_visibility: 1 });
  assert.deepEqual(await shownTo(acme.owner, ada, true), [null, null]);
  assert.deepEqual(await shownTo(acme.owner, ada, false), [address, address]);
  const { realm_enable_gravatar } = await ada.call(registration.register, { fetch_event_types: ["realm"] });
  assert.equal(realm_enable_gravatar, true);
  await acme.owner.call(updateRealm, { enable_gravatar: false });
  await ada.sends("#general > pictures", "sent after it was turned off");
  const drawn = `/static/avatars/drawn/${(ada.id * 47) % 360}-A.png`;
  assert.deepEqual(await shownTo(acme.owner, ada, true), [drawn, drawn]);
});

test("a new name does not change the provider's picture", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  const heard = await acme.owner.eventsDuring(() => ada.call(updateSettings, { full_name: "Bea" }));
  assert.deepEqual(
    heard.map(({ person }) => person),
    [{ user_id: ada.id, full_name: "Bea" }],
  );
});

test("turning the provider on or off ends everyone's queues, so that clients register again", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const queues = await Promise.all(
    [ada, gil].map(async (person) => ({ person, ...(await person.call(registration.register, {})) })),
  );
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  for (const { person, queue_id, last_event_id } of queues) {
    const answer = await person.asks("GET", "/events", {
      queue_id: String(queue_id),
      last_event_id: String(last_event_id),
      dont_block: "true",
    });
    assert.equal(answer.code, "BAD_EVENT_QUEUE_ID");
  }
});

test("only administrators turn it on", async (t) => {
  const acme = await org(t);
  for (const person of [await acme.moderator("Max"), await acme.member("Ada"), await acme.guest("Gil")])
    await assert.rejects(person.call(updateRealm, { enable_gravatar: true }), { code: "UNAUTHORIZED_PRINCIPAL" });
  await (await acme.administrator("Ann")).call(updateRealm, { enable_gravatar: true });
});
