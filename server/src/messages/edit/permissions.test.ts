import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getMessages } from "../contract.ts";
import { addSubmessage } from "../submessages/contract.ts";
import { editMessage } from "./contract.ts";

const quiet = { send_notification_to_new_thread: false };
const EDIT = "You don't have permission to edit this message";
const MOVE = "You don't have permission to move this message";
const RESOLVE = "You don't have permission to resolve topics in this channel.";
const POST = "You do not have permission to post in this channel.";
const CHANNEL = "Invalid channel ID";
const TOPIC_LATE = "The time limit for editing this message's topic has passed.";
const CHANNEL_LATE = "The time limit for editing this message's channel has passed";
const DAY = 24 * 3600;

interface Cast {
  acme: Organization;
  people: Record<"owner" | "administrator" | "moderator" | "member" | "guest" | "bot" | "author", Person>;
  design: number;
  brand: number;
}

async function cast(t: Parameters<typeof org>[0]): Promise<Cast> {
  const acme = await org(t);
  const author = await acme.member("Ada");
  const people = {
    owner: acme.owner,
    administrator: await acme.administrator("Ann"),
    moderator: await acme.moderator("Mo"),
    member: await acme.member("Ben"),
    guest: await acme.guest("Gus"),
    bot: await acme.bot("Helper", author),
    author,
  };
  const everybody = Object.values(people);
  const design = await acme.channel("design", [author, ...everybody.filter((person) => person !== author)]);
  const brand = await acme.channel("brand", [author, ...everybody.filter((person) => person !== author)]);
  return { acme, people, design, brand };
}

type Role = keyof Cast["people"];
const ROLES: Role[] = ["owner", "administrator", "moderator", "member", "guest", "bot", "author"];

/** Tries a change as every user: those listed are refused with this error, all others succeed. */
async function decides(
  { people }: Cast,
  what: string,
  change: () => { topic?: string; stream_id?: number; propagate_mode?: "change_all" },
  refused: Partial<Record<Role, string>>,
  ids?: () => Promise<number>,
): Promise<void> {
  for (const role of ROLES) {
    const message_id = await (ids ?? (() => people.author.sends("#design > logo", "x")))();
    const attempt = people[role].call(editMessage, { message_id, ...change(), ...quiet });
    const message = refused[role];
    if (message === undefined) await attempt.catch((error: Error) => assert.fail(`${what}: ${role}: ${error.message}`));
    else await assert.rejects(attempt, { message }, `${what}: ${role} must be refused`);
  }
}

const all = (message: string, but: Role[] = []) =>
  Object.fromEntries(ROLES.filter((role) => !but.includes(role)).map((role) => [role, message]));

test("who can move messages between topics, resolve topics and move messages between channels", async (t) => {
  const these = await cast(t);
  const { acme, design, brand } = these;
  const groups = acme.realm.systemGroups;
  const realm = (setting: string, group: keyof typeof groups) =>
    acme.owner.call(updateRealm, { [setting]: { new: groups[group] } } as never);
  const channel = (id: number, setting: string, group: keyof typeof groups) =>
    acme.alter((tx) =>
      tx
        .updateTable("channel")
        .set({ [setting]: groups[group] })
        .where("id", "=", id)
        .execute(),
    );
  // Ada created both channels, and channel administrators have more permissions.
  for (const id of [design, brand]) await channel(id, "can_administer_channel_group", "role:nobody");
  let n = 0;
  const topic = () => ({ topic: `topic ${n++}` });
  const resolve = () => ({ topic: "✔ logo" });
  const away = () => ({ stream_id: brand });

  await decides(these, "topic, by default", topic, {});
  await decides(these, "resolve, by default", resolve, {});
  await decides(these, "channel, by default", away, { guest: MOVE });

  await realm("can_move_messages_between_topics_group", "role:nobody");
  const ADMINS: Role[] = ["owner", "administrator"];
  await decides(these, "topic, by nobody", topic, all(EDIT, ADMINS));
  await decides(these, "resolve does not ask for it", resolve, {});
  await decides(these, "channel does not ask for it", away, { guest: MOVE });
  await decides(these, "channel and topic does", () => ({ ...away(), ...topic() }), all(EDIT, ADMINS));
  await channel(design, "can_move_messages_within_channel_group", "role:moderators");
  await decides(these, "topic, by the channel", topic, all(EDIT, [...ADMINS, "moderator"]));
  await channel(design, "can_move_messages_within_channel_group", "role:nobody");
  await channel(brand, "can_move_messages_within_channel_group", "role:everyone");
  await decides(these, "topic, by the target", () => ({ ...away(), ...topic() }), { guest: MOVE });
  await channel(design, "can_administer_channel_group", "role:members");
  await decides(these, "topic, by who administers it", topic, { guest: EDIT });
  await channel(design, "can_administer_channel_group", "role:nobody");

  await realm("can_resolve_topics_group", "role:nobody");
  await decides(these, "resolve, by nobody", resolve, all(RESOLVE));
  await channel(design, "can_resolve_topics_group", "role:moderators");
  await decides(these, "resolve, by the channel", resolve, all(RESOLVE, [...ADMINS, "moderator"]));

  await realm("can_move_messages_between_channels_group", "role:nobody");
  await decides(these, "channel, by nobody", away, all(MOVE, ADMINS));
  await channel(design, "can_move_messages_out_of_channel_group", "role:everyone");
  await decides(these, "channel, by the source", away, {});
  await channel(design, "can_move_messages_out_of_channel_group", "role:nobody");
  await channel(brand, "can_move_messages_out_of_channel_group", "role:everyone");
  await channel(brand, "can_administer_channel_group", "role:everyone");
  await decides(these, "channel, not by the target", away, all(MOVE, ADMINS));
  await channel(design, "can_administer_channel_group", "role:members");
  await decides(these, "channel, by who administers it", away, { guest: MOVE });

  await channel(brand, "can_send_message_group", "role:moderators");
  await decides(these, "channel, posting", away, { member: POST, bot: POST, author: POST, guest: MOVE });
});

