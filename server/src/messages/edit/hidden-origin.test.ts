/**
 * Users who could not read messages in their original private channel learn only that they come from a private channel.
 */
import assert from "node:assert/strict";
import { type Heard, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { register } from "../../registration/contract.ts";
import { getMessages } from "../contract.ts";
import { getMessage, getMessageHistory } from "../history/contract.ts";
import { editMessage } from "./contract.ts";

const SECRETS = /layoffs|severance|golden handshake/;
const quiet = { send_notification_to_new_thread: false };
const loud = { send_notification_to_new_thread: true, send_notification_to_old_thread: true };
const updates = (events: Heard[]) => events.filter((event) => event.type === "update_message");

/** Ada is in the private channel; Ben never was, Cem has left it, Gus is a guest. All of them can read the target. */
async function company(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const gus = await acme.guest("Gus");
  const shared = { invite_only: true, history_public_to_subscribers: true };
  const secret = await acme.channel("layoffs", [ada, cem], shared);
  const message_id = await ada.sends("#layoffs > severance", "never mind");
  await cem.call(unsubscribe, { subscriptions: ["layoffs"] });
  const news = await acme.channel("news", [ada, ben, cem, gus, acme.owner]);
  return { acme, ada, ben, cem, gus, secret, news, message_id };
}

test("a move out of a private channel names it, and its topic, only to users who can read it", async (t) => {
  const { acme, ada, ben, cem, gus, secret, news, message_id } = await company(t);
  for (const person of [ada, ben, cem, gus, acme.owner]) await person.watches();
  await ada.call(editMessage, { message_id, stream_id: news, ...quiet });
  const shared = {
    type: "update_message",
    user_id: ada.id,
    rendering_only: false,
    message_id,
    message_ids: [message_id],
    edit_timestamp: Math.floor(acme.clock.now() / 1000),
    propagate_mode: "change_one",
    new_stream_id: news,
  };
  const hidden = { orig_subject: "", subject: "severance", topic_links: [] };
  const heard = async (person: Person) => updates(await person.catchesUp()).map(({ flags: _, ...event }) => event);
  assert.deepEqual(await heard(ada), [
    { ...shared, stream_id: secret, stream_name: "layoffs", orig_subject: "severance" },
  ]);
  for (const person of [ben, cem]) assert.deepEqual(await heard(person), [{ ...shared, stream_id: 0, ...hidden }]);
  // An administrator can see the channel, but not read it.
  assert.deepEqual(await heard(acme.owner), [{ ...shared, stream_id: secret, stream_name: "layoffs", ...hidden }]);
  assert.deepEqual(await heard(gus), []);
});

test("queues without the empty topic, and queues that read the log later, learn no more", async (t) => {
  const { ada, ben, news, message_id } = await company(t);
  const plain = await ben.call(register, {
    event_types: ["update_message"],
    client_capabilities: { notification_settings_null: true },
  });
  await ada.call(editMessage, { message_id, stream_id: news, topic: "talk", ...quiet });
  const answer = await ben.asks("GET", "/events", {
    queue_id: plain.queue_id as string,
    last_event_id: String(plain.last_event_id),
    dont_block: "true",
  });
  const [event] = answer.events as Heard[];
  assert.deepEqual([event?.stream_id, event?.orig_subject, event?.subject], [0, "", "talk"]);
  assert.doesNotMatch(JSON.stringify(answer), SECRETS);
});

/** All messages in a channel, for a user who can read it. */
async function written(person: Person, channel: number): Promise<string> {
  const narrow = [{ operator: "channel", operand: channel }];
  const { messages } = await person.call(getMessages, {
    narrow,
    anchor: "newest",
    num_before: 100,
    allow_empty_topic_name: true,
  });
  return messages.map(({ subject, content }) => `${subject}: ${content}`).join("\n");
}

const noticesIn = async (person: Person, channel: number) => {
  const narrow = [{ operator: "channel", operand: channel }];
  const { messages } = await person.call(getMessages, {
    narrow,
    anchor: "newest",
    num_before: 100,
    apply_markdown: false,
  });
  return messages.filter(({ sender_full_name }) => sender_full_name === "Notification Bot").map((each) => each.content);
};

test("a notice never names a private channel or its topics, wherever it is posted or moved to", async (t) => {
  const { acme, ada, ben, secret, news, message_id } = await company(t);
  const who = `@_**Ada|${ada.id}**`;
  const second = await ada.sends("#layoffs > severance", "second");
  await ada.call(editMessage, { message_id: second, topic: "golden handshake", ...loud });
  await ada.call(editMessage, {
    message_id: second,
    topic: "✔ golden handshake",
    propagate_mode: "change_all",
    ...loud,
  });
  const whole = { propagate_mode: "change_all" as const, ...loud };
  // Including the notices posted in the private channel.
  await ada.call(editMessage, { message_id: second, stream_id: news, topic: "talk", ...whole });
  await ada.call(editMessage, { message_id, stream_id: news, topic: "more talk", ...whole });
  const late = await acme.member("Late");
  await late.call(subscribe, { subscriptions: [{ name: "news" }] });
  for (const person of [ben, late]) assert.doesNotMatch(await written(person, news), SECRETS);
  const said = await noticesIn(ben, news);
  assert(said.includes(`${who} moved a message here from another topic.`));
  assert(said.includes(`${who} moved this topic here from a private channel.`));
  assert.doesNotMatch(JSON.stringify(await noticesIn(ada, secret)), SECRETS);
});

test("a move into a private channel does not reveal its name in the old channel", async (t) => {
  const { ada, ben, cem, gus, secret, news } = await company(t);
  const people = [ben, cem, gus];
  for (const person of people) await person.watches();
  const before = await ada.sends("#news > plain", "to be hidden");
  for (const person of people) await person.catchesUp();
  await ada.call(editMessage, { message_id: before, stream_id: secret, topic: "severance", ...loud });
  for (const person of people) {
    const heard = await person.catchesUp();
    assert.equal(heard.filter((event) => event.type === "delete_message").length, 1);
    assert.doesNotMatch(JSON.stringify(heard), SECRETS);
    assert(!JSON.stringify(heard).includes(`"stream_id":${secret}`));
  }
  assert.deepEqual(await noticesIn(ben, news), [`@_**Ada|${ada.id}** moved this topic to a private channel.`]);
});

/** Every response that may show a message's history, as text. */
async function found(person: Person, message_id: number): Promise<string> {
  const answers = [
    await person.asks("GET", "/messages", { message_ids: `[${message_id}]`, allow_empty_topic_name: "true" }),
    await person.asks("GET", "/messages", { message_ids: `[${message_id}]` }),
    await person.asks("GET", "/messages", { anchor: "newest", num_before: "50", narrow: '[["search","mind"]]' }),
    await person.asks("GET", `/messages/${message_id}`),
    await person.asks("GET", `/messages/${message_id}/history`),
    await person.asks("POST", "/register"),
  ];
  for (const answer of answers) assert.equal(answer.result, "success");
  return JSON.stringify(answers);
}

const entriesSeenBy = async (person: Person, message_id: number) =>
  (await person.call(getMessage, { message_id })).message.edit_history?.map(
    ({ user_id: _, timestamp: __, ...entry }) => entry,
  );

test("a message's history names a private channel, and its topics, only to users who can read it", async (t) => {
  const { acme, ada, ben, cem, gus, secret, news, message_id } = await company(t);
  const board = await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: true });
  const last = await acme.channel("last", [ada, ben, cem, gus, acme.owner]);
  const change = (fields: object) => ada.call(editMessage, { message_id, ...fields, ...quiet });
  // Moves inside the channel, resolves, moves to another private channel, out, renames there, and moves on.
  await change({ content: "never mind!" });
  await change({ topic: "golden handshake" });
  await change({ topic: "✔ golden handshake" });
  await change({ topic: "golden handshake" });
  await change({ stream_id: board });
  await change({ content: "never mind?", topic: "layoffs at the board" });
  await change({ stream_id: news, topic: "talk" });
  await change({ topic: "small talk" });
  await change({ stream_id: last });
  const late = await acme.member("Late");
  await late.call(subscribe, { subscriptions: [{ name: "last" }] });
  for (const person of [ben, cem, late]) {
    const text = await found(person, message_id);
    assert.doesNotMatch(text.replace(/"realm_[a-z_]*"/g, ""), SECRETS);
    for (const id of [secret, board]) assert.doesNotMatch(text, new RegExp(`"(prev_)?stream(_id)?":${id}\\b`));
    assert.deepEqual(await entriesSeenBy(person, message_id), [
      { prev_stream: news, stream: last },
      { prev_topic: "talk", topic: "small talk" },
      { prev_stream: 0, stream: news },
      { prev_content: "never mind!", prev_rendered_content: "<p>never mind!</p>" },
      { prev_content: "never mind", prev_rendered_content: "<p>never mind</p>" },
    ]);
    const { message_history } = await person.call(getMessageHistory, { message_id, allow_empty_topic_name: true });
    assert.deepEqual(
      message_history.map(({ topic, prev_topic, stream, prev_stream, content }) => [
        topic,
        prev_topic,
        prev_stream,
        stream,
        content,
      ]),
      [
        ["", undefined, undefined, undefined, "never mind"],
        ["", undefined, undefined, undefined, "never mind!"],
        ["", undefined, undefined, undefined, "never mind?"],
        ["talk", undefined, 0, news, "never mind?"],
        ["small talk", "talk", undefined, undefined, "never mind?"],
        ["small talk", undefined, news, last, "never mind?"],
      ],
    );
  }
  // Guests see only their own channels; this one is in both.
  assert.doesNotMatch(JSON.stringify(await entriesSeenBy(gus, message_id)), SECRETS);
  // An administrator can see the channels, but not what happened there.
  assert.deepEqual((await entriesSeenBy(acme.owner, message_id))?.slice(2), [
    { prev_stream: board, stream: news },
    { prev_content: "never mind!", prev_rendered_content: "<p>never mind!</p>" },
    { prev_content: "never mind", prev_rendered_content: "<p>never mind</p>" },
  ]);
  assert.deepEqual((await entriesSeenBy(ada, message_id))?.slice(2, 5), [
    { prev_stream: board, stream: news, prev_topic: "layoffs at the board", topic: "talk" },
    {
      prev_content: "never mind!",
      prev_rendered_content: "<p>never mind!</p>",
      prev_topic: "golden handshake",
      topic: "layoffs at the board",
    },
    { prev_stream: secret, stream: board },
  ]);
});

