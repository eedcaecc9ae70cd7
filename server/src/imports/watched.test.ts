/** What an import stores, it stores only while it may go on, and in transactions for which nobody waits long. */
import assert from "node:assert/strict";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { Readable } from "node:stream";
import type { TestContext } from "node:test";
import { type Organization, org, test } from "../../test/index.ts";
import { endSubscriptions } from "../channels/subscriptions/store.ts";
import { messages } from "../contract.ts";
import type { App, Realm } from "../kernel/context.ts";
import type { Database } from "../kernel/db/handles.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { ImportedChannels } from "./channels.ts";
import { type BesideOthers, importFrom } from "./import.ts";
import { Ledger } from "./ledger.ts";
import { ImportedGroups } from "./organization/groups.ts";
import { ImportedPeople } from "./people.ts";
import { type ChannelRecord, type FileRecord, type ImportSource, type PersonRecord, SourceEnded } from "./records.ts";
import { archiveWith, insertArchive } from "./store.ts";
import { survey } from "./survey.ts";
import { Tally, type TallyState } from "./tally.ts";

const ORIGIN = "slack:T1";
const person = (n: number): PersonRecord => ({ type: "person", id: `U${n}`, name: `Person ${n}` });

/** One message with one file. */
const sourceWith = (open: FileRecord["open"]): ImportSource => ({
  name: "slack",
  origin: ORIGIN,
  hasMessageIds: false,
  async *people() {
    yield person(1);
  },
  async *channels() {},
  async *emoji() {},
  async *pictures() {},
  async *messages() {
    yield {
      type: "message",
      sender: "U1",
      sentAt: 1_583_107_200,
      to: { people: ["U1"] },
      text: "Notes",
      files: [{ id: "F1", name: "notes.txt", contentType: "text/plain", open }],
    };
  },
  async close() {},
});

class Over extends Error {}

async function filesOf({ server, realm }: Organization) {
  const { reader } = server.app.database;
  const stored: string[] = [];
  for await (const { key } of server.app.storage.list(`files/${realm.id}`)) stored.push(key);
  const rows = await reader.selectFrom("attachment").select("id").where("realm_id", "=", realm.id).execute();
  const items = await reader
    .selectFrom("imported_item")
    .select("source_id")
    .where("realm_id", "=", realm.id)
    .where("kind", "=", "file")
    .execute();
  return { stored, rows, items };
}

test("an import that is over stores no more files, and a source that has ended leaves none out", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told of these imports");
  const { app } = acme.server;
  let isOver = false;
  const beside: BesideOthers = {
    watch: {
      within: async () => {
        if (isOver) throw new Over();
      },
    },
    signal: new AbortController().signal,
    announce: async () => {},
    finished: async () => {},
  };
  const cancelling = async () => {
    isOver = true;
    return Readable.from([Buffer.from("walk north")]);
  };
  const run = (open: FileRecord["open"]) =>
    importFrom(app, acme.realm, sourceWith(open), { fingerprint: "one", beside });
  await assert.rejects(run(cancelling), Over);
  assert.deepEqual(await filesOf(acme), { stored: [], rows: [], items: [] });

  isOver = false;
  const ending = async () =>
    Readable.from(
      (async function* () {
        yield Buffer.from("walk");
        throw new SourceEnded("The thread has ended.");
      })(),
    );
  await assert.rejects(run(ending), SourceEnded);
  const { tally } = await run(async () => Readable.from([Buffer.from("walk north")]));
  assert.deepEqual([tally.taken.files, tally.left_out.filter(({ what }) => what === "files")], [1, []]);
  const { rows, items } = await filesOf(acme);
  assert.deepEqual([rows.length, items.length], [1, 1]);
});

/** As if others had filled the disk. */
function fillDisk(t: TestContext): void {
  const { statfs } = fs;
  const release = () => {
    fs.statfs = statfs;
    syncBuiltinESMExports();
  };
  fs.statfs = (async () => ({ bavail: 0, bsize: 4096 })) as unknown as typeof statfs;
  syncBuiltinESMExports();
  t.after(release);
}

test("an import does not go on without its files when the disk is full", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told of these imports");
  fillDisk(t);
  const large = async () => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(256 * 1024)));
  await assert.rejects(importFrom(acme.server.app, acme.realm, sourceWith(large), { fingerprint: "full" }), {
    code: "ENOSPC",
  });
  assert.deepEqual(await filesOf(acme), { stored: [], rows: [], items: [] });
});

