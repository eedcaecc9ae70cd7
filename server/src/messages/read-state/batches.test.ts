/** Flags of very many messages change in batches, which nobody can tell from one change but by the number of events. */
import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";
import { copies } from "../testing.ts";
import { updateMessageFlags, updateMessageFlagsForNarrow } from "./contract.ts";

const BATCH = 500;
const COPIES = 1_200;

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const first = await ada.sends("#design > logo", "one");
  await acme.alter((tx) => copies(tx, first, COPIES));
  const rows = await acme.server.app.database.reader
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .where("sender_id", "=", ada.id)
    .where("id", ">=", first)
    .orderBy("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  const unread = async () => (await ben.call(register, {})).unread_msgs?.count;
  return { acme, ada, ben, ids, unread };
}

const messagesOf = (events: readonly object[]) =>
  events.map((event) => (event as { messages?: number[] }).messages?.length ?? 0);

test("thousands of messages are read and marked as unread, each once", async (t) => {
  const { ben, ids, unread } = await design(t);
  const narrow = [{ operator: "channel", operand: "design" }];
  const range = { anchor: "newest", num_before: 5_000, num_after: 0, narrow };
  const read = await ben.eventsDuring(async () => {
    const answer = await ben.call(updateMessageFlagsForNarrow, { ...range, op: "add", flag: "read" });
    assert.deepEqual([answer.processed_count, answer.updated_count], [ids.length, ids.length]);
  });
  assert.deepEqual(messagesOf(read), [BATCH, BATCH, ids.length - 2 * BATCH]);
  assert.equal(await unread(), 0);
  const newestFirst = ids.toReversed();
  const marked = await ben.eventsDuring(async () => {
    const { messages } = await ben.call(updateMessageFlags, { messages: newestFirst, op: "remove", flag: "read" });
    assert.deepEqual(messages, newestFirst);
  });
  assert.deepEqual(messagesOf(marked), [BATCH, BATCH, ids.length - 2 * BATCH]);
  assert.equal(await unread(), ids.length);
});

test("if one of thousands is hidden, none changes", async (t) => {
  const { acme, ada, ben, ids, unread } = await design(t);
  const hidden = await acme.owner.writes(ada, "between us");
  await ben.call(updateMessageFlags, { messages: ids, op: "add", flag: "read" });
  for (const [op, flag] of [
    ["remove", "read"],
    ["add", "starred"],
  ] as const) {
    const refused = ben.call(updateMessageFlags, { messages: [...ids, hidden], op, flag });
    await assert.rejects(refused, { message: "Invalid message(s)" });
  }
  assert.equal(await unread(), 0);
  assert.deepEqual((await ben.call(register, {})).starred_messages, []);
});

test("someone who is deactivated between two batches changes no more", async (t) => {
  const { acme, ben, ids } = await design(t);
  const { database, hub } = acme.server.app;
  const committed = hub.committed.bind(hub);
  t.mock.method(hub, "committed", async (...[realmId, entries]: Parameters<typeof committed>) => {
    await committed(realmId, entries);
    if (entries.length === 0) return;
    t.mock.restoreAll();
    await acme.deactivate(ben);
  });
  await assert.rejects(ben.call(updateMessageFlags, { messages: ids, op: "add", flag: "starred" }));
  const starred = await database.reader
    .selectFrom("user_message")
    .select("message_id")
    .where("user_id", "=", ben.id)
    .execute();
  assert.equal(starred.length, BATCH);
});
