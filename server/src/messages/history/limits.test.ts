/** Limits on how much of a message's history is stored and sent; only what exceeds them is missing. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { getMessages } from "../contract.ts";
import { editMessage } from "../edit/contract.ts";
import { copies, plansOf } from "../testing.ts";
import { getMessage, getMessageHistory } from "./contract.ts";
import { BYTES_IN_LISTS, ENTRIES_PER_LIST, MOST_BYTES, MOST_ENTRIES, MOST_TEXTS } from "./limits.ts";
import { historiesInList, recordEdit, recordMoves } from "./store.ts";

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  const message_id = await ada.sends("#design > logo", "first");
  return { acme, ada, ben, stream_id, message_id };
}

const edits = (person: Person, message_id: number, content: string) =>
  person.call(editMessage, { message_id, content });
const listed = async (person: Person, ids: readonly number[]) =>
  (await person.call(getMessages, { message_ids: [...ids] })).messages;
const history = async (person: Person, message_id: number) =>
  (await person.call(getMessageHistory, { message_id })).message_history;

/** A history as if made by many edits: rows with these texts, or none, oldest first. */
const pretend = (acme: Organization, messageId: number, texts: readonly (string | null)[]) =>
  acme.alter(async (tx) => {
    const { sender_id, channel_id } = await tx
      .selectFrom("message")
      .innerJoin("channel", "channel.recipient_id", "message.recipient_id")
      .select(["message.sender_id", "channel.id as channel_id"])
      .where("message.id", "=", messageId)
      .executeTakeFirstOrThrow();
    const rows = texts.map((text, n) => ({
      message_id: messageId,
      user_id: sender_id,
      edited_at: n,
      channel_id,
      ...(text === null
        ? { topic: `t${n}`, prev_topic: `t${n - 1}` }
        : { text_size: 2 * text.length, prev_content: text, prev_rendered_content: text }),
    }));
    for (let start = 0; start < rows.length; start += 100)
      await tx
        .insertInto("message_edit")
        .values(rows.slice(start, start + 100))
        .execute();
    await sql`update message set
      history_count = (select count(*) from message_edit where message_id = ${messageId}),
      history_bytes = (select coalesce(sum(text_size), 0) from message_edit where message_id = ${messageId})
      where id = ${messageId}`.execute(tx);
  });

async function isSound(acme: Organization): Promise<void> {
  for (const check of invariants)
    if (check.name.startsWith("messages know"))
      assert.deepEqual(await check.problems(acme.server.app.database.reader), []);
}

test("a list includes earlier text while it is short; a single message and its history include all that is stored", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const text = "long ".repeat(1000).trim();
  for (let n = 0; n < 3; n++) await edits(ada, message_id, `${text}${n}`);
  const carried = async () =>
    (await listed(ben, [message_id]))[0]?.edit_history?.map(({ prev_content, prev_rendered_content }) => [
      prev_content?.length,
      prev_rendered_content?.length,
    ]);
  assert.deepEqual(await carried(), [
    [5000, 5007],
    [5000, 5007],
    [5, 12],
  ]);
  await edits(ada, message_id, "short");
  assert(3 * (5000 + 5007) + 17 < BYTES_IN_LISTS);
  assert.equal((await carried())?.[0]?.[0], 5000);
  await edits(ada, message_id, text);
  await edits(ada, message_id, "short");
  assert.deepEqual(await carried(), Array(6).fill([undefined, undefined]));
  const [message] = await listed(ben, [message_id]);
  assert.equal(message?.last_edit_timestamp, Math.floor(acme.clock.now() / 1000));
  const { message: whole } = await ben.call(getMessage, { message_id });
  assert.deepEqual(
    whole.edit_history?.map((edit) => edit.prev_content?.length),
    [4999, 5, 5000, 5000, 5000, 5],
  );
  assert.deepEqual(
    (await history(ben, message_id)).map((step) => step.content.length),
    [5, 5000, 5000, 5000, 5, 4999, 5],
  );
  await isSound(acme);
});

