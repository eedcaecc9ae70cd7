/** Who can see a message: every user, in every kind of channel, at every time, through every operation. */
import assert from "node:assert/strict";
import { ask, type TestResponse } from "../../test/ask.ts";
import { type Heard, type Listener, org, type Person, test } from "../../test/index.ts";
import { unsubscribe } from "../channels/subscribe/contract.ts";
import { archiveChannel } from "../channels/update/contract.ts";
import { messageDeletion, messageEditing, messageHistory, reactions, submessages, typing } from "../contract.ts";
import {
  type AccessMessage,
  type AccessWorld,
  isOpen,
  isReceived,
  makeWorld,
  mayRead,
  mayUse,
  PHASES,
  type TestChannel,
  type TestReader,
} from "./test-access.ts";

/** A request with the reader's credentials, or without any. */
function asks(
  { acme }: AccessWorld,
  { person }: TestReader,
  what: string,
  params: Record<string, unknown> = {},
): Promise<TestResponse> {
  const form = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  const common = { host: acme.realm.host, ...(person ? { as: person } : {}) };
  return what.startsWith("GET")
    ? ask(acme.server, `${what}?${new URLSearchParams(form)}`, common)
    : ask(acme.server, what, { ...common, form });
}

const idsOf = (sent: readonly AccessMessage[]) => sent.map((message) => message.id);

/** The ids of those messages that a response shows. Errors show none; the server's notices are left out. */
async function shown({ sent }: AccessWorld, answer: Promise<TestResponse>): Promise<number[]> {
  const { messages = [] } = (await answer).body as { messages?: { id: number }[] };
  const known = new Set(idsOf(sent));
  return messages.map((message) => message.id).filter((id) => known.has(id));
}

/** Reads a narrow, and expects exactly these messages. */
async function reads(
  world: AccessWorld,
  reader: TestReader,
  narrow: unknown[],
  expected: (message: AccessMessage) => boolean,
) {
  const answer = asks(world, reader, "GET /messages", { anchor: "newest", num_before: 1000, narrow });
  const what = `${reader.name} reads ${JSON.stringify(narrow)}`;
  assert.deepEqual(await shown(world, answer), idsOf(world.sent.filter(expected)), what);
}

const MISSING = 2_000_000_000;
const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

test("every user sees exactly what they can access, through every operation [M3]", async (t) => {
  const world = await makeWorld(await org(t));
  const { sam, readers, places } = world;
  await testEvents(world);
  for (const { id, isArchived } of places) if (isArchived) await sam.call(archiveChannel, { stream_id: id });
  const reading = readers.map(async (reader) => {
    await testLists(world, reader);
    for (const place of places) await testPlace(world, reader, place);
    await testSingles(world, reader);
  });
  await Promise.all(reading);
  for (const reader of readers) await testWriters(world, reader);
  await testFarewell(world);
});

/** Messages in lists: by id, by narrow, by words. */
async function testLists(world: AccessWorld, reader: TestReader): Promise<void> {
  const { sent, sam } = world;
  const msg_ids = idsOf(sent);
  const byIds = asks(world, reader, "GET /messages", { message_ids: [...msg_ids, MISSING] });
  const readable = idsOf(sent.filter((message) => mayUse(reader, message)));
  assert.deepEqual(await shown(world, byIds), readable, `${reader.name} by ids`);
  const received = (message: AccessMessage) => isReceived(reader, message);
  const own: unknown[][] = [
    [],
    [term("search", "lantern")],
    [term("search", "elephant", true)],
    [term("has", "attachment")],
    [term("sender", sam.id)],
    [term("is", "dm", true)],
    [term("is", "starred", true)],
  ];
  for (const narrow of own) {
    await reads(world, reader, narrow, received);
    const { body } = await asks(world, reader, "GET /messages/matches_narrow", { msg_ids, narrow });
    const matched = Object.keys(body.messages ?? {}).map(Number);
    assert.deepEqual(matched, idsOf(sent.filter(received)), `${reader.name} matches ${JSON.stringify(narrow)}`);
  }
  for (const state of ["starred", "mentioned"]) await reads(world, reader, [term("is", state)], () => false);
  const inside = (message: AccessMessage) => received(message) && !isOpen(message);
  await reads(world, reader, [term("channels", "public", true), term("search", "lantern")], inside);
  const open = (message: AccessMessage) => isOpen(message) && (reader.isGuest ? received(message) : true);
  await reads(world, reader, [term("channels", "public")], open);
  for (const { id, topic } of sent.filter((message) => isTouched(message) && !message.place.isArchived)) {
    const only = (message: AccessMessage) => message.id === id && received(message);
    await reads(world, reader, [term("topic", topic)], only);
    await reads(world, reader, [term("id", id)], only);
  }
}

