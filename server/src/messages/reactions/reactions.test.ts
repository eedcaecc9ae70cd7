import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import * as messages from "../contract.ts";
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

test("adding and removing a reaction notifies everyone who can read the message", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const cem = await acme.member("Cem");
  await cem.catchesUp();

  const added = await ada.eventsDuring(() => ben.call(addReaction, { message_id, emoji_name: "tada" }));
  assert.deepEqual(added, [{ type: "reaction", op: "add", message_id, ...about(ben), ...tada }]);
  const removed = await ada.eventsDuring(() => ben.call(removeReaction, { message_id, emoji_name: "tada" }));
  assert.deepEqual(removed, [{ type: "reaction", op: "remove", message_id, ...about(ben), ...tada }]);
  assert.deepEqual(await cem.catchesUp(), []);
});

test("messages include their reactions, oldest first", async (t) => {
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

test("a client reacts with a name from its own list", async (t) => {
  const { ada, ben, message_id } = await design(t);
  const cheese = { emoji_name: "cheese", emoji_code: "1f9c0", reaction_type: "unicode_emoji" } as const;
  const heard = await ada.eventsDuring(() => ben.call(addReaction, { message_id, ...cheese }));
  assert.deepEqual(heard, [{ type: "reaction", op: "add", message_id, ...about(ben), ...cheese }]);
});

test("names mean what clients of this API know them for", async (t) => {
  const { ada, ben, message_id } = await design(t);
  for (const emoji_name of ["kiss", "cricket", "shh", "lgbt"]) await ben.call(addReaction, { message_id, emoji_name });
  const { messages: read } = await ada.call(messages.getMessages, { message_ids: [message_id] });
  assert.deepEqual(
    read[0]?.reactions.map(({ emoji_code }) => emoji_code),
    ["1f48f", "1f997", "1f92b", "1f3f3-200d-1f308"],
  );
});

test("a reaction whose name had another meaning keeps its code, can be joined, and can be removed", async (t) => {
  const { ada, ben, message_id } = await design(t);
  const former = { emoji_name: "kiss", emoji_code: "1f617", reaction_type: "unicode_emoji" } as const;
  await ben.call(addReaction, { message_id, ...former });
  await ada.call(addReaction, { message_id, ...former });
  await ada.call(addReaction, { message_id, emoji_name: "kiss" });
  const { messages: read } = await ben.call(messages.getMessages, { message_ids: [message_id] });
  assert.deepEqual(read[0]?.reactions, [
    { ...former, user_id: ben.id },
    { ...former, user_id: ada.id },
    { ...former, emoji_code: "1f48f", user_id: ada.id },
  ]);

  const removed = async () => {
    const heard = await ben.eventsDuring(() => ada.call(removeReaction, { message_id, emoji_name: "kiss" }));
    return heard.map((event) => (event as { emoji_code?: string }).emoji_code);
  };
  assert.deepEqual(await removed(), ["1f48f"], "the meaning it has now comes first");
  assert.deepEqual(await removed(), ["1f617"]);
  await assert.rejects(removed(), { code: "REACTION_DOES_NOT_EXIST" });
});

test("joining a reaction uses the name of the first one", async (t) => {
  const { ada, ben, message_id } = await design(t);
  await ben.call(addReaction, { message_id, emoji_name: "+1" });
  await ada.call(addReaction, { message_id, emoji_name: "thumbs_up" });
  const { messages: read } = await ada.call(messages.getMessages, { message_ids: [message_id] });
  assert.deepEqual(
    read[0]?.reactions.map(({ emoji_name }) => emoji_name),
    ["+1", "+1"],
  );
});

test("the built-in emoji has the spelling that each client knows", async (t) => {
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

test("invalid reactions are refused", async (t) => {
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

test("in a channel with protected history only users who were subscribed are notified", async (t) => {
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

test("a reaction to a message that is being deleted is refused", async (t) => {
  const { acme, ben, message_id } = await design(t);
  const { promise: isReacting, resolve: react } = Promise.withResolvers<void>();
  const deleting = acme.alter(async (tx) => {
    await tx.deleteFrom("message").where("id", "=", message_id).execute();
    react();
    // On PostgreSQL the reaction has found the message by then, and waits for the deletion.
    await setTimeout(100);
  });
  await isReacting;
  await assert.rejects(ben.call(addReaction, { message_id, emoji_name: "tada" }), { message: "Invalid message(s)" });
  await deleting;
});

test("clients that know the built-in emoji by its older name get that name", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const credentials = Buffer.from(`${ben.email}:${ben.apiKey}`).toString("base64");
  const headers = { authorization: `Basic ${credentials}`, "user-agent": "ZulipMobile/30.0" };
  const asks = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
    (await acme.server.fetch(`${ben.connection.url}/api/v1${path}`, { headers, ...init })).json() as never;
  const { queue_id } = await asks("/register", { method: "POST", body: new URLSearchParams() });
  await ada.call(addReaction, { message_id, emoji_name: "chat" });
  const upstream = { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" };
  const { events } = await asks(`/events?queue_id=${queue_id}&last_event_id=-1&dont_block=true`);
  const heard = (events as Record<string, unknown>[]).find((event) => event.type === "reaction");
  assert.deepEqual({ ...heard, ...upstream }, heard);
  const { message } = await asks(`/messages/${message_id}`);
  assert.deepEqual((message as { reactions: unknown }).reactions, [{ ...upstream, user_id: ada.id }]);
});

test("our own client gets our spelling, even inside the application of another", async (t) => {
  const { acme, ada, ben, message_id } = await design(t);
  const browser = new Browser(acme);
  await browser.signsIn((await withPassword(acme, ben)).email, PASSWORD);
  browser.headers = { "user-agent": "ZulipElectron/5.12.0 Mozilla/5.0 (X11; Linux x86_64)" };
  await ada.call(addReaction, { message_id, emoji_name: "chat" });
  const { body } = await browser.calls(`GET /messages/${message_id}`);
  const { reactions } = body.message as { reactions: unknown };
  const neutral = { emoji_name: "chat", emoji_code: "chat", reaction_type: "chat_extra_emoji" };
  assert.deepEqual(reactions, [{ ...neutral, user_id: ada.id }]);
});

test("a code identifies a reaction, its type is inferred, and users remove only their own", async (t) => {
  const { ada, ben, message_id } = await design(t);
  const GONE = { code: "REACTION_DOES_NOT_EXIST", message: "Reaction doesn't exist." };
  for (const named of [
    { emoji_name: "tada" },
    { emoji_code: "1f389" },
    { emoji_code: "1f389", reaction_type: "unicode_emoji" as const },
    { emoji_name: "no_longer_called_so", emoji_code: "1f389" },
  ]) {
    await ben.call(addReaction, { message_id, emoji_name: "tada" });
    await assert.rejects(ada.call(removeReaction, { message_id, ...named }), GONE);
    await ben.call(removeReaction, { message_id, ...named });
    await assert.rejects(ben.call(removeReaction, { message_id, ...named }), GONE);
  }
  // A well-formed code that nobody used, and a malformed one.
  await assert.rejects(ben.call(removeReaction, { message_id, emoji_code: "77", reaction_type: "realm_emoji" }), GONE);
  await assert.rejects(ben.call(removeReaction, { message_id, emoji_code: "77" }), GONE);
  for (const emoji_code of ["", "x y", "1F389", "chat-x"])
    await assert.rejects(ben.call(removeReaction, { message_id, emoji_code }), { message: "Invalid emoji code." });
  await assert.rejects(ben.call(removeReaction, { message_id, emoji_name: "no_such" }), {
    message: "Emoji 'no_such' does not exist",
  });
});

test("the type of emoji in a request is used, and must match its name", async (t) => {
  const { ben, message_id } = await design(t);
  for (const [sent, message] of [
    [{ emoji_name: "tada", reaction_type: "realm_emoji" }, "Invalid custom emoji."],
    [{ emoji_name: "tada", reaction_type: "chat_extra_emoji" }, "Invalid emoji code."],
    [{ emoji_name: "tada", emoji_code: "chat", reaction_type: "chat_extra_emoji" }, "Invalid emoji name."],
    [{ emoji_name: "tada", emoji_code: "1f680" }, "Invalid emoji name."],
    [{ emoji_name: "no_such", emoji_code: "1f389" }, "Emoji 'no_such' does not exist"],
  ] as const)
    await assert.rejects(ben.call(addReaction, { message_id, ...sent }), { message });
  assert.equal(
    (await ben.asks("POST", `/messages/${message_id}/reactions`, { emoji_name: "tada", reaction_type: "smoke" })).msg,
    "Invalid reaction_type",
  );
});

test("guests and bots react to messages they can read; reactions in archived channels cannot change", async (t) => {
  const { acme, ada, message_id } = await design(t);
  const [gus, bot] = [await acme.guest("Gus"), await acme.bot("Build", ada)];
  await bot.call(addReaction, { message_id, emoji_name: "tada" });
  await assert.rejects(gus.call(addReaction, { message_id, emoji_name: "tada" }), { message: "Invalid message(s)" });
  await acme.channel("design", [ada, gus]);
  await gus.call(addReaction, { message_id, emoji_name: "tada" });
  await gus.call(addReaction, { message_id, emoji_name: "heart" });
  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("name", "=", "design").execute());
  for (const attempt of [
    () => ada.call(addReaction, { message_id, emoji_name: "tada" }),
    () => gus.call(removeReaction, { message_id, emoji_name: "tada" }),
  ])
    await assert.rejects(attempt(), { message: "Invalid message(s)" });
});
