/** Random lives of three people in two channels: what they see must equal a model that knows no marks and no exceptions. */
import assert from "node:assert/strict";
import { CAPABILITIES, type ServerEvent, type Snapshot, Store } from "@parley/client";
import fc from "fast-check";
import { sql } from "kysely";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { subscriptionRemoveEvent } from "../../channels/events.ts";
import { change } from "../../context.ts";
import { toUsers } from "../../events/audience.ts";
import { append, takeTurn } from "../../events/log.ts";
import { serverContext } from "../../realms/create.ts";
import { getEvents, register } from "../../registration/contract.ts";
import * as messages from "../contract.ts";
import { newestMessageId, topicFor } from "../store.ts";
import * as readState from "./contract.ts";
import { readOnLeaving } from "./leave.ts";
import { carryReadState } from "./moves.ts";

const CHANNELS = ["design", "quiet"] as const;
const TOPICS = ["logo", "Colour", ""] as const;
/** A life is long, so there are few of them in one run of the tests; a failure names the seed. */
const RUNS = { numRuns: 3, endOnFailure: true };

interface Sent {
  id: number;
  channel?: number;
  topic?: string;
  people?: Person[];
}

/** What each person has not read. */
class Model {
  readonly sent: Sent[] = [];
  readonly unread = new Map<Person, Set<number>>();
  readonly subscribed = new Map<Person, Set<number>>();
  readonly starred = new Map<Person, Set<number>>();

  constructor(people: readonly Person[]) {
    for (const person of people) {
      this.unread.set(person, new Set());
      this.starred.set(person, new Set());
      this.subscribed.set(person, new Set(CHANNELS.keys()));
    }
  }

  arrives(message: Sent, readBy: Person | undefined): void {
    this.sent.push(message);
    for (const [person, unread] of this.unread)
      if (person !== readBy && this.canBeUnread(person, message)) unread.add(message.id);
  }

  canBeUnread(person: Person, { channel, people }: Sent): boolean {
    return channel === undefined
      ? (people as Person[]).includes(person)
      : (this.subscribed.get(person) as Set<number>).has(channel);
  }

  seenBy(person: Person): Sent[] {
    return this.sent.filter(({ people }) => !people || people.includes(person));
  }

  marks(person: Person, op: "add" | "remove", which: readonly Sent[]): void {
    const unread = this.unread.get(person) as Set<number>;
    for (const message of which)
      if (op === "add") unread.delete(message.id);
      else if (this.canBeUnread(person, message)) unread.add(message.id);
  }
}

interface World {
  acme: Organization;
  people: Person[];
  channels: number[];
  model: Model;
  mirrors: Map<Person, Mirror>;
}

/** What a client keeps of the state in question. */
interface Mirror {
  store: Store;
  queue_id: string;
  last_event_id: number;
}

const snapshotOf = (person: Person) =>
  person.call(register, {
    event_types: ["message", "update_message_flags", "starred_messages", "subscription", "realm_user"],
    client_capabilities: CAPABILITIES,
  });

async function mirrorOf(person: Person): Promise<Mirror> {
  const { queue_id, last_event_id, ...snapshot } = await snapshotOf(person);
  const store = new Store(snapshot as Snapshot);
  return { store, queue_id: queue_id as string, last_event_id: last_event_id as number };
}

async function catchUp(person: Person, mirror: Mirror): Promise<void> {
  const { queue_id, last_event_id } = mirror;
  const { events } = await person.call(getEvents, { queue_id, last_event_id, dont_block: true });
  for (const event of events as unknown as ServerEvent[]) {
    mirror.store.apply(event);
    mirror.last_event_id = event.id;
  }
}

/** One thing that somebody does; the numbers choose whom and what it concerns. */
type Step = { kind: (typeof KINDS)[number]; who: number; a: number; b: number; some: readonly number[]; yes: boolean };
const KINDS = [
  "send",
  "send",
  "send",
  "write",
  "mark",
  "mark",
  "mark",
  "narrow",
  "topic",
  "channel",
  "all",
  "star",
  "subscribe",
  "leave",
  "move",
  "move",
] as const;

const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  who: fc.nat(2),
  a: fc.nat(99),
  b: fc.nat(99),
  some: fc.array(fc.nat(99), { maxLength: 6 }),
  yes: fc.boolean(),
});

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