/** A channel: its messages, its topics, and links to them. */
async function testPlace(world: AccessWorld, reader: TestReader, place: TestChannel): Promise<void> {
  const here = world.sent.filter((message) => message.place === place);
  const readable = (message: AccessMessage) => message.place === place && mayRead(reader, message);
  const channel = term("channel", place.id);
  await reads(world, reader, [term("channel", place.name)], readable);
  for (const more of [[], [term("search", "lantern")], [term("search", "elephant", true)]])
    await reads(world, reader, [channel, ...more], readable);
  // Leaving a channel and archiving it mark everything as read.
  const stayedSince = ({ phase }: AccessMessage) =>
    PHASES.slice(PHASES.indexOf(phase)).every((each) => reader.subscribed.includes(each));
  const isUnread = (message: AccessMessage) => !place.isArchived && readable(message) && stayedSince(message);
  await reads(world, reader, [channel, term("is", "unread")], isUnread);
  for (const { id, topic } of here.filter(isTouched)) {
    const only = (message: AccessMessage) => message.id === id && readable(message);
    await reads(world, reader, [channel, term("topic", topic)], only);
    await reads(world, reader, [term("with", id)], (message) => only(message) && mayUse(reader, message));
  }
  const { body } = await asks(world, reader, `GET /users/me/${place.id}/topics`);
  const newest = ((body.topics ?? []) as { max_id: number }[]).map((topic) => topic.max_id).reverse();
  const listed = place.isArchived ? [] : idsOf(here.filter(readable));
  assert.deepEqual(newest, listed, `${reader.name}: topics of ${place.name}`);
  if (reader.person) await testLinks(world, reader, place, here);
}

