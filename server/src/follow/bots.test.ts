/** What bots need to go on working after the switch, beside their accounts. */
import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import { addFeed } from "../delivery/integrations/feeds/contract.ts";
import { incomingBot } from "../delivery/integrations/testing.ts";
import { createBotCommand } from "../delivery/outgoing-webhooks/commands/contract.ts";
import { sendInvites } from "../joining/invites/contract.ts";
import { createBot, deactivateBot, updateBot } from "../people/bots/contract.ts";
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

test("what the API does not show of bots, and what only one server has of them, is counted", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const channel = await acme.channel("deploys", [owner, ada]);
  const config_data = { webhook_secret: "opensesame" };
  const hook = await incomingBot(acme, ada, { name: "Hook", config_data });
  await ada.call(addFeed, { bot_id: hook.id, url: "https://news.example.com/feed.xml", stream_id: channel });
  const { user_id: gone } = await ada.call(createBot, { full_name: "Gone", short_name: "gone", bot_type: 2 });
  await ada.call(deactivateBot, { bot_id: gone });
  const { user_id: bot_id } = await ada.call(createBot, {
    ...{ full_name: "Caller", short_name: "caller", bot_type: 3, payload_url: "https://bots.example.com/call" },
  });
  await ada.call(createBotCommand, { bot_id, name: "deploy" });

  const left = async (lie?: Lie) => {
    const asked: string[] = [];
    const before = ({ method, url }: { method: string; url: string }) =>
      void (/^\/api\/v1\/bot/.test(new URL(url).pathname) && asked.push(method));
    const client = clientOf(acme.server, { before, ...(lie ? { lie } : {}) });
    const { leftOut, isEqual } = await (await follow(acme, here, [owner], { client })).once();
    assert.equal(isEqual, true);
    assert.ok(!JSON.stringify(leftOut).includes("news.example.com") && !JSON.stringify(leftOut).includes("opensesame"));
    const counts = leftOut.filter(({ what }) => what.includes("bots")).map(({ what, count }) => [what, count]);
    return { asked: [...new Set(asked)], counts: Object.fromEntries(counts) };
  };
  assert.deepEqual(await left(), {
    asked: ["GET"],
    counts: { "configurations of bots": 1, "commands of bots": 1, "feeds of bots": 1 },
  });
  // Another server of this API has other bots, and is not asked for what only this one has.
  const other: Lie = (url, { server_version: _, ...answer }) =>
    url.pathname.endsWith("/register") && Array.isArray(answer.realm_bots)
      ? {
          ...answer,
          realm_bots: (answer.realm_bots as { user_id: number }[]).map((bot) =>
            bot.user_id === bot_id ? { ...bot, bot_type: 4, services: [{ service_name: "x", config_data }] } : bot,
          ),
        }
      : undefined;
  assert.deepEqual(await left(other), {
    asked: [],
    counts: { "configurations of bots": 1, "embedded bots": 1 },
  });
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
  const { differences: none, leftOut } = await (await follow(acme, here, [owner])).once();
  assert.deepEqual([none, leftOut.filter(({ what }) => what.includes("bots"))], [[], []]);
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
