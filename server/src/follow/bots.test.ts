/** What bots need to go on working after the switch, beside their accounts. */
import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import { sendInvites } from "../joining/invites/contract.ts";
import { createBot, updateBot } from "../people/bots/contract.ts";
import { register } from "../registration/contract.ts";
import { clientOf, follow, type Lie, newInstallation, sameOn } from "./testing.ts";

/** The bots as an administrator is shown them, without what is each server's own. */
async function botsOf(person: Person) {
  const state = await person.call(register, { fetch_event_types: ["realm_bot", "realm_user"] } as never);
  const { realm_bots, realm_users } = state as never as {
    realm_bots: { user_id: number; owner_id: number; full_name: string; api_key: string; services: object[] }[];
    realm_users: { user_id: number; full_name: string }[];
  };
  const bots = realm_bots.map(({ user_id: _, owner_id, api_key: __, ...bot }) => ({
    ...bot,
    ...{ email: "", avatar_url: "" },
    owner: realm_users.find(({ user_id }) => user_id === owner_id)?.full_name,
  }));
  return { bots, keys: realm_bots.map(({ api_key }) => api_key) };
}

test("invitations that nobody has accepted yet are counted, and their addresses are not in the report", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const { owner } = acme;
  await acme.member("Ada");
  await owner.call(sendInvites, { invitee_emails: "new@example.com, newer@example.com", stream_ids: [] });
  const { leftOut, isEqual } = await (await follow(acme, here, [owner])).once();
  assert.equal(isEqual, true);
  const left = leftOut.find(({ what }) => what === "invitations");
  assert.deepEqual([left?.count, left?.examples], [2, []]);
  assert.ok(!JSON.stringify(leftOut).includes("new@example.com"));
});

test("bots keep their owners, their channels and the services that they call, and get new keys", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("deploys", [owner, ada]);
  await acme.channel("plans", [owner, ada]);
  const caller = await ada.call(createBot, {
    ...{ full_name: "Caller", short_name: "caller", bot_type: 3 },
    ...{ payload_url: "https://bots.example.com/call", interface_type: 2, default_sending_stream: "deploys" },
  });
  await ada.call(createBot, {
    ...{ full_name: "Listener", short_name: "listener" },
    ...{ default_events_register_stream: "plans", default_all_public_streams: true },
  });
  assert.deepEqual((await (await follow(acme, here, [owner])).once()).differences, []);
  const ownerHere = await sameOn(here, owner);
  const [first, copied] = [await botsOf(owner), await botsOf(ownerHere)];
  assert.deepEqual(copied.bots, first.bots);
  assert.equal(first.bots.flatMap(({ services }) => services).length, 1);
  for (const key of copied.keys) assert.ok(!first.keys.includes(key), "whoever knows a key there has none here");

  await owner.call(updateBot, {
    ...{ bot_id: caller.user_id, service_payload_url: "https://bots.example.com/v2", service_interface: 1 },
    ...{ bot_owner_id: ben.id, default_sending_stream: "", default_events_register_stream: "deploys" },
  });
  const { differences } = await (await follow(acme, here, [owner])).compare();
  assert.deepEqual(differences.toSorted(), [
    "The bot Caller belongs to somebody else.",
    "The bot Caller is called in another way.",
    "The default channels of the bot Caller differ.",
  ]);
  assert.deepEqual((await (await follow(acme, here, [owner])).once()).differences, []);
  assert.deepEqual((await botsOf(ownerHere)).bots, (await botsOf(owner)).bots);

  // What could not be chosen here stays as it is, and is in the report.
  const calls = (services: readonly object[]): Lie => {
    return (url, answer) =>
      url.pathname.endsWith("/register") && Array.isArray(answer.realm_bots)
        ? { ...answer, realm_bots: (answer.realm_bots as object[]).map((bot) => ({ ...bot, services })) }
        : undefined;
  };
  const service = { base_url: "https://bots.example.com/v2", interface: 1, token: "x" };
  for (const wrong of [{ base_url: "file:///etc/passwd" }, { token: "x".repeat(501) }]) {
    const client = clientOf(acme.server, { lie: calls([{ ...service, ...wrong }, service]) });
    const { leftOut, isEqual } = await (await follow(acme, here, [owner], { client })).once();
    const left = leftOut.filter(({ what }) => what === "services of bots").map(({ reason }) => reason);
    assert.deepEqual([left.length, isEqual], [2, true], JSON.stringify(wrong));
  }
  assert.deepEqual((await botsOf(ownerHere)).bots, (await botsOf(owner)).bots);
});