/** Links in a text resolve only to what its author can access, both for channels and for a topic's newest message. */
async function testLinks(
  world: AccessWorld,
  reader: TestReader,
  place: TestChannel,
  here: readonly AccessMessage[],
): Promise<void> {
  // Users who can join a channel can link to it, even if they cannot read its history.
  const maySpeakOf = here.some((message) => mayRead(reader, message)) || (reader.isAdmitted && !reader.isGuest);
  const links = here.flatMap(({ id, topic }) => [`#**${place.name}>${topic}**`, `#**${place.name}>${topic}@${id}**`]);
  const files = here.map(({ image }) => `[x](/user_uploads/${image})`);
  const content = [`#**${place.name}**`, ...links, ...files].join("\n\n");
  const { body } = await asks(world, reader, "POST /messages/render", { content });
  const rendered = String(body.rendered);
  const anchors = rendered.match(/href="\/#narrow/g)?.length ?? 0;
  assert.equal(anchors, maySpeakOf ? links.length + 1 : 0, `${reader.name}: links to ${place.name}: ${rendered}`);
  for (const message of here) {
    const what = `${reader.name}: ${message.topic} in ${rendered}`;
    assert.equal(rendered.includes(`/with/${message.id}`), mayRead(reader, message), what);
    assert.equal(rendered.includes(`thumbnail/${message.image}`), mayRead(reader, message), what);
  }
}

/** Messages by id, with their history, readers and files. */
async function testSingles(world: AccessWorld, reader: TestReader): Promise<void> {
  for (const part of ["", "/history", "/read_receipts"]) {
    const missing = await asks(world, reader, `GET /messages/${MISSING}${part}`);
    for (const message of world.sent) {
      const answer = await asks(world, reader, `GET /messages/${message.id}${part}`);
      const what = `${reader.name}: ${part} of ${message.topic}`;
      const isShown = part === "" ? mayRead(reader, message) : mayUse(reader, message);
      if (isShown) assert.equal(answer.status, 200, what);
      else assertSame(answer, missing, what);
    }
  }
  for (const message of world.sent) await testFiles(world, reader, message);
}

async function testFiles(world: AccessWorld, reader: TestReader, message: AccessMessage): Promise<void> {
  const { file, image, topic } = message;
  const temporary = await asks(world, reader, `GET /user_uploads/${file}`);
  assert.equal(temporary.status === 200, mayUse(reader, message), `${reader.name}: temporary address of ${topic}`);
  for (const path of [file, `download/${file}`, `thumbnail/${image}/840x560.webp`]) {
    const { status } = await asks(world, reader, `GET //user_uploads/${path}`);
    assert.equal(status === 200, mayRead(reader, message), `${reader.name}: ${path} of ${topic}: ${status}`);
  }
}

/** Hidden messages get the same response as messages that do not exist. */
const assertSame = (one: TestResponse, other: TestResponse, what: string) =>
  assert.deepEqual([one.status, one.text], [other.status, other.text], what);

/** Actions on a message, with its id in place of 0; those marked `isOnlyTried` are not applied to visible messages. */
const WRITERS: [what: string, params: Record<string, unknown>, isOnlyTried?: boolean][] = [
  ["POST /messages/0/reactions", { emoji_name: "tada" }],
  ["DELETE /messages/0/reactions", { emoji_name: "tada" }],
  ["POST /messages/0/typing", { op: "start" }],
  ["POST /messages/0/report", { report_type: "spam" }],
  ["POST /submessage", { message_id: 0, msg_type: "widget", content: "{}" }],
  ["POST /messages/flags", { messages: [0], op: "add", flag: "starred" }],
  ["PATCH /messages/0", { content: "changed" }, true],
  ["PATCH /messages/0", { topic: "moved" }, true],
  ["DELETE /messages/0", {}, true],
];
/** Actions that an archived channel still allows. */
const isForReaders = (what: string) => /flags|report/.test(what);

/** The slowest checks use only these messages: sent before anyone subscribed, and before some of them left. */
const isTouched = ({ phase }: AccessMessage) => phase === "before" || phase === "during";

/** Actions on hidden messages fail like those on messages that do not exist. */
async function testWriters(world: AccessWorld, reader: TestReader): Promise<void> {
  for (const [what, params, isOnlyTried] of WRITERS) {
    const writes = (id: number) => {
      const about = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, value === 0 ? id : Array.isArray(value) ? [id] : value]),
      );
      return asks(world, reader, what.replace("/0", `/${id}`), about);
    };
    const missing = await writes(MISSING);
    for (const message of world.sent) {
      const where = `${reader.name}: ${what} ${message.topic}`;
      const isClosed = message.place.isArchived && !isForReaders(what);
      if (!mayUse(reader, message) || isClosed) assertSame(await writes(message.id), missing, where);
      else if (!isOnlyTried && isTouched(message))
        assert.notEqual((await writes(message.id)).body.msg, missing.body.msg, where);
    }
  }
}

/** After everyone has left, neither their stars nor the messages they once received give access. */
async function testFarewell(world: AccessWorld): Promise<void> {
  const { sam, readers, places } = world;
  const principals = readers.filter((reader) => reader.isSubscribed).map((reader) => reader.person?.id as number);
  await sam.call(unsubscribe, { subscriptions: places.map((place) => place.name), principals });
  for (const reader of readers) {
    const gone = { ...reader, isSubscribed: false };
    const starred = (message: AccessMessage) => isTouched(message) && mayUse(reader, message) && mayUse(gone, message);
    await reads(world, gone, [], (message) => starred(message) || isReceived(gone, message));
    await reads(world, gone, [term("is", "starred")], starred);
    const byIds = asks(world, gone, "GET /messages", { message_ids: idsOf(world.sent) });
    const readable = idsOf(world.sent.filter((message) => mayUse(gone, message)));
    assert.deepEqual(await shown(world, byIds), readable, `${reader.name} by ids, when gone`);
  }
}

