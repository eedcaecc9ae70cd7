/** Moves of more messages than fit into one transaction. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { basic } from "../../../test/ask.ts";
import { type Heard, type Organization, org, type Person, test, until } from "../../../test/index.ts";
import { archiveChannel } from "../../channels/update/contract.ts";
import { setTopicVisibility } from "../../channels/user-topics/contract.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { DatabaseUnavailable } from "../../kernel/db/unavailable.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getMessages } from "../contract.ts";
import { updateMessageFlags } from "../read-state/contract.ts";
import { copies } from "../testing.ts";
import { getTopics } from "../topics/contract.ts";
import { MOST_AT_ONCE } from "./batch-size.ts";
import { editMessage } from "./contract.ts";

const FOLLOWED = 3;
/** With the three that are sent one by one: two and a half batches. */
const COPIES = MOST_AT_ONCE * 2 + MOST_AT_ONCE / 2 - 3;
const whole = { propagate_mode: "change_all", send_notification_to_new_thread: false } as const;

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  const [one, two] = [await ada.sends("#design > logo", "one"), await ada.sends("#design > logo", "two")];
  await acme.alter((tx) => copies(tx, two, COPIES));
  const last = await ada.sends("#design > logo", "last");
  const topics = async (id = stream_id) =>
    (await ada.call(getTopics, { stream_id: id, allow_empty_topic_name: true })).topics.map(({ name }) => name);
  return { acme, ada, ben, stream_id, one, two, last, ids: await idsIn(acme, "logo"), topics };
}

async function idsIn({ server, realm }: Organization, topic: string, channel?: number): Promise<number[]> {
  const rows = await server.app.database.reader
    .selectFrom("message")
    .innerJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["message.id", "channel.id as channel"])
    .where("message.realm_id", "=", realm.id)
    .where("subject", "=", topic)
    .orderBy("message.id")
    .execute();
  return rows.filter((row) => channel === undefined || row.channel === channel).map((row) => row.id);
}

/** The messages that a person's client shows as unread. */
async function unread(person: Person): Promise<number[]> {
  await person.verify();
  return sorted([...(await person.watches()).store.state.unread.messages.keys()]);
}

const heardIn = (events: readonly Heard[], type: string) =>
  events.filter((event) => event.type === type).map((event) => event.message_ids as number[]);
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

/** The last messages from others in a topic. */
const notices = async (person: Person, channel: string, topic: string) => {
  const narrow = [
    { operator: "channel", operand: channel },
    { operator: "topic", operand: topic },
  ];
  const { messages } = await person.call(getMessages, {
    anchor: "newest",
    num_before: 5,
    narrow,
    apply_markdown: false,
  });
  return messages.filter((message) => message.sender_id !== person.id).map((message) => message.content);
};

async function assertSound({ server, realm }: Organization): Promise<void> {
  for (const check of invariants) assert.deepEqual(await check.problems(server.app.database.reader), []);
  assert.equal((await waiting({ server, realm })).length, 0);
}

const waiting = ({ server, realm }: Pick<Organization, "server" | "realm">) =>
  server.app.database.reader
    .selectFrom("job")
    .select("id")
    .where("kind", "=", "continue_move")
    .where("realm_id", "=", realm.id)
    .execute();

/** Runs `act` once, after the first batch is committed and before the next one. */
function betweenBatches(acme: Organization, act: () => Promise<unknown>): void {
  const { database } = acme.server.app;
  const { transaction } = database;
  let hasHappened = false;
  const watched: typeof transaction = async (work) => {
    const value = await transaction.call(database, work);
    const isBetween = (await waiting(acme)).length > 0;
    // Others may commit at the same time, and check as well.
    if (isBetween && !hasHappened) {
      hasHappened = true;
      if (database.transaction === watched) database.transaction = transaction;
      await act();
    }
    return value as never;
  };
  database.transaction = watched;
}

/** Requests another move between two batches, and runs `act` while that move is waiting. */
function whileSomebodyWaits(acme: Organization, asks: () => Promise<unknown>, act: () => Promise<unknown>): void {
  betweenBatches(acme, async () => {
    betweenBatches(acme, act);
    await asks();
  });
}