test("messages can move to readable channels that are not archived, and to allowed topics", async (t) => {
  const { acme, people, design, brand } = await cast(t);
  const secret = await acme.channel("secret", [people.author], { invite_only: true });
  const message_id = await people.author.sends("#design > logo", "x");
  const attempt = (person: Person, change: object) => person.call(editMessage, { message_id, ...change, ...quiet });
  for (const person of [people.member, people.administrator])
    await assert.rejects(attempt(person, { stream_id: secret }), { message: CHANNEL });
  await assert.rejects(attempt(people.author, { stream_id: 999_999 }), { message: CHANNEL });
  const set = (id: number, change: object) =>
    acme.alter((tx) => tx.updateTable("channel").set(change).where("id", "=", id).execute());
  await set(brand, { is_archived: true });
  await assert.rejects(attempt(people.author, { stream_id: brand }), { message: CHANNEL });
  await set(brand, { is_archived: false, topics_policy: "disable_empty_topic" });
  const REQUIRED = {
    message: "Sending messages to the general chat is not allowed in this channel.",
    fields: { empty_topic_display_name: "general chat" },
  };
  for (const topic of ["", "(no topic)", "general chat"])
    await assert.rejects(attempt(people.author, { stream_id: brand, topic }), REQUIRED);
  await attempt(people.author, { topic: "" });
  await assert.rejects(attempt(people.author, { stream_id: brand }), REQUIRED);
  await acme.owner.call(updateRealm, { topics_policy: "disable_empty_topic" });
  await attempt(people.author, { topic: "logo" });
  await assert.rejects(attempt(people.author, { topic: "" }), REQUIRED);
  await set(brand, { topics_policy: "empty_topic_only" });
  await assert.rejects(attempt(people.author, { stream_id: brand }), {
    message: "Only the general chat topic is allowed in this channel.",
  });
  await attempt(people.author, { stream_id: brand, topic: "" });
  const { messages } = await people.member.call(getMessages, { message_ids: [message_id] });
  assert.equal(messages[0]?.stream_id, brand);
  await assert.rejects(attempt(people.guest, { topic: "no" }), {
    message: "Only the general chat topic is allowed in this channel.",
  });
  assert(design !== brand);
});

test("moving has a time limit for users below moderators, and resolving has none", async (t) => {
  const these = await cast(t);
  const { acme, people, brand } = these;
  for (const name of ["within", "between"])
    await acme.owner.call(updateRealm, {
      [`move_messages_${name}_${name === "within" ? "stream" : "streams"}_limit_seconds`]:
        name === "within" ? DAY : 2 * DAY,
    } as never);
  const aged = (seconds: number) => async () => {
    const id = await people.author.sends("#design > logo", "x");
    await acme.alter((tx) =>
      tx
        .updateTable("message")
        .set({ sent_at: Math.floor(acme.clock.now() / 1000) - seconds })
        .where("id", "=", id)
        .execute(),
    );
    return id;
  };
  let n = 0;
  const topic = () => ({ topic: `topic ${n++}` });
  const away = () => ({ stream_id: brand });
  const late = (message: string, more = {}) => ({
    member: message,
    guest: message,
    bot: message,
    author: message,
    ...more,
  });
  await decides(these, "topic, in its grace", topic, {}, aged(DAY + 20));
  await decides(these, "topic, late", topic, late(TOPIC_LATE), aged(DAY + 21));
  await decides(these, "resolve, late", () => ({ topic: "✔ logo" }), {}, aged(DAY * 30));
  await decides(these, "channel, in its grace", away, { guest: MOVE }, aged(2 * DAY + 20));
  await decides(these, "channel, late", away, late(CHANNEL_LATE, { guest: MOVE }), aged(2 * DAY + 21));
  await acme.owner.call(updateRealm, { move_messages_within_stream_limit_seconds: "unlimited" });
  await decides(these, "topic, without limit", topic, {}, aged(DAY * 300));
});