const POLL = JSON.stringify({ widget_type: "poll", extra_data: { question: "Lunch?", options: ["Soup"] } });

/** The events about messages, with the message each is about. */
const ABOUT: Record<string, (event: Heard) => number[]> = {
  message: (event) => [(event.message as { id: number }).id],
  update_message: (event) => event.message_ids as number[],
  reaction: (event) => [event.message_id as number],
  submessage: (event) => [event.message_id as number],
  typing_edit_message: (event) => [event.message_id as number],
  delete_message: (event) => (event.message_ids ?? [event.message_id]) as number[],
};

async function heardBy(queue: Listener): Promise<Heard[]> {
  const all: Heard[] = [];
  for (let heard = await queue.hears(); heard.length > 0; heard = await queue.hears()) all.push(...heard);
  return all;
}

const textOf = async (person: Person, id: number) =>
  (await person.call(messageHistory.getMessage, { message_id: id, apply_markdown: false })).raw_content;

/** What queues receive when messages are sent, and while every action is applied to them. */
async function testEvents({ sam, sent, queues, places }: AccessWorld): Promise<void> {
  for (const [reader, own] of queues)
    for (const [at, queue] of own.entries()) {
      const heard = (await heardBy(queue)).filter((event) => event.type === "message").flatMap(ABOUT.message as never);
      const came = (message: AccessMessage) =>
        reader.subscribed.includes(message.phase) || (at === 1 && isOpen(message));
      const expected = sent.filter(came).flatMap(({ id, doomed }) => [id, doomed]);
      assert.deepEqual(heard, expected, `${reader.name} hears messages`);
    }
  const later = new Map<Listener, Heard[]>();
  // In parts, because ephemeral events stay in a queue only while it is short.
  for (const phase of PHASES) {
    const part = sent.filter((message) => message.phase === phase);
    for (const { id: message_id, doomed } of part) {
      await sam.call(messageEditing.editMessage, {
        message_id,
        content: (await textOf(sam, message_id)).replace("lantern", "lantern moon"),
      });
      await sam.call(reactions.addReaction, { message_id, emoji_name: "tada" });
      await sam.call(reactions.removeReaction, { message_id, emoji_name: "tada" });
      await sam.call(submessages.addSubmessage, { message_id, msg_type: "widget", content: POLL });
      await sam.call(typing.setTypingEdit, { message_id, op: "start" });
      await sam.call(messageDeletion.deleteMessage, { message_id: doomed });
    }
    if (phase === "before")
      for (const { id } of places)
        await sam.call(typing.setTyping, { op: "start", type: "channel", stream_id: id, topic: "x" });
    for (const queue of [...queues.values()].flat())
      later.set(queue, [...(later.get(queue) ?? []), ...(await heardBy(queue))]);
  }
  for (const [reader, own] of queues)
    for (const queue of own) {
      const heard = later.get(queue) ?? [];
      for (const [type, about] of Object.entries(ABOUT)) {
        const ids = new Set(heard.filter((event) => event.type === type).flatMap(about));
        for (const message of sent) {
          const id = type === "delete_message" ? message.doomed : message.id;
          const where = `${reader.name}: ${type} ${message.topic}`;
          if (ids.has(id)) assert.ok(mayRead(reader, message), where);
          else if (type !== "message") assert.ok(!reader.isSubscribed || !mayRead(reader, message), where);
        }
      }
      const typed = heard.filter((event) => event.type === "typing").map((event) => event.stream_id);
      assert.deepEqual(typed, reader.isSubscribed ? places.map((place) => place.id) : [], `${reader.name}: typing`);
    }
}