test("a long topic moves as a whole within a channel, with one event per message", async (t) => {
  const { acme, ada, ben, stream_id, last, ids, topics } = await design(t);
  await ben.call(setTopicVisibility, { stream_id, topic: "logo", visibility_policy: FOLLOWED });
  const heard = await ben.eventsDuring(() =>
    ada.call(editMessage, { message_id: last, topic: "Fonts", content: "the last", ...whole }),
  );
  const batches = heardIn(heard, "update_message");
  assert.deepEqual(sorted(batches.flat()), ids);
  assert.deepEqual(
    batches.map((each) => each.length),
    [MOST_AT_ONCE + 1, MOST_AT_ONCE, MOST_AT_ONCE / 2 - 1],
  );
  const [first, ...others] = heard.filter((event) => event.type === "update_message");
  // The message in the request moves with the first batch, with its new content.
  assert.equal(first?.message_id, last);
  assert.equal(first?.content, "the last");
  for (const { content, message_id, message_ids, propagate_mode, orig_subject, subject } of others) {
    assert.deepEqual([content, propagate_mode, orig_subject, subject], [undefined, "change_all", "logo", "Fonts"]);
    assert.equal(message_id, (message_ids as number[])[0]);
  }
  assert.deepEqual(await idsIn(acme, "Fonts"), ids);
  assert.deepEqual(await topics(), ["Fonts"]);
  assert.deepEqual(
    heard.filter((event) => event.type === "user_topic").map((event) => [event.topic_name, event.visibility_policy]),
    [
      ["logo", 0],
      ["Fonts", FOLLOWED],
    ],
  );
  await assertSound(acme);
});

test("one notice says how many messages of a long topic were moved", async (t) => {
  const { acme, ada, one, two, ids, topics } = await design(t);
  await ada.call(editMessage, { message_id: two, topic: "Fonts", propagate_mode: "change_later" });
  const [said, ...more] = await notices(ada, "design", "Fonts");
  const count = (ids.length - 1).toLocaleString("en");
  assert.equal(said, `@_**Ada|${ada.id}** moved ${count} messages here from #**design>logo**.`);
  assert.deepEqual(more, []);
  assert.deepEqual(await idsIn(acme, "logo"), [one]);
  assert.deepEqual((await topics()).toSorted(), ["Fonts", "logo"]);
  await assertSound(acme);
});

test("a long topic moves to another channel: users with access get one event per message, others a deletion", async (t) => {
  const { acme, ada, ben, one, ids, topics } = await design(t);
  const cem = await acme.member("Cem");
  const secret = await acme.channel("secret", [ada, cem], { invite_only: true, history_public_to_subscribers: true });
  for (const person of [ada, ben, cem]) await person.catchesUp();
  await ada.call(editMessage, { message_id: one, stream_id: secret, ...whole });
  for (const person of [ada, cem])
    assert.deepEqual(heardIn(await person.catchesUp(), "update_message").flat(), ids, person.name);
  const gone = await ben.catchesUp();
  assert.deepEqual(heardIn(gone, "delete_message").flat(), ids);
  assert.deepEqual(heardIn(gone, "update_message"), []);
  assert.deepEqual(await topics(secret), ["logo"]);
  assert.deepEqual(await topics(), []);
  await assertSound(acme);
});

test("read and unread messages of a long topic stay so after a move", async (t) => {
  const { acme, ada, ben, last, ids } = await design(t);
  const [cem, dan] = [await acme.member("Cem"), await acme.member("Dan")];
  const brand = await acme.channel("brand", [ada, ben, cem]);
  await ada.sends("#brand > news", "x");
  await acme.channel("design", [dan]);
  const unheard = await ada.sends("#design > logo", "x");
  await ben.call(updateMessageFlags, { messages: ids.slice(0, 2), op: "add", flag: "read" });
  const before = [await unread(ben), await unread(cem)];
  assert.equal(before[0]?.length, ids.length);
  assert.deepEqual(await unread(dan), [unheard]);
  await ada.call(editMessage, { message_id: last, stream_id: brand, ...whole });
  assert.deepEqual([await unread(ben), await unread(cem)], before);
  // Users who are not subscribed to the new channel have nothing unread there.
  assert.deepEqual(await unread(dan), []);
  await assertSound(acme);
});

