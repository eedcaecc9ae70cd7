import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import * as messages from "../messages/contract.ts";
import { addReaction, removeReaction } from "./contract.ts";

const tada = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };

async function design(
  t: Parameters<typeof org>[0],
): Promise<{ acme: Organization; ada: Person; ben: Person; message_id: number }> {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  return { acme, ada, ben, message_id: await ada.sends("#design > logo", "We are live") };
}

const about = (person: Person) => ({
  user_id: person.id,
  user: {
    user_id: person.id,
    email: `user${person.id}@${new URL(person.connection.url).hostname}`,
    full_name: person.name,
  },
});

test("a reaction, and its removal, tell everyone who can read the message", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const cem = await acme.member("Cem");
  await cem.catchesUp();

  const added = await ada.eventsDuring(() => ben.call(addReaction, { message_id, emoji_name: "tada" }));
  assert.deepEqual(added, [{ type: "reaction", op: "add", message_id, ...about(ben), ...tada }]);
  const removed = await ada.eventsDuring(() => ben.call(removeReaction, { message_id, emoji_name: "tada" }));
  assert.deepEqual(removed, [{ type: "reaction", op: "remove", message_id, ...about(ben), ...tada }]);
  assert.deepEqual(await cem.catchesUp(), []);
});

test("messages carry their reactions, oldest first", async (t) => {
  const { ada, ben, message_id } = await design(t);
  await ben.call(addReaction, { message_id, emoji_name: "tada" });
  await ada.call(addReaction, {
    message_id,
    emoji_name: "rocket",
    emoji_code: "1f680",
    reaction_type: "unicode_emoji",
  });
  const { messages: read } = await ada.call(messages.getMessages, { message_ids: [message_id] });
  assert.deepEqual(read[0]?.reactions, [
    { ...tada, user_id: ben.id },
    { emoji_name: "rocket", emoji_code: "1f680", reaction_type: "unicode_emoji", user_id: ada.id },
  ]);
});

test("joining a reaction takes the name that the first one chose", async (t) => {
  const { ada, ben, message_id } = await design(t);
  await ben.call(addReaction, { message_id, emoji_name: "+1" });
  await ada.call(addReaction, { message_id, emoji_name: "thumbs_up" });
  const { messages: read } = await ada.call(messages.getMessages, { message_ids: [message_id] });
  assert.deepEqual(
    read[0]?.reactions.map(({ emoji_name }) => emoji_name),
    ["+1", "+1"],
  );
});

test("the built-in emoji is spelled as each client knows it", async (t) => {
  const { ada, ben, message_id } = await design(t);
  await ben.call(addReaction, {
    message_id,
    emoji_name: "zulip",
    emoji_code: "zulip",
    reaction_type: "zulip_extra_emoji",
  });
  const { messages: read } = await ada.call(messages.getMessages, { message_ids: [message_id] });
  assert.deepEqual(read[0]?.reactions, [
    { emoji_name: "chat", emoji_code: "chat", reaction_type: "chat_extra_emoji", user_id: ben.id },
  ]);
  await ben.call(removeReaction, { message_id, emoji_name: "chat" });
});

test("what cannot be, is refused", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const refused: [() => Promise<unknown>, { code?: string; message?: string }][] = [
    [() => ben.call(removeReaction, { message_id, emoji_name: "tada" }), { code: "REACTION_DOES_NOT_EXIST" }],
    [() => ben.call(addReaction, { message_id, emoji_name: "no_such" }), { message: "Emoji 'no_such' does not exist" }],
    [
      () => ben.call(addReaction, { message_id, ...tada, emoji_name: "rocket" } as never),
      { message: "Invalid emoji name." },
    ],
    [
      () => ben.call(addReaction, { message_id, ...tada, emoji_code: "ffff" } as never),
      { message: "Invalid emoji code." },
    ],
    [() => ben.call(removeReaction, { message_id }), { message: /^At least one of the following arguments/ as never }],
    [() => ben.call(removeReaction, { message_id, emoji_code: "x y" }), { message: "Invalid emoji code." }],
    [() => ben.call(addReaction, { message_id: 999_999, emoji_name: "tada" }), { message: "Invalid message(s)" }],
  ];
  for (const [attempt, error] of refused) await assert.rejects(attempt(), error);

  await ada.call(addReaction, { message_id, emoji_name: "tada" });
  await assert.rejects(ada.call(addReaction, { message_id, emoji_name: "tada" }), { code: "REACTION_ALREADY_EXISTS" });

  await acme.channel("secret", [ada], { invite_only: true });
  const hidden = await ada.sends("#secret > plan", "hush");
  await assert.rejects(ben.call(addReaction, { message_id: hidden, emoji_name: "tada" }), {
    message: "Invalid message(s)",
  });
});

test("in a channel with protected history only those who were there hear of it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const message_id = await ada.sends("#board > pay", "before");
  await acme.channel("board", [ada, ben]);
  await ben.catchesUp();
  await ada.call(addReaction, { message_id, emoji_name: "tada" });
  assert.deepEqual(await ben.catchesUp(), []);
  await assert.rejects(ben.call(addReaction, { message_id, emoji_name: "tada" }), { message: "Invalid message(s)" });
});

test("a reaction to a message that is just being deleted is refused", async (t) => {
  const { acme, ben, message_id } = await design(t);
  const { promise: isReacting, resolve: react } = Promise.withResolvers<void>();
  const deleting = acme.alter(async (tx) => {
    await tx.deleteFrom("message").where("id", "=", message_id).execute();
    react();
    // On PostgreSQL the reaction has found the message by then, and waits to see what becomes of it.
    await setTimeout(100);
  });
  await isReacting;
  await assert.rejects(ben.call(addReaction, { message_id, emoji_name: "tada" }), { message: "Invalid message(s)" });
  await deleting;
});