test("beyond two hundred edits the older ones keep only their user and time", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  await pretend(
    acme,
    message_id,
    Array.from({ length: MOST_TEXTS }, (_, n) => `t${n}`),
  );
  await edits(ada, message_id, "second");
  await edits(ada, message_id, "third");
  const [message] = await listed(ben, [message_id]);
  const entries = message?.edit_history ?? [];
  assert.equal(entries.length, MOST_TEXTS + 2);
  assert.deepEqual(
    entries.map((entry) => "prev_content" in entry),
    [...Array(MOST_TEXTS).fill(true), false, false],
  );
  assert.deepEqual(entries.at(-1), { user_id: ada.id, timestamp: 0 });
  const steps = await history(ben, message_id);
  assert.deepEqual(
    steps.slice(0, 5).map(({ content, prev_content, timestamp }) => [content, prev_content, timestamp]),
    [
      ["", undefined, Math.floor(acme.clock.now() / 1000)],
      ["", undefined, 0],
      ["t2", undefined, 1],
      ["t3", "t2", 2],
      ["t4", "t3", 3],
    ],
  );
  assert.equal(steps.at(-1)?.content, "third");
  await isSound(acme);
});

test("a message keeps a mebibyte of earlier text", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const large = "x".repeat(100_000);
  await pretend(acme, message_id, Array(5).fill(large));
  await edits(ada, message_id, "second");
  const { message } = await ben.call(getMessage, { message_id });
  const kept = message.edit_history?.map((edit) => edit.prev_content?.length);
  assert.deepEqual(kept, ["first".length, ...Array(5).fill(100_000)]);
  await pretend(acme, message_id, [large]);
  await edits(ada, message_id, "third");
  const { message: later } = await ben.call(getMessage, { message_id });
  const bytes = later.edit_history?.reduce((sum, { prev_content = "", prev_rendered_content = "" }) => {
    return sum + prev_content.length + prev_rendered_content.length;
  }, 0);
  assert(bytes !== undefined && bytes <= MOST_BYTES && bytes > MOST_BYTES - 200_000, `${bytes} bytes`);
  assert.equal(later.edit_history?.length, 8);
  await isSound(acme);
});

test("beyond a thousand edits and moves the oldest moves are dropped, and earlier texts stay", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const other = await ada.sends("#design > logo", "other");
  await pretend(acme, message_id, ["the original", ...Array(MOST_ENTRIES - 1).fill(null)]);
  const move = { topic: "moved", propagate_mode: "change_all" as const, send_notification_to_new_thread: false };
  await ada.call(editMessage, { message_id, ...move });
  const count = async (id: number) => (await ben.call(getMessage, { message_id: id })).message.edit_history?.length;
  assert.equal(await count(message_id), MOST_ENTRIES);
  assert.equal(await count(other), 1);
  await isSound(acme);
  await edits(ada, message_id, "edited");
  assert.equal(await count(message_id), MOST_ENTRIES);
  const steps = await history(ben, message_id);
  assert.equal(steps.length, MOST_ENTRIES + 1);
  const topics = new Set(steps.map((step) => step.prev_topic));
  assert.deepEqual([topics.has("t0"), topics.has("t1"), topics.has("t2")], [false, false, true]);
  assert.deepEqual([steps[0]?.content, steps[1]?.prev_content], ["the original", "the original"]);
  assert.deepEqual([steps.at(-1)?.content, steps.at(-1)?.prev_content], ["edited", "first"]);
  await isSound(acme);
});

