import assert from "node:assert/strict";
import { org, test, until } from "../../../server/test/index.ts";
import { type KeptMark, ReadMarks } from "./read-marks.ts";
import { clientOf } from "./testing.ts";

const FLAGS = "POST /messages/flags";

async function scene(t: Parameters<typeof org>[0], count: number) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const launch = await acme.channel("launch", [ada, ben]);
  const client = await clientOf(acme, ada);
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await ben.sends("#launch > tides", `${n}`));
  await client.receivesEvents();
  const marks = new ReadMarks(client.connection, client.store, { intervalMs: 5 });
  const unread = async () => {
    await client.receivesEvents();
    return ids.filter((id) => client.store.state.unread.messages.has(id));
  };
  const tides = [
    { operator: "channel", operand: launch },
    { operator: "topic", operand: "tides" },
  ];
  return { client, ids, marks, unread, tides };
}

function storage() {
  const kept: { marks: readonly KeptMark[] } = { marks: [] };
  return {
    kept,
    persistence: {
      load: async () => kept.marks,
      save: async (marks: readonly KeptMark[]) => {
        kept.marks = structuredClone(marks);
      },
    },
  };
}

test("read messages are sent in one batch, and are pending until the response", async (t) => {
  const { client, ids, marks, unread } = await scene(t, 3);
  marks.seen(ids.slice(0, 1));
  marks.seen(ids.slice(0, 2));
  assert.deepEqual(
    ids.map((id) => marks.isPending(id)),
    [true, true, false],
  );
  assert.equal(client.store.state.unread.messages.size, 3, "the store changes only by events");
  await until(() => !ids.some((id) => marks.isPending(id)));
  assert.deepEqual(await unread(), ids.slice(2));
  assert.equal(client.requests.filter((each) => each === FLAGS).length, 1);
});

test("changes that fail are kept, and sent later in order", async (t) => {
  const { client, ids, marks, unread, tides } = await scene(t, 3);
  client.on(FLAGS, () => Promise.reject(new TypeError("no network")));
  marks.seen(ids);
  await marks.flush();
  assert(marks.isPending(ids[0] as number));
  marks.mark("starred", "add", [ids[0] as number]);
  const unreadAgain = marks.markUnreadFrom(tides, ids[1] as number);
  marks.seen([ids[2] as number]);
  assert.equal(marks.pendingOp(ids[0] as number, "starred"), "add");
  client.off(FLAGS);
  marks.resume();
  assert.equal(await unreadAgain, 2);
  await marks.flush();
  assert.deepEqual(await unread(), [ids[1]]);
  assert(client.store.state.starred.has(ids[0] as number));
});

test("a whole narrow is marked as read, or as unread from a message on", async (t) => {
  const { ids, marks, unread, tides } = await scene(t, 5);
  assert.equal(await marks.markAllRead(tides), 5);
  assert.deepEqual(await unread(), []);
  assert.equal(await marks.markUnreadFrom(tides, ids[3] as number), 2);
  assert.deepEqual(await unread(), ids.slice(3));
  assert.equal(await marks.markAllRead([]), 2);
  assert.deepEqual(await unread(), []);
});

test("a rejected change is reported and not retried", async (t) => {
  const { client, ids, tides } = await scene(t, 1);
  const refusals: string[] = [];
  const marks = new ReadMarks(client.connection, client.store, { onRefused: ({ message }) => refusals.push(message) });
  marks.mark("starred", "add", [999_999]);
  marks.seen(ids);
  await marks.flush();
  assert.deepEqual(refusals, ["Invalid message(s)"]);
  assert.equal(marks.isPending(ids[0] as number), false);
  await assert.rejects(marks.markAllRead([...tides, { operator: "has", operand: "wings" }]), { code: "BAD_NARROW" });
});

test("pending changes are stored, and restored in order after a reload", async (t) => {
  const { client, ids, unread, tides } = await scene(t, 3);
  const [first = 0, second = 0] = ids;
  const { kept, persistence } = storage();
  client.on(FLAGS, () => Promise.reject(new TypeError("no network")));
  const before = new ReadMarks(client.connection, client.store, { intervalMs: 5, persistence });
  before.seen(ids);
  await before.flush();
  before.markUnreadFrom(tides, second).catch(() => {});
  before.mark("starred", "add", [first]);
  await until(() => kept.marks.length === 3);
  assert.equal(before.waiting, 5);
  before.close();

  const after = new ReadMarks(client.connection, client.store, { persistence });
  await after.load();
  assert.equal(after.pendingOp(first, "starred"), "add");
  client.off(FLAGS);
  await after.flush();
  assert.deepEqual(await unread(), ids.slice(1));
  assert(client.store.state.starred.has(first));
  await until(() => kept.marks.length === 0);
});

test("changes pending when the session ends are kept, and sent after the next sign-in", async (t) => {
  const { client, ids, unread, tides } = await scene(t, 3);
  const { kept, persistence } = storage();
  const refusals: string[] = [];
  const onRefused = ({ message }: Error) => refusals.push(message);
  const signedOut = { result: "error", code: "UNAUTHORIZED", msg: "Not logged in." };
  for (const path of [FLAGS, `${FLAGS}/narrow`])
    client.on(path, () => Promise.resolve(Response.json(signedOut, { status: 401 })));
  const before = new ReadMarks(client.connection, client.store, { persistence, onRefused });
  before.seen(ids);
  before.markUnreadFrom(tides, ids[2] as number).catch(() => {});
  await before.flush();
  assert(before.isPending(ids[0] as number));
  await until(() => kept.marks.length === 2);
  before.close();

  for (const path of [FLAGS, `${FLAGS}/narrow`]) client.off(path);
  const after = new ReadMarks(client.connection, client.store, { persistence, onRefused });
  await after.load();
  assert.deepEqual([await unread(), refusals], [ids.slice(2), []]);
  await until(() => kept.marks.length === 0);
});
