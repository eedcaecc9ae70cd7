import assert from "node:assert/strict";
import { events } from "@parley/server/contract";
import { type Organization, org, test } from "../../../server/test/index.ts";
import { clientOf } from "../messages/testing.ts";
import type { State } from "./store.ts";

async function scene(acme: Organization) {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  return { ada, client: await clientOf(acme, ben) };
}

const changed = (before: State, after: State): string[] =>
  (Object.keys(after) as (keyof State)[]).filter((name) => after[name] !== before[name]);

test("an event changes only the parts it concerns; the others stay the same objects", async (t) => {
  const { ada, client } = await scene(await org(t));
  const { store } = client;
  // The first message makes the channel active, which changes another part.
  await ada.sends("#launch > tides", "High at ten.");
  await client.receivesEvents();
  const before = store.state;
  await ada.sends("#launch > tides", "Low at four.");
  await client.receivesEvents();
  assert.deepEqual(changed(before, store.state).sort(), ["conversations", "unread"]);
});

test("an unknown event leaves the state unchanged", async (t) => {
  const { client } = await scene(await org(t));
  const { store } = client;
  const before = store.state;
  let calls = 0;
  store.onChange(() => calls++);
  store.apply({ id: 1, type: "something_new" });
  assert.equal(store.state, before);
  assert.equal(calls, 1);
});

test("a newer server's op for a known event leaves the state unchanged", async (t) => {
  const { client } = await scene(await org(t));
  const { store } = client;
  const before = store.state;
  for (const { type } of events.filter(({ fields }) => fields.op)) store.apply({ id: 1, type, op: "something_new" });
  assert.equal(store.state, before);
});

test("marking a read message as read again changes nothing", async (t) => {
  const { ada, client } = await scene(await org(t));
  const { store } = client;
  const id = await ada.sends("#launch > tides", "Low at four.");
  await client.receivesEvents();
  const read = { id: 1, type: "update_message_flags", op: "add", flag: "read", all: false, messages: [id] };
  store.apply(read);
  const before = store.state;
  assert.equal(before.unread.messages.size, 0);
  store.apply({ ...read, id: 2 });
  assert.equal(store.state.unread, before.unread);
});