async function take(world: World, { kind, who, a, b, some, yes }: Step): Promise<void> {
  const { people, channels, model } = world;
  const person = pick(people, who);
  const channel = a % channels.length;
  const op = yes ? "add" : "remove";
  switch (kind) {
    case "send": {
      const topic = pick(TOPICS, b);
      const to = CHANNELS[channel] as string;
      const content = `to ${to}`;
      const { id } = await person.call(messages.sendMessage, {
        type: "channel",
        to,
        topic,
        content,
        read_by_sender: yes,
      });
      return model.arrives({ id, channel, topic }, yes ? person : undefined);
    }
    case "write": {
      const others = yes ? [pick(people, a)] : people;
      const to = others.map((each) => each.id);
      const { id } = await person.call(messages.sendMessage, {
        type: "direct",
        to,
        content: "x",
        read_by_sender: b % 2 === 0,
      });
      return model.arrives({ id, people: [...new Set([person, ...others])] }, b % 2 === 0 ? person : undefined);
    }
    case "mark": {
      const seen = model.seenBy(person);
      const chosen = seen.length === 0 ? [] : some.map((n) => pick(seen, n));
      const answer = await person.call(readState.updateMessageFlags, {
        messages: chosen.map((each) => each.id),
        op,
        flag: "read",
      });
      const outside = chosen.filter((each) => !yes && !model.canBeUnread(person, each)).map((each) => each.channel);
      assert.deepEqual(
        answer.ignored_because_not_subscribed_channels,
        [...new Set(outside.map((each) => channels[each as number] as number))].sort((x, y) => x - y),
      );
      return model.marks(person, op, chosen);
    }
    case "narrow": {
      const seen = model.seenBy(person).filter((each) => each.channel === channel);
      const anchor = seen.length === 0 ? 0 : pick(seen, b).id;
      const { num_before, num_after } = { num_before: some.length, num_after: a % 4 };
      await person.call(readState.updateMessageFlagsForNarrow, {
        ...{ anchor: String(anchor), num_before, num_after, op, flag: "read" },
        narrow: [["channel", CHANNELS[channel] as string]],
      });
      const at = seen.findIndex((each) => each.id === anchor);
      return model.marks(person, op, at < 0 ? [] : seen.slice(Math.max(at - num_before, 0), at + num_after + 1));
    }
    case "topic": {
      const topic_name = pick(TOPICS, b);
      const within = model.sent.filter((each) => each.channel === channel && each.topic === topic_name);
      const asked = person.call(readState.markTopicAsRead, { stream_id: channels[channel] as number, topic_name });
      if (within.length === 0) await assert.rejects(asked, { message: `No such topic '${topic_name}'` });
      else await asked;
      return model.marks(person, "add", within);
    }
    case "channel":
      await person.call(readState.markChannelAsRead, { stream_id: channels[channel] as number });
      return model.marks(
        person,
        "add",
        model.sent.filter((each) => each.channel === channel),
      );
    case "all":
      await person.call(readState.markAllAsRead, {});
      return model.marks(person, "add", model.sent);
    case "star": {
      const seen = model.seenBy(person);
      const chosen = seen.length === 0 ? [] : some.map((n) => pick(seen, n).id);
      await person.call(readState.updateMessageFlags, { messages: chosen, op, flag: "starred" });
      const starred = model.starred.get(person) as Set<number>;
      for (const id of chosen) yes ? starred.add(id) : starred.delete(id);
      return;
    }
    case "subscribe":
      await person.call(subscribe, { subscriptions: [{ name: CHANNELS[channel] as string }] });
      (model.subscribed.get(person) as Set<number>).add(channel);
      return;
    case "leave":
      return leave(world, person, channel);
    case "move":
      return move(world, channel, pick(TOPICS, b), yes);
  }
}

async function leave({ acme, channels, model }: World, person: Person, channel: number): Promise<void> {
  const subscribed = model.subscribed.get(person) as Set<number>;
  if (!subscribed.delete(channel)) return;
  const [user_id, channel_id] = [person.id, channels[channel] as number];
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  await change(serverContext(app, realm), async (ctx) => {
    await takeTurn(ctx.db, realm.id);
    const subscriptions = [{ stream_id: channel_id, name: CHANNELS[channel] as string }];
    const effects = { leaves: { users: [user_id], channels: [channel_id] } };
    append(ctx, subscriptionRemoveEvent({ op: "remove", subscriptions }), toUsers(user_id), { effects });
    await readOnLeaving(ctx, [{ user_id, channel_id }]);
    const own = sql<boolean>`user_id = ${user_id} and channel_id = ${channel_id}`;
    await sql`update subscription set is_subscribed = false where ${own}`.execute(ctx.db);
    await sql`update subscription_period set to_message_id = ${await newestMessageId(ctx.db)}
      where ${own} and to_message_id is null`.execute(ctx.db);
  });
  model.marks(
    person,
    "add",
    model.sent.filter((each) => each.channel === channel),
  );
}