test("messages sent to a topic during its move stay there, and senders do not wait for the move", async (t) => {
  const { acme, ada, ben, one, ids, topics } = await design(t);
  let sent = 0;
  betweenBatches(acme, async () => {
    sent = await ben.sends("#design > logo", "me too");
    assert(sent > Math.max(...ids));
  });
  await ada.call(editMessage, { message_id: one, topic: "Fonts", ...whole });
  assert.deepEqual(await idsIn(acme, "Fonts"), ids);
  assert.deepEqual(await idsIn(acme, "logo"), [sent]);
  assert.deepEqual(await topics(), ["logo", "Fonts"]);
  await assertSound(acme);
});

test("a move continues after the server was interrupted, even if its mover is gone", async (t) => {
  const { acme, ada, ben, one, ids } = await design(t);
  const brand = await acme.channel("brand", [ben]);
  await ben.catchesUp();
  betweenBatches(acme, async () => {
    throw new DatabaseUnavailable("The disk is gone.");
  });
  await assert.rejects(ada.call(editMessage, { message_id: one, stream_id: brand, ...whole }), /The disk is gone/);
  await acme.server.restart();
  await acme.deactivate(ada);
  assert.equal((await waiting(acme)).length, 1);
  await acme.clock.advance({ minutes: 1 });
  await acme.server.app.jobs.settled();
  const heard = heardIn(await ben.catchesUp(), "update_message");
  assert.deepEqual(heard.flat(), ids);
  assert.equal(heard.length, 3);
  await assertSound(acme);
});

test("a move that takes too long gets a response, and still completes", async (t) => {
  const { acme, ada, one, ids } = await design(t);
  betweenBatches(acme, () => acme.clock.leap({ minutes: 1 }));
  await ada.call(editMessage, { message_id: one, topic: "Fonts", ...whole });
  await acme.server.app.jobs.settled();
  assert.deepEqual(await idsIn(acme, "Fonts"), ids);
  await assertSound(acme);
});

test("a topic that is moved again during a move ends up in one place", async (t) => {
  const { acme, ada, ben, one, ids, topics } = await design(t);
  let again: Promise<unknown> = Promise.resolve();
  betweenBatches(acme, async () => {
    again = ben.call(editMessage, { message_id: one, topic: "logo", ...whole });
  });
  await ada.call(editMessage, { message_id: one, topic: "✔ logo", ...whole });
  await again;
  assert.deepEqual(await idsIn(acme, "logo"), ids);
  assert.deepEqual(await topics(), ["logo"]);
  await assertSound(acme);
});

for (const { what, happens, refusal } of [
  {
    what: "is deactivated",
    happens: (acme: Organization, ben: Person) => acme.deactivate(ben),
    refusal: /deactivated/,
  },
  {
    what: "loses the permission",
    happens: ({ owner, realm }: Organization) =>
      owner.call(updateRealm, { can_resolve_topics_group: { new: realm.systemGroups["role:nobody"] } }),
    refusal: /You don't have permission to resolve topics/,
  },
])
  test(`a user who ${what} while waiting for another move is refused`, async (t) => {
    const { acme, ada, ben, one, ids } = await design(t);
    const unresolves = () => ben.call(editMessage, { message_id: one, topic: "logo", ...whole });
    whileSomebodyWaits(
      acme,
      () => assert.rejects(unresolves(), refusal),
      () => happens(acme, ben),
    );
    await ada.call(editMessage, { message_id: one, topic: "✔ logo", ...whole });
    assert.deepEqual(await idsIn(acme, "✔ logo"), ids);
    await assertSound(acme);
  });

