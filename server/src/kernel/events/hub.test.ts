/**
 * Compares the hub with a model: random changes, audiences and ways of listening; every user receives exactly their
 * events.
 */
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { TestClock } from "../../../test/clock.ts";
import { Role } from "../access/roles.ts";
import { type ClientProfile, capabilitiesFrom, event, int, list } from "../api/index.ts";
import type { Database } from "../db/handles.ts";
import { openSqlite } from "../db/sqlite.ts";
import type { Audience, Effects } from "./audience.ts";
import { EventCatalogue } from "./frames.ts";
import { Hub } from "./hub.ts";
import { append, currentPosition, type PendingEvent, writePending } from "./log.ts";
import { Queue, type QueueOptions } from "./queue.ts";
import { Queues } from "./queues.ts";

const REALM = 1;
const USERS = [1, 2, 3];
const CHANNELS = [1, 2];
const ROLES = [Role.owner, Role.member, Role.guest];

/** Delivered as one event, or as one per part to clients that ask for single events. */
const tick = event(
  "tick",
  { n: int(), part: int() },
  {
    shape: ({ n, parts }: { n: number; parts: number }, client) =>
      client.apply_markdown ? Array.from({ length: parts }, (_, part) => ({ n, part })) : [{ n, part: -1 }],
  },
);
const tock = event("tock", { n: int(), list: list(int()) });
const catalogue = () => new EventCatalogue([tick, tock], { check: true });

const profile = (apply_markdown: boolean): ClientProfile => ({
  capabilities: capabilitiesFrom({}),
  apply_markdown,
  client_gravatar: false,
  slim_presence: false,
  dialect: "neutral",
});

interface TestStanding {
  role: number;
  channels: Set<number>;
}

/** What a client should receive, and what it received. */
interface Ear {
  id: string;
  userId: number;
  options: QueueOptions;
  expected: string[];
  heard: string[];
  last: number;
}

class HubWorld {
  readonly clock = new TestClock();
  readonly database: Database;
  readonly standing = new Map<number, TestStanding>();
  readonly ears: Ear[] = [];
  readonly errors: unknown[] = [];
  hub!: Hub;
  queues!: Queues;
  #count = 0;

  constructor(database: Database) {
    this.database = database;
    for (const id of USERS) this.standing.set(id, { role: Role.member, channels: new Set() });
    this.start();
  }

  start(): void {
    this.hub = new Hub({
      database: this.database,
      clock: this.clock,
      catalogue: catalogue(),
      presenceOf: async (db, userId) => {
        const user = await db.selectFrom("user").select("settings").where("id", "=", userId).executeTakeFirstOrThrow();
        return user.settings as unknown as { role: number; channels: number[] };
      },
      onError: (error) => this.errors.push(error),
    });
    this.queues = new Queues({
      database: this.database,
      clock: this.clock,
      hub: this.hub,
      heartbeatSeconds: 45,
      limits: { event_queues: 100 },
      onEnded() {},
    });
  }

  async restart(crash: boolean): Promise<void> {
    if (!crash) await this.queues.close();
    this.start();
  }

  async register(userId: number, options: QueueOptions): Promise<void> {
    const position = await currentPosition(this.database.reader, REALM);
    const id = await this.queues.register({ realmId: REALM, userId }, position, options, 600);
    this.ears.push({ id, userId, options, expected: [], heard: [], last: -1 });
  }

  /** One change: state and events in one transaction, passed to the hub unless another process made it. */
  async change(events: readonly { audience: Audience; effects?: Effects; parts: number }[], elsewhere: boolean) {
    const pending: PendingEvent[] = [];
    for (const { audience, effects, parts } of events) {
      const n = ++this.#count;
      const body = n % 2 ? tick({ n, parts }) : tock({ n, list: [n] });
      append({ pending: { events: pending } }, body, audience, effects ? { effects } : {});
      for (const ear of this.ears) if (this.#hears(ear, audience)) ear.expected.push(...heardAs(ear, n, parts));
      if (effects) this.#apply(effects);
    }
    const entries = await this.database.transaction(async (tx) => {
      for (const [id, { role, channels }] of this.standing)
        await tx
          .updateTable("user")
          .set({ settings: JSON.stringify({ role, channels: [...channels] }) })
          .where("id", "=", id)
          .execute();
      return writePending(tx, REALM, pending, 0);
    });
    if (!elsewhere) void this.hub.committed(REALM, entries);
  }

  #hears({ userId, options }: Ear, audience: Audience): boolean {
    const { role, channels } = this.standing.get(userId) as TestStanding;
    if (audience.except?.includes(userId)) return false;
    return (
      audience.users?.includes(userId) ||
      (audience.roles !== undefined && role >= audience.roles[0] && role <= audience.roles[1]) ||
      (audience.subscribersOf !== undefined && channels.has(audience.subscribersOf)) ||
      (audience.publicListeners === true && options.all_public_streams && role !== Role.guest)
    );
  }