/** One channel, with one message. */
const sourceOf = (channel: Partial<ChannelRecord>, text: string): ImportSource => ({
  ...sourceWith(async () => ({ missing: "" })),
  async *channels() {
    const record = { type: "channel", id: "C1", name: "plans", description: "", subscribers: ["U1"] } as const;
    yield { ...record, isPrivate: false, isArchived: false, ...channel };
  },
  async *messages() {
    yield {
      type: "message",
      sender: "U1",
      sentAt: 1_583_107_200,
      to: { channel: channel.id ?? "C1", topic: "north" },
      text,
    };
  },
});

const inWords = ({ taken, left_out }: TallyState) => ({
  taken,
  left_out: left_out.map(({ what, reason, count }) => `${count} ${what}: ${reason}`).sort(),
});

test("nothing comes into a channel that more people can read than where it comes from", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told of these imports");
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  await acme.channel("town", [acme.owner], { is_web_public: true });
  const imports = async (fingerprint: string, source: ImportSource) => {
    const planned = await survey(acme.server.app, acme.realm, source, { fingerprint });
    const { tally } = await importFrom(acme.server.app, acme.realm, source, { fingerprint });
    assert.deepEqual(inWords(planned.tally), inWords(tally), "a dry run says the same");
    const repeated = await importFrom(acme.server.app, acme.realm, source, { fingerprint });
    assert.deepEqual([repeated.wasFinished, repeated.tally], [true, tally], "the report stays whole");
    const again = await survey(acme.server.app, acme.realm, source, { fingerprint });
    assert.deepEqual(inWords(again.tally), inWords(tally), "also when everything is there");
    return tally;
  };
  const texts = async (channel: string) => {
    const narrow = [{ operator: "channel", operand: channel }];
    const asked = { anchor: "newest", num_before: 10, num_after: 0, narrow, apply_markdown: false };
    return (await acme.owner.call(messages.getMessages, asked)).messages.map(({ content }) => content);
  };
  await imports("one", sourceOf({}, "for all"));
  for (const [fingerprint, now] of [
    ["two", { isPrivate: true }],
    ["three", { isHistoryProtected: true }],
  ] as const) {
    const { taken, left_out } = await imports(fingerprint, sourceOf(now, "for some"));
    assert.equal(taken.messages, 0);
    assert.ok(
      left_out.some(({ what, reason }) => what === "channels" && /^more people could read it here/.test(reason)),
    );
  }
  assert.deepEqual(await texts("plans"), ["for all"]);

  const { taken } = await imports("four", sourceOf({ id: "C2", name: "town" }, "for people of the team"));
  assert.deepEqual([taken.channels_created, taken.channels_matched], [1, 0]);
  assert.deepEqual([await texts("town"), await texts("town (slack)")], [[], ["for people of the team"]]);
});

class Killed extends Error {}

/** Counts transactions, and fails instead of one. */
function counting(database: Database, failsAt?: number) {
  const counted = { transactions: 0 };
  const proxy = new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name !== "transaction") return typeof value === "function" ? value.bind(target) : value;
      return async (...given: Parameters<Database["transaction"]>) => {
        if (++counted.transactions === failsAt) throw new Killed();
        return target.transaction(...given);
      };
    },
  });
  return { counted, database: proxy };
}