test("where a move is not kept, topics in a channel that the reader cannot see stay hidden", async (t) => {
  const { acme, ada, ben, stream_id } = await design(t);
  const { owner } = acme;
  await acme.channel("secret", [owner, ada], { invite_only: true });
  const message_id = await ada.sends("#secret > merger", "first");
  await ada.call(editMessage, { message_id, content: "second", topic: "harmless" });
  const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  await owner.call(editMessage, { message_id, stream_id, ...quietly });
  await acme.alter(async (tx) => {
    await tx
      .deleteFrom("message_edit")
      .where("message_id", "=", message_id)
      .where("prev_channel_id", "is not", null)
      .execute();
    await tx.updateTable("message").set({ history_count: 1 }).where("id", "=", message_id).execute();
  });
  const steps = await history(ben, message_id);
  assert.equal(steps[0]?.content, "first");
  assert(!JSON.stringify(steps).includes("merger"));
  await isSound(acme);
});

test("hostile histories give small responses quickly", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  await acme.alter((tx) => copies(tx, message_id, 49));
  const { messages } = await ben.call(getMessages, { anchor: "newest", num_before: 50 });
  assert.equal(messages.length, 50);
  const text = "a *b* ".repeat(1666);
  for (const { id } of messages)
    await pretend(
      acme,
      id,
      Array.from({ length: 60 }, (_, n) => `${n}${text}`),
    );
  await edits(ada, message_id, "the end");
  const list = await measured(() => ben.asks("GET", "/messages", { anchor: "newest", num_before: "50" }));
  assert(list.bytes < 500_000, `${list.bytes} bytes in a list`);
  assert(list.milliseconds < 1500, `${list.milliseconds} ms for a list`);
  const one = await measured(() => ben.asks("GET", `/messages/${message_id}/history`));
  assert(one.bytes < 8 * MOST_BYTES, `${one.bytes} bytes of history`);
  assert(one.milliseconds < 6000, `${one.milliseconds} ms for a history`);
});

test("a long text that is moved a thousand times is not stored a thousand times", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  await edits(ada, message_id, "word ".repeat(1900));
  await pretend(acme, message_id, Array(MOST_ENTRIES - 1).fill(null));
  const { bytes } = await measured(() => ben.asks("GET", `/messages/${message_id}/history`));
  assert(bytes < 1.5 * MOST_BYTES, `${bytes} bytes`);
});

test("a list has a limited number of entries in total; further messages only say when they were edited", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const newer = await ada.sends("#design > logo", "newer");
  const { reader } = acme.server.app.database;
  const sizes = (history_count: number) => ({ id: message_id, history_count, history_bytes: 0 });
  await edits(ada, message_id, "edited");
  await edits(ada, newer, "edited");
  const one = { id: newer, history_count: 1, history_bytes: 17 };
  const both = await historiesInList(reader, [sizes(ENTRIES_PER_LIST - 1), one], "all");
  assert.deepEqual([...both.keys()].sort(), [message_id, newer].sort());
  const full = await historiesInList(reader, [sizes(ENTRIES_PER_LIST), one], "all");
  assert.deepEqual([...full.keys()], [newer]);
  assert((await listed(ben, [message_id]))[0]?.edit_history);
});

test("histories are found by index, for reading and writing", async (t) => {
  const { acme, ada, message_id } = await design(t);
  const text = { content: "x", rendered_content: "x" };
  const made = { user_id: ada.id, edited_at: 1 };
  const plans = await plansOf(acme.server.app.database, async (tx) => {
    await recordEdit(tx, { id: message_id, ...text, history_count: MOST_ENTRIES, history_bytes: 0 }, made);
    await recordMoves(tx, [message_id], { user_id: ada.id, timestamp: 1, channel_id: 1 });
    await historiesInList(tx, [{ id: message_id, history_count: 1, history_bytes: 1 }], "all");
  });
  assert(plans.length >= 5);
  for (const plan of plans) assert.doesNotMatch(plan, /SCAN message_edit(?! USING)|Seq Scan on message_edit/);
});

async function measured(work: () => Promise<unknown>): Promise<{ bytes: number; milliseconds: number }> {
  const before = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(before);
  return { bytes: JSON.stringify(answer).length, milliseconds: (user + system) / 1000 };
}