  #apply({ joins, leaves, role }: Effects): void {
    for (const id of joins?.users ?? []) for (const c of joins?.channels ?? []) this.standing.get(id)?.channels.add(c);
    for (const id of leaves?.users ?? [])
      for (const c of leaves?.channels ?? []) this.standing.get(id)?.channels.delete(c);
    if (role) (this.standing.get(role.user) as TestStanding).role = role.to;
  }

  /** The actual changes, as the actions of features list them. */
  effects(kind: "joins" | "leaves" | "role", userId: number, channel: number, role: number): Effects | undefined {
    const now = this.standing.get(userId) as TestStanding;
    if (kind === "role") return { role: { user: userId, from: now.role, to: role } };
    if (now.channels.has(channel) === (kind === "joins")) return undefined;
    return { [kind]: { users: [userId], channels: [channel] } };
  }

  /** Polls; `upto` is how much of the response reaches the client, by default all of it. */
  async poll(ear: Ear, upto: number): Promise<number> {
    const poll = { lastEventId: ear.last, dontBlock: true, connection: { isClosed: false, onClose() {} } };
    const frames = await this.queues.poll({ realmId: REALM, userId: ear.userId }, ear.id, poll);
    const received = frames.slice(0, upto);
    for (const { id, text } of received) {
      assert.ok(id > ear.last, "ids increase");
      ear.last = id;
      const { id: _, ...heard } = JSON.parse(text);
      ear.heard.push(JSON.stringify(heard));
    }
    return frames.length;
  }
}

function heardAs({ options }: Ear, n: number, parts: number): string[] {
  const type = n % 2 ? "tick" : "tock";
  if (options.event_types && !options.event_types.includes(type)) return [];
  if (type === "tock") return [JSON.stringify({ type, n, list: [n] })];
  if (!options.profile.apply_markdown) return [JSON.stringify({ type, n, part: -1 })];
  return Array.from({ length: parts }, (_, part) => JSON.stringify({ type, n, part }));
}

const anyUser = fc.constantFrom(...USERS);
const anyChannel = fc.constantFrom(...CHANNELS);
const audience: fc.Arbitrary<Audience> = fc.record(
  {
    users: fc.subarray(USERS),
    roles: fc.constantFrom<[number, number]>(
      [Role.owner, Role.guest],
      [Role.owner, Role.owner],
      [Role.owner, Role.member],
    ),
    subscribersOf: anyChannel,
    publicListeners: fc.constant(true as const),
    except: fc.subarray(USERS),
  },
  { requiredKeys: [] },
);
const announced = fc.record({
  audience,
  parts: fc.nat(3),
  effect: fc.option(fc.constantFrom("joins" as const, "leaves" as const, "role" as const)),
  user: anyUser,
  channel: anyChannel,
  role: fc.constantFrom(...ROLES),
});
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("change" as const),
      events: fc.array(announced, { maxLength: 4 }),
      elsewhere: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("burst" as const), count: fc.integer({ min: 90, max: 130 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("register" as const),
      user: anyUser,
      all: fc.boolean(),
      parts: fc.boolean(),
      only: fc.option(fc.constantFrom(["tick"], ["tock"])),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("poll" as const),
      ear: fc.nat(),
      upto: fc.oneof(fc.nat(5), fc.constant(2000)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("polls at once" as const), ear: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("look" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("restart" as const), crash: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("maintain" as const) }) },
);