test("a request that waits too long for another move is refused, and can be retried", async (t) => {
  const { acme, ada, ben, one, ids } = await design(t);
  const unresolves = () => ben.call(editMessage, { message_id: one, topic: "logo", ...whole });
  whileSomebodyWaits(
    acme,
    () => assert.rejects(unresolves(), { message: "The topic is being moved. Try again in a moment." }),
    () => acme.clock.leap({ minutes: 1 }),
  );
  await ada.call(editMessage, { message_id: one, topic: "✔ logo", ...whole });
  await acme.server.app.jobs.settled();
  assert.deepEqual(await idsIn(acme, "✔ logo"), ids);
  await unresolves();
  assert.deepEqual(await idsIn(acme, "logo"), ids);
  await assertSound(acme);
});

test("a user who disconnects while waiting for another move moves nothing", async (t) => {
  const { acme, ada, ben, one, ids } = await design(t);
  const { http, app } = acme.server;
  if (!http.server.listening) await http.listen({ host: "127.0.0.1", port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const headers = {
    host: acme.realm.host,
    authorization: basic(ben.email, ben.apiKey),
    "content-type": "application/x-www-form-urlencoded",
  };
  const connecting = once(http.server, "connection");
  const unresolving = request({ port, method: "PATCH", path: `/api/v1/messages/${one}`, headers });
  unresolving.on("error", () => {});
  const ended = t.mock.method(app.loop, "left");
  whileSomebodyWaits(
    acme,
    () => {
      unresolving.end(new URLSearchParams({ topic: "logo", propagate_mode: "change_all" }).toString());
      return until(() => ended.mock.callCount() > 0);
    },
    async () => {
      const [connection] = (await connecting) as [Socket];
      unresolving.destroy();
      await once(connection, "close");
    },
  );
  await ada.call(editMessage, { message_id: one, topic: "✔ logo", ...whole });
  await app.jobs.settled();
  assert.deepEqual(await idsIn(acme, "✔ logo"), ids);
  await assertSound(acme);
});

test("the user who moves a long topic can make other changes meanwhile", async (t) => {
  const { acme, ada, one, ids } = await design(t);
  const other = await ada.sends("#design > colours", "red");
  let isChanged = false;
  betweenBatches(acme, async () =>
    betweenBatches(acme, async () => {
      const changing = ada.call(editMessage, { message_id: other, content: "blue" });
      void changing.then(() => {
        isChanged = true;
      });
      await until(() => isChanged);
      assert.equal((await waiting(acme)).length, 1);
    }),
  );
  await ada.call(editMessage, { message_id: one, topic: "Fonts", ...whole });
  assert(isChanged);
  assert.deepEqual(await idsIn(acme, "Fonts"), ids);
  await assertSound(acme);
});

for (const archived of ["the old", "the new"] as const)
  test(`when ${archived} channel is archived during a move, the rest stays, and nothing there is unread`, async (t) => {
    const { acme, ada, ben, stream_id, one, ids } = await design(t);
    const brand = await acme.channel("brand", [ada, ben]);
    await unread(ben);
    const gone = archived === "the old" ? stream_id : brand;
    betweenBatches(acme, () => acme.owner.call(archiveChannel, { stream_id: gone }));
    await ada.call(editMessage, { message_id: one, stream_id: brand, ...whole });
    const [moved, stayed] = [ids.slice(0, MOST_AT_ONCE), ids.slice(MOST_AT_ONCE)];
    assert.deepEqual(await idsIn(acme, "logo", brand), moved);
    assert.deepEqual(await idsIn(acme, "logo", stream_id), stayed);
    const left = new Set(await unread(ben));
    assert.deepEqual(
      ids.filter((id) => left.has(id)),
      archived === "the old" ? moved : stayed,
    );
    await assertSound(acme);
  });

test("a refused move of a long topic moves nothing", async (t) => {
  const { acme, ada, ben, one, ids, topics } = await design(t);
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  const refused = ben.call(editMessage, { message_id: one, stream_id: secret, ...whole });
  await assert.rejects(refused, /Invalid channel ID/);
  assert.deepEqual(await idsIn(acme, "logo"), ids);
  assert.deepEqual(await topics(), ["logo"]);
  await assertSound(acme);
});