/** A whole topic, or the newer half of it, goes to the other channel. */
async function move({ acme, channels, model }: World, from: number, topic: string, isWhole: boolean): Promise<void> {
  const to = 1 - from;
  const within = model.sent.filter((each) => each.channel === from && each.topic === topic);
  const moving = isWhole ? within : within.slice(Math.floor(within.length / 2));
  if (moving.length === 0) return;
  const ids = moving.map((each) => each.id);
  const [fromChannel, toChannel] = [channels[from] as number, channels[to] as number];
  await acme.alter(async (tx) => {
    await takeTurn(tx, acme.realm.id);
    const those = sql<boolean>`message.id in (${sql.join(ids)})`;
    const { lostUnread } = await carryReadState(tx, { fromChannel, toChannel, messages: those });
    const losing = [...model.unread].filter(
      ([person, unread]) => !(model.subscribed.get(person) as Set<number>).has(to) && ids.some((id) => unread.has(id)),
    );
    assert.deepEqual(
      lostUnread,
      losing.map(([person]) => person.id).sort((a, b) => a - b),
    );
    const topicId = await topicFor(tx, toChannel, topic);
    await sql`update message set topic_id = ${topicId},
      recipient_id = (select recipient_id from channel where id = ${toChannel}) where ${those}`.execute(tx);
    await sql`update topic set max_message_id = coalesce((select max(id) from message where topic_id = topic.id), 0)
      `.execute(tx);
    await sql`update channel set first_message_id = (
      select min(message.id) from message where message.recipient_id = channel.recipient_id)`.execute(tx);
  });
  for (const [person, unread] of model.unread)
    for (const message of moving) {
      const wasThere = (model.subscribed.get(person) as Set<number>).has(from);
      const isThere = (model.subscribed.get(person) as Set<number>).has(to);
      if (!isThere || !wasThere) unread.delete(message.id);
    }
  for (const message of moving) message.channel = to;
}

async function compare({ people, channels, model, mirrors }: World): Promise<void> {
  for (const person of people) {
    const unread = model.unread.get(person) as Set<number>;
    const seen = model.seenBy(person);
    const { messages: shown } = await person.call(messages.getMessages, { message_ids: seen.map((each) => each.id) });
    assert.deepEqual(
      shown.filter((each) => !each.flags.includes("read")).map((each) => each.id),
      [...unread].sort((a, b) => a - b),
    );
    const state = await snapshotOf(person);
    const listed = state.unread_msgs as NonNullable<typeof state.unread_msgs>;
    const groups = [...listed.streams, ...listed.pms, ...listed.huddles].flatMap((each) => each.unread_message_ids);
    assert.deepEqual(new Set(groups), unread);
    assert.equal(listed.count, unread.size);
    for (const { stream_id, topic, unread_message_ids } of listed.streams)
      assert.deepEqual(
        unread_message_ids,
        seen
          .filter((each) => each.channel === channels.indexOf(stream_id) && each.topic === topic && unread.has(each.id))
          .map((each) => each.id),
      );
    assert.deepEqual(new Set(state.starred_messages), model.starred.get(person));
    const mirror = mirrors.get(person);
    if (!mirror) continue;
    await catchUp(person, mirror);
    const fresh = new Store(state as Snapshot).state;
    assert.deepEqual(mirror.store.state.unread, fresh.unread);
    assert.deepEqual(mirror.store.state.starred, fresh.starred);
  }
}

/** A row that says what the mark says already, or nothing. */
async function contradictions({ acme }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select own.user_id, own.message_id, own.flags, subscription.read_upto from user_message as own
      join message on message.id = own.message_id
      left join channel on channel.recipient_id = message.recipient_id
      left join subscription on subscription.channel_id = channel.id and subscription.user_id = own.user_id
      left join direct_participant as direct
        on direct.recipient_id = message.recipient_id and direct.user_id = own.user_id
    where message.realm_id = ${acme.realm.id} and (own.flags = 0
      or ((own.flags & 1) <> 0 and own.message_id <= coalesce(subscription.read_upto, direct.read_upto))
      or ((own.flags & 32) <> 0 and own.message_id > coalesce(subscription.read_upto, direct.read_upto))
      or ((own.flags & 33) <> 0 and subscription.is_subscribed is not true and channel.id is not null))
    `.execute(acme.server.app.database.reader);
  return rows;
}

async function live(acme: Organization, steps: readonly Step[], { isWatched }: { isWatched: boolean }): Promise<void> {
  const people = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const channels: number[] = [];
  for (const name of CHANNELS) channels.push(await acme.channel(name, people));
  const mirrors = new Map<Person, Mirror>();
  if (isWatched) for (const person of people) mirrors.set(person, await mirrorOf(person));
  const world = { acme, people, channels, model: new Model(people), mirrors };
  for (const each of steps) {
    await take(world, each);
    assert.deepEqual(await contradictions(world), []);
    await compare(world);
  }
}

test("flags, unread lists and clients' state follow whatever people do", async (t) => {
  const steps = fc.array(
    step.filter(({ kind }) => kind !== "move"),
    { minLength: 8, maxLength: 16 },
  );
  const isAsTheModel = fc.asyncProperty(steps, async (life) => live(await org(t), life, { isWatched: true }));
  await fc.assert(isAsTheModel, RUNS);
});

test("a move to another channel changes nobody's read state but of those who are not in both", async (t) => {
  const steps = fc.array(
    step.filter(({ kind }) => kind !== "narrow" && kind !== "channel"),
    { minLength: 8, maxLength: 16 },
  );
  const isAsTheModel = fc.asyncProperty(steps, async (life) => live(await org(t), life, { isWatched: false }));
  await fc.assert(isAsTheModel, RUNS);
});
