import assert from "node:assert/strict";
import { listen, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../contract.ts";

interface Told {
  readonly subscriber_count: number;
  readonly subscribers?: number[];
}

/** What a client hears about the channels, by type and op. */
async function hears(person: Person, how: Parameters<typeof listen>[1] = {}) {
  const ear = await listen(person, { event_types: ["stream", "subscription"], ...how });
  return async () => {
    const events = await ear.polls({ dont_block: true });
    const of = (type: string, op: string) =>
      events.filter((event) => event.type === type && event.op === op) as unknown as {
        streams?: Told[];
        subscriptions?: Told[];
      }[];
    return {
      created: of("stream", "create")[0]?.streams?.[0],
      joined: of("subscription", "add")[0]?.subscriptions?.[0],
    };
  };
}

test("the number of subscribers in the events of a new subscription is the one from before", async (t) => {
  const acme = await org(t);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const creator = await hears(ada);
  const first = { subscriptions: [{ name: "design" }], send_new_subscription_messages: false };
  await ada.call(subscribe, first);
  const made = await creator();
  assert.deepEqual([made.created?.subscriber_count, made.joined?.subscriber_count], [0, 0]);

  const [member, guest] = [await hears(ben), await hears(gil)];
  await ada.call(subscribe, { ...first, principals: [ben.id, gil.id] });
  const joined = await member();
  assert.deepEqual([joined.created, joined.joined?.subscriber_count], [undefined, 1], "a member knew the channel");
  const revealed = await guest();
  assert.deepEqual([revealed.created?.subscriber_count, revealed.joined?.subscriber_count], [1, 1]);
});

test("only queues that asked for subscribers are told who they are", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada]);
  const asking = await Promise.all(
    (["true", "partial", "false", undefined] as const).map((include_subscribers) =>
      hears(ben, include_subscribers === undefined ? {} : { include_subscribers }),
    ),
  );
  const bare = await ben.asks("GET", "/events", { event_types: '["subscription"]', dont_block: "true" });
  await ada.call(subscribe, { subscriptions: [{ name: "design" }], principals: [ben.id] });
  const told = await Promise.all(asking.map(async (heard) => (await heard()).joined));
  assert.deepEqual(
    told.map((each) => each?.subscribers),
    [[ada.id, ben.id], [ada.id, ben.id], undefined, undefined],
  );
  assert.ok(told.every((each) => each?.subscriber_count === 1));
  const { events } = await ben.asks("GET", "/events", { queue_id: String(bare.queue_id), dont_block: "true" });
  const [event] = events as { op: string; subscriptions: object[] }[];
  assert.equal(event?.op, "add");
  assert.ok(event?.subscriptions.every((each) => !("subscribers" in each)));
});