test("a topic that is partly too old is not moved as a whole: the error says how much can be", async (t) => {
  const { acme, people, brand } = await cast(t);
  await acme.owner.call(updateRealm, { move_messages_within_stream_limit_seconds: 1000 });
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) {
    ids.push(await people.author.sends("#design > long", `${n}`));
    await acme.clock.leap({ seconds: 600 });
  }
  const [first, , third, fourth] = ids as [number, number, number, number];
  // Sent 2400, 1800, 1200 and 600 seconds ago.
  const move = (person: Person, message_id: number, change: object) =>
    person.call(editMessage, { message_id, topic: "moved", ...quiet, ...change });
  const EXCEEDED = (allowed: number, id: number) => ({
    code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    message: `You only have permission to move the ${allowed}/4 most recent messages in this topic.`,
    fields: {
      total_messages_in_topic: 4,
      total_messages_allowed_to_move: allowed,
      first_message_id_allowed_to_move: id,
    },
  });
  await assert.rejects(move(people.member, fourth, { propagate_mode: "change_all" }), EXCEEDED(1, fourth));
  await acme.owner.call(updateRealm, { move_messages_within_stream_limit_seconds: 1180 });
  await assert.rejects(move(people.member, fourth, { propagate_mode: "change_all" }), EXCEEDED(2, third));
  // Of two limits the smaller one applies.
  await acme.owner.call(updateRealm, { move_messages_between_streams_limit_seconds: 600 });
  await assert.rejects(
    move(people.member, fourth, { propagate_mode: "change_all", stream_id: brand }),
    EXCEEDED(1, fourth),
  );
  const resolved = { topic: "✔ long", propagate_mode: "change_all" as const };
  await people.member.call(editMessage, { message_id: first, ...resolved });
  await people.member.call(editMessage, { message_id: first, ...resolved, topic: "long" });
  await move(people.member, third, { propagate_mode: "change_later" });
  const { messages } = await people.member.call(getMessages, { message_ids: ids });
  assert.deepEqual(
    messages.map((message) => message.subject),
    ["long", "long", "moved", "moved"],
  );
  await people.moderator.call(editMessage, {
    message_id: first,
    topic: "moved",
    propagate_mode: "change_all",
    ...quiet,
  });
});

test("with protected history the limit counts the messages that the mover can see", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const old = await ada.sends("#board > pay", "old");
  await acme.clock.leap({ days: 8 });
  await acme.channel("board", [ada, ben]);
  const fresh = await ada.sends("#board > pay", "fresh");
  const whole = { topic: "raise", propagate_mode: "change_all" as const, ...quiet };
  await assert.rejects(ada.call(editMessage, { message_id: fresh, ...whole }), {
    fields: {
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
      first_message_id_allowed_to_move: fresh,
    },
  });
  await ben.call(editMessage, { message_id: fresh, ...whole });
  const { messages } = await ada.call(getMessages, { message_ids: [old, fresh] });
  assert.deepEqual(
    messages.map((message) => message.subject),
    ["raise", "raise"],
  );
});

test("the content of polls and other widgets cannot be edited", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const message_id = await ada.sends("#design > x", "/poll Which?");
  await acme.alter((tx) =>
    tx.insertInto("submessage").values({ message_id, sender_id: ada.id, msg_type: "widget", content: "{}" }).execute(),
  );
  await assert.rejects(ada.call(editMessage, { message_id, content: "y" }), { message: "Widgets cannot be edited." });
  await ada.call(editMessage, { message_id, topic: "y", ...quiet });
});

test("a message whose author hid a preview can be edited like any other", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const message_id = await ada.sends("#design > x", "https://owls.example/");
  const content = JSON.stringify({ type: "hide", address: "https://owls.example/" });
  await ada.call(addSubmessage, { message_id, msg_type: "preview", content });
  await ada.call(editMessage, { message_id, content: "https://owls.example/ again" });
  await ada.call(addSubmessage, { message_id, msg_type: "widget", content: "{}" });
  await assert.rejects(ada.call(editMessage, { message_id, content: "y" }), { message: "Widgets cannot be edited." });
});