test("with protected history, an earlier location is shown to users who were subscribed there", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const secret = await acme.channel("layoffs", [ada, ben], { invite_only: true, history_public_to_subscribers: false });
  const message_id = await ada.sends("#layoffs > severance", "never mind");
  await ada.call(subscribe, { subscriptions: [{ name: "layoffs" }], principals: [cem.id] });
  const news = await acme.channel("news", [ada, ben, cem]);
  await ada.call(editMessage, { message_id, stream_id: news, topic: "talk", ...quiet });
  const whole = [{ prev_stream: secret, stream: news, prev_topic: "severance", topic: "talk" }];
  assert.deepEqual(await entriesSeenBy(ben, message_id), whole);
  assert.deepEqual(await entriesSeenBy(cem, message_id), [{ prev_stream: secret, stream: news }]);
  await ben.call(unsubscribe, { subscriptions: ["layoffs"] });
  assert.deepEqual(await entriesSeenBy(ben, message_id), [{ prev_stream: 0, stream: news }]);
});

test("a visitor to a web-public channel learns no location that is not web-public", async (t) => {
  const { acme, ada, message_id } = await company(t);
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  const open = await acme.channel("open", [acme.owner, ada], { is_web_public: true });
  await acme.channel("inside", [ada]);
  await ada.call(editMessage, { message_id, stream_id: open, topic: "talk", ...loud });
  const other = await ada.sends("#inside > severance", "from inside");
  await ada.call(editMessage, { message_id: other, stream_id: open, topic: "more", ...loud });
  const narrow = JSON.stringify([["channel", "open"]]);
  const url = `${acme.realm.url}/api/v1/messages?anchor=newest&num_before=50&narrow=${encodeURIComponent(narrow)}`;
  const answer = await (await acme.server.fetch(url)).json();
  assert.equal((answer as { messages: unknown[] }).messages.length >= 4, true);
  assert.doesNotMatch(JSON.stringify(answer), /layoffs|severance|inside>/);
  assert.match(JSON.stringify(answer), /"prev_stream":0/);
});
