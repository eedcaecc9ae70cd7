/** Two nodes on one PostgreSQL: clients can use either. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { channels, realms, registration, users } from "@parley/server/contract";
import type { Person } from "./support/person.ts";
import { newNode, newServer, type Server } from "./support/server.ts";

interface Nodes {
  one: Server;
  two: Server;
  owner: Person;
  ada: Person;
  ben: Person;
}

async function twoNodes(t: TestContext): Promise<Nodes> {
  const one = await newServer(t, "postgres");
  const two = await newNode(one.installation);
  await two.start();
  const ada = await one.member("Ada");
  const ben = await one.member("Ben");
  for (const person of [ada, ben]) await person.joins("launch");
  return { one, two, owner: one.owner as Person, ada, ben };
}

test("a message sent to one node reaches a poll held on the other, in both directions", async (t) => {
  const { two, ada, ben } = await twoNodes(t);
  for (const [sender, reader] of [
    [ada, two.as(ben)],
    [two.as(ada), ben],
  ] as const) {
    const queue = await reader.listens();
    const began = performance.now();
    const polling = queue.poll();
    const id = await sender.sends("launch", "tides", "We are live");
    const [event] = await polling;
    assert.equal(event?.message?.id, id);
    t.diagnostic(`sent and heard in ${Math.round(performance.now() - began)} ms`);
  }
});

test("a queue continues at the second node when the first is killed while messages are sent", async (t) => {
  const { one, two, ada, ben } = await twoNodes(t);
  const queue = await ben.listens();
  const adaAtTwo = two.as(ada);
  const sent: number[] = [];
  let enough = false;
  const sending = (async () => {
    while (!enough) sent.push(await adaAtTwo.sends("launch", "tides", `wave ${sent.length}`));
  })();

  await queue.pollUntil(() => queue.messages.length >= 20);
  const interrupted = queue.poll({ wait: true }).catch(() => {});
  await one.kill();
  await interrupted;
  queue.moveTo(two.as(ben));
  const heardAtOne = queue.messages.length;
  await queue.pollUntil(() => queue.messages.length >= heardAtOne + 20);
  enough = true;
  await sending;
  await queue.pollUntil(() => queue.messages.length >= sent.length);

  assert.deepEqual(
    queue.messages.map(({ id }) => id),
    sent,
  );
});

test("a client that changes nodes with every poll receives every event once [E3]", async (t) => {
  const { two, ada, ben } = await twoNodes(t);
  const queue = await ben.listens();
  const senders = [ada, two.as(ada)];
  const sending = Promise.all(
    senders.map(async (sender, n) => {
      const ids: number[] = [];
      for (let count = 0; count < 100; count++) ids.push(await sender.sends("launch", `node ${n}`, `wave ${count}`));
      return ids;
    }),
  );
  const nodes = [two.as(ben), ben];
  for (let turn = 0; queue.messages.length < 200; turn++) {
    queue.moveTo(nodes[turn % 2] as Person);
    await queue.poll();
  }
  const sent = (await sending).flat().sort((a, b) => a - b);
  assert.deepEqual(
    queue.messages.map(({ id }) => id),
    sent,
  );
});

test("deleting a queue at one node ends it at the other, including a held poll", async (t) => {
  const { two, ben } = await twoNodes(t);
  const queue = await ben.listens();
  const held = queue.poll();
  const elsewhere = await two.as(ben).listens();
  queue.moveTo(two.as(ben));
  await queue.ends();
  assert.deepEqual(await held, []);
  queue.moveTo(ben);
  await assert.rejects(queue.poll({ wait: false }), { code: "BAD_EVENT_QUEUE_ID" });
  await elsewhere.ends();
});

test("a changed permission, name or key takes effect at the other node at once [A1]", async (t) => {
  const { two, owner, ada, ben } = await twoNodes(t);
  const adaAtTwo = two.as(ada);
  await adaAtTwo.joins("before");
  const queue = await two.as(ben).listens();

  await owner.call(realms.updateRealm, { can_create_public_channel_group: { new: await ownersGroup(owner) } });
  await assert.rejects(adaAtTwo.call(channels.subscribe, { subscriptions: [{ name: "after" }] }), {
    code: "BAD_REQUEST",
  });

  await owner.call(realms.updateRealm, { name: "Acme and Sons" });
  const settings = (await (await fetch(`${two.address}/api/v1/server_settings`)).json()) as { realm_name: string };
  assert.equal(settings.realm_name, "Acme and Sons");
  await queue.pollUntil(() => queue.heard.filter(({ type }) => type === "realm").length >= 2);

  await ada.call(users.regenerateApiKey, {});
  await assert.rejects(adaAtTwo.sends("launch", "tides", "with the old key"), { code: "UNAUTHORIZED" });
});

async function ownersGroup(person: Person): Promise<number> {
  const { realm_user_groups } = await person.call(registration.register, {
    event_types: [],
    fetch_event_types: ["realm_user_groups"],
  });
  const group = realm_user_groups?.find(({ name }) => name === "role:owners");
  return group?.id as number;
}