async function perform(world: HubWorld, each: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
  const ear = "ear" in each ? world.ears[each.ear % Math.max(world.ears.length, 1)] : undefined;
  switch (each.does) {
    case "change":
      // One after another, so that each effect is an actual change.
      for (const { effect, user, channel, role, ...rest } of each.events) {
        const effects = effect ? world.effects(effect, user, channel, role) : undefined;
        await world.change([effects ? { ...rest, effects } : rest], each.elsewhere);
      }
      return;
    case "burst":
      return world.change(
        Array.from({ length: each.count }, () => ({ audience: { roles: [Role.owner, Role.guest] }, parts: 1 })),
        false,
      );
    case "register":
      return world.register(each.user, {
        event_types: each.only,
        narrow: [],
        all_public_streams: each.all,
        profile: profile(each.parts),
      });
    case "poll":
      if (ear) await world.poll(ear, each.upto);
      return;
    case "polls at once":
      if (ear) await Promise.all([world.poll(ear, 0), world.poll(ear, 0)]);
      return;
    case "look":
      return world.hub.lookEverywhere();
    case "restart":
      return world.restart(each.crash);
    case "maintain":
      return world.queues.maintain();
  }
}

/** Each run starts with a copy of a database with an organization and its users. */
async function makeTemplate(file: string): Promise<void> {
  const database = openSqlite(file);
  await database.migrate();
  await database.transaction(async (tx) => {
    const realm = { id: REALM, string_id: "", is_default: true, is_active: true, date_created: 0, settings: "{}" };
    await tx
      .insertInto("realm")
      .values({ ...realm, version: 1 })
      .execute();
    await tx.insertInto("realm_position").values({ realm_id: REALM, position: 0, pruned_upto: 0 }).execute();
    for (const id of USERS) {
      const names = { delivery_email: `${id}`, delivery_email_key: `${id}`, full_name_key: "", full_name: `${id}` };
      const account = { role: Role.member, is_active: true, bot_type: null, bot_owner_id: null, date_joined: 0 };
      const avatar = { avatar_source: "G", avatar_version: 1 } as const;
      const key = { password_hash: null, api_key_hash: `${id}`, api_key_encrypted: `${id}` };
      const rights = { can_create_users: false, can_change_user_emails: false };
      const settings = JSON.stringify({ role: Role.member, channels: [] });
      const row = { id, realm_id: REALM, settings, ...names, ...account, ...avatar, ...key, ...rights };
      await tx.insertInto("user").values(row).execute();
    }
  });
  await database.close();
}

async function inWorld(template: string, play: (world: HubWorld) => Promise<void>): Promise<void> {
  const file = `${template}-${crypto.randomUUID()}`;
  copyFileSync(template, file);
  const database = openSqlite(file);
  try {
    await play(new HubWorld(database));
  } finally {
    await database.close();
  }
}

test("every queue receives exactly the events for its user at the time they happened, once and in order [E3]", async () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-hub-"));
  try {
    const template = join(directory, "template.db");
    await makeTemplate(template);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) =>
        inWorld(template, async (world) => {
          for (const each of steps) await perform(world, each);
          world.hub.lookEverywhere();
          await world.hub.settled();
          for (const ear of world.ears) {
            while ((await world.poll(ear, 2000)) > 0);
            assert.deepEqual(ear.heard, ear.expected);
          }
          assert.deepEqual(world.errors, []);
          await world.hub.settled();
        }),
      ),
      { numRuns: Number(process.env.PARLEY_TEST_RUNS ?? 40) },
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test("a change waits for one of the queues that read the log, not for all of them", async () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-hub-"));
  try {
    const template = join(directory, "template.db");
    await makeTemplate(template);
    await inWorld(template, async ({ hub, errors }) => {
      const options = { event_types: null, narrow: [], all_public_streams: false, profile: profile(true) };
      const stored = { realm_id: REALM, user_id: 1, options, lifespan_seconds: 600, acknowledged: 0, lastSeenMs: 0 };
      const done: string[] = [];
      const reading = [1, 2, 3, 4, 5].map((number) =>
        hub.attach(new Queue({ ...stored, id: `${number}` }), 0, 1000).then(() => done.push("read")),
      );
      const entry = { position: 1, type: "tock", body: { n: 1, list: [] }, audience: {}, personal: null };
      await hub.committed(REALM, [entry]).then(() => done.push("answered"));
      await Promise.all(reading);
      assert.ok(done.indexOf("answered") <= 1, done.join(", "));
      assert.deepEqual(errors, []);
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