test("the subscribers of a channel come a few at a time, and whoever has left meanwhile does not come back", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told of these imports");
  const { app } = acme.server;
  const { reader } = app.database;
  const origin = { realm_id: acme.realm.id, origin: ORIGIN };
  const archive = { ...origin, fingerprint: "two", begun_at: 0, keeps_ids: false };
  await acme.alter((tx) => insertArchive(tx, archive, new Tally().state));
  const records = Array.from({ length: 7 }, (_, n) => person(n));
  const add = async (failsAt?: number) => {
    const { counted, database } = counting(app.database, failsAt);
    const running = Object.assign(Object.create(app) as App, { database });
    const ctx = operatorContext(running, acme.realm as Realm);
    const stored = await archiveWith(reader, acme.realm.id, "two");
    const ledger = new Ledger(stored as NonNullable<typeof stored>);
    const people = await ImportedPeople.of(ctx, origin);
    await people.add(records, ledger);
    const channels = await ImportedChannels.of(ctx, origin, people, { subscribersAtOnce: 3 });
    counted.transactions = 0;
    const subscribers = records.map(({ id }) => id);
    const channel = { type: "channel", id: "C1", name: "huts", description: "", subscribers } as const;
    await channels.add({ ...channel, isPrivate: true, isArchived: false }, ledger);
    return counted.transactions;
  };
  const subscribed = async () => {
    const rows = await reader
      .selectFrom("subscription")
      .innerJoin("channel", "channel.id", "subscription.channel_id")
      .select(["user_id", "is_subscribed"])
      .where("channel.realm_id", "=", acme.realm.id)
      .where("channel.name", "=", "huts")
      .orderBy("user_id")
      .execute();
    return rows.map(({ is_subscribed }) => Boolean(is_subscribed));
  };
  // The channel with three, and three more: killed before the last one.
  await assert.rejects(add(3), Killed);
  assert.deepEqual(
    await subscribed(),
    Array.from({ length: 6 }, () => true),
  );
  const [first] = await reader
    .selectFrom("imported_item")
    .select("local_id")
    .where("realm_id", "=", acme.realm.id)
    .where("source_id", "=", "U0")
    .execute();
  const [channel] = await reader
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .where("name", "=", "huts")
    .execute();
  await acme.alter((tx) => endSubscriptions(tx, [first?.local_id as number], [channel?.id as number], 0));
  assert.equal(await add(), 1, "one transaction for the one who is missing");
  assert.deepEqual(await subscribed(), [false, ...Array.from({ length: 6 }, () => true)]);
  assert.equal(await add(), 0);
});

test("a transaction has room for everyone whom mentions of a group point out", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told of these imports");
  const people = Array.from({ length: 40 }, (_, n) => person(n));
  const members = people.map(({ id }) => id);
  const source: ImportSource = {
    ...sourceWith(async () => ({ missing: "" })),
    async *people() {
      yield* people;
    },
    async *groups() {
      yield { type: "group", id: "S1", name: "crew", description: "", isDeactivated: false, members, subgroups: [] };
    },
    async *messages() {
      for (let n = 0; n < 120; n++)
        yield { type: "message", sender: "U1", sentAt: 1_583_107_200 + n, to: { people: members }, text: "@*crew*" };
    },
  };
  const steps = new Set<number>();
  const beside: BesideOthers = {
    watch: { within: async (_, taken) => void steps.add(taken) },
    signal: new AbortController().signal,
    announce: async () => {},
    finished: async () => {},
  };
  await importFrom(acme.server.app, acme.realm, source, { fingerprint: "groups", beside });
  // 2000 rows, 41 for each message.
  assert.deepEqual([...steps], [0, 49, 98, 120]);
});

test("the members of a group come a few at a time, and all of them when the import goes on", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told of these imports");
  const { app } = acme.server;
  const { reader } = app.database;
  const origin = { realm_id: acme.realm.id, origin: ORIGIN };
  const archive = { ...origin, fingerprint: "groups", begun_at: 0, keeps_ids: false };
  await acme.alter((tx) => insertArchive(tx, archive, new Tally().state));
  const records = Array.from({ length: 7 }, (_, n) => person(n));
  const add = async (failsAt?: number) => {
    const { counted, database } = counting(app.database, failsAt);
    const running = Object.assign(Object.create(app) as App, { database });
    const ctx = operatorContext(running, acme.realm as Realm);
    const stored = await archiveWith(reader, acme.realm.id, "groups");
    const ledger = new Ledger(stored as NonNullable<typeof stored>);
    const people = await ImportedPeople.of(ctx, origin);
    await people.add(records, ledger);
    const groups = await ImportedGroups.of(ctx, origin, people, { membersAtOnce: 3 });
    counted.transactions = 0;
    const members = records.map(({ id }) => id);
    const group = { type: "group", id: "S1", name: "crew", description: "", members, subgroups: [] } as const;
    await groups.add({ ...group, isDeactivated: true }, ledger);
    return counted.transactions;
  };
  const found = async () => {
    const group = await reader
      .selectFrom("user_group")
      .select(["id", "deactivated"])
      .where("realm_id", "=", acme.realm.id)
      .where("name", "=", "crew")
      .executeTakeFirstOrThrow();
    const members = await reader
      .selectFrom("user_group_member")
      .select("user_id")
      .where("group_id", "=", group.id)
      .execute();
    return [members.length, Boolean(group.deactivated)];
  };
  await assert.rejects(add(3), Killed);
  assert.deepEqual(await found(), [6, false]);
  assert.equal(await add(), 1, "one transaction for the one who is missing");
  assert.deepEqual(await found(), [7, true]);
  assert.equal(await add(), 0);
});
