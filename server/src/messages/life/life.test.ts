/**
 * Random histories of several people in channels of each kind. After every step each of them must see what the model
 * says, and a client that only applies events must show the same as one that fetches everything again.
 *
 * PARLEY_MODEL_RUNS sets the number of runs, PARLEY_MODEL_SEED the seed.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import * as messages from "../contract.ts";
import { CHANNELS, type ChannelName, Model, type ModelMessage } from "./model.ts";
import { ModelReader, type ReadMessage, readMessageFrom } from "./reader.ts";
import { type LifeStep, type LifeWorld, opening, step, take } from "./steps.ts";

const { PARLEY_MODEL_RUNS: runs, PARLEY_MODEL_SEED: seed = "421" } = process.env;
const isShort = runs === undefined;

const ids = (sent: readonly ModelMessage[]) => sent.map((message) => message.id);
const ascending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

interface ReaderWorld extends LifeWorld {
  readonly readers: ReadonlyMap<Person, ModelReader>;
  /** Every message that ever existed. */
  readonly everything: Set<number>;
}

async function begin(acme: Organization): Promise<ReaderWorld> {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [gus, lea] = [await acme.guest("Gus"), await acme.administrator("Lea")];
  const model = new Model(
    new Map([
      [ada, {}],
      [ben, {}],
      [gus, { isGuest: true }],
      [lea, { isAdministrator: true }],
    ]),
  );
  const host = acme.owner;
  const kinds = {
    town: {},
    team: { invite_only: true, history_public_to_subscribers: true },
    vault: { invite_only: true, history_public_to_subscribers: false },
  };
  const firstIn = { town: [ada, ben, gus, lea], team: [ada, ben, gus], vault: [ada, ben] };
  const channels: Partial<Record<ChannelName, number>> = {};
  for (const name of CHANNELS) {
    channels[name] = await acme.channel(name, [host, ...firstIn[name]], kinds[name]);
    for (const person of firstIn[name]) model.joins(person, name);
  }
  const readers = new Map<Person, ModelReader>();
  const known = channels as Record<ChannelName, number>;
  for (const person of model.people) {
    const subscribed = CHANNELS.filter((name) => model.isSubscribed(person, name)).map((name) => known[name]);
    readers.set(person, new ModelReader(subscribed));
    await person.watches();
  }
  return { model, host, channels: known, story: [], readers, everything: new Set() };
}

/** Compares what each person can fetch, in every way, with the model. */
async function compare(world: ReaderWorld, count: number): Promise<void> {
  const { model, readers, everything } = world;
  for (const { id } of model.messages) everything.add(id);
  for (const person of model.people) {
    const seen = model.seenBy(person);
    const answer = await person.call(messages.getMessages, {
      message_ids: [...everything],
      allow_empty_topic_name: true,
    });
    const screen = new Map(answer.messages.map((message) => [message.id, readMessageFrom(message, message.flags)]));
    assert.deepEqual(screen, expected(world, person, seen), `what ${person.name} sees`);

    const history = await fetched(person, []);
    assert.deepEqual(history, ids(model.historyOf(person)), `${person.name}'s own history`);
    const channel = CHANNELS[count % CHANNELS.length] as ChannelName;
    const narrow = fetched(person, [["channel", channel]]);
    if (model.mayKnow(person, channel))
      assert.deepEqual(await narrow, ids(model.seenIn(person, channel)), `what ${person.name} sees in ${channel}`);
    else await assert.rejects(narrow, { code: "BAD_NARROW" });

    const reader = readers.get(person) as ModelReader;
    for (const event of await person.catchesUp()) reader.apply(event);
    for (const [id, message] of reader.messages)
      assert.deepEqual(message, screen.get(id), `message ${id} on ${person.name}'s screen`);
    await person.verify();
    const { unread, starred } = (await person.watches()).store.state;
    assert.deepEqual(ascending(unread.messages.keys()), ascending(model.unreadOf(person)), `unread to ${person.name}`);
    assert.deepEqual(ascending(starred), ascending(model.starredBy(person)), `starred by ${person.name}`);
  }
}

function expected(
  { model, channels }: LifeWorld,
  person: Person,
  seen: readonly ModelMessage[],
): Map<number, ReadMessage> {
  const unread = model.unreadOf(person);
  const starred = model.starredBy(person);
  return new Map(
    seen.map(({ id, content, place }) => [
      id,
      {
        channel: "channel" in place ? channels[place.channel] : undefined,
        topic: "topic" in place ? place.topic : "",
        content: `<p>${content}</p>`,
        isRead: !unread.has(id),
        isStarred: starred.has(id),
      },
    ]),
  );
}

async function fetched(person: Person, narrow: [string, string][]): Promise<number[]> {
  const answer = await person.call(messages.getMessages, { anchor: "newest", num_before: 1000, num_after: 0, narrow });
  return answer.messages.map((message) => message.id);
}

async function live(acme: Organization, steps: readonly LifeStep[]): Promise<void> {
  const world = await begin(acme);
  try {
    for (const each of opening) await take(world, each);
    for (const [count, each] of steps.entries()) {
      await take(world, each);
      await compare(world, count);
    }
    const database = acme.server.app.database.reader;
    for (const { name, problems } of invariants) assert.deepEqual(await problems(database), [], name);
  } catch (error) {
    const story = [...world.story, ...world.model.people.map((person) => `${person.name} is ${person.id}`)];
    throw new Error(`${error}\nWhat happened before:\n${story.join("\n")}`, { cause: error });
  }
}

test("whatever people do, everyone sees what they can access, and every client follows", async (t) => {
  const life = fc.array(step, { minLength: 10, maxLength: isShort ? 18 : 50, size: "max" });
  const isAsTheModel = fc.asyncProperty(life, async (steps) => live(await org(t), steps));
  // Histories are long, so there are few of them, and failures are not shrunk: finding a shorter one takes minutes.
  await fc.assert(isAsTheModel, { numRuns: Number(runs ?? 3), seed: Number(seed), endOnFailure: true });
});
