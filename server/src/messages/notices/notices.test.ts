import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import * as channels from "../../channels/contract.ts";
import { channelById } from "../../channels/store.ts";
import { change, type Writing } from "../../kernel/context.ts";
import { serverContext } from "../../kernel/server-context.ts";
import * as realms from "../../organization/realms/contract.ts";
import * as users from "../../people/users/contract.ts";
import * as registration from "../../registration/contract.ts";
import { channelLink, messageLink, topicLink } from "../../text/notices/markup.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import * as messages from "../contract.ts";
import { sendNotice } from "./send.ts";

const within = <T>(acme: Organization, work: (ctx: Writing) => Promise<T>): Promise<T> =>
  change(serverContext(acme.server.app, acme.realm), work);

async function builtInBots(person: Person) {
  const { cross_realm_bots = [] } = await person.call(registration.register, { fetch_event_types: ["realm_user"] });
  return cross_realm_bots;
}

async function announce(acme: Organization, stream_id: number, topic: string, content: string, readBy: number[] = []) {
  return within(acme, async (ctx) => {
    const channel = await channelById(ctx.db, acme.realm.id, 0, stream_id);
    assert(channel);
    return sendNotice(ctx, { channel, topic }, content, { readBy });
  });
}

test("the built-in bots are listed separately, by name, and are in no list of users and in no group", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const answer = await ada.call(registration.register, { fetch_event_types: ["realm_user", "realm_user_groups"] });
  const bots = answer.cross_realm_bots ?? [];
  assert.deepEqual(
    bots.map(({ email, full_name, is_bot, is_active, is_system_bot, bot_owner_id, bot_type, role, delivery_email }) => [
      [email, delivery_email, full_name],
      [is_bot, is_active, is_system_bot, bot_owner_id, bot_type, role],
    ]),
    ["notification", "welcome"].map((kind) => [
      [...Array(2).fill(`${kind}-bot@${acme.realm.host}`), `${kind[0]?.toUpperCase()}${kind.slice(1)} Bot`],
      [true, true, true, null, 1, 400],
    ]),
  );
  const ids = new Set(bots.map((bot) => bot.user_id));
  assert.deepEqual(
    answer.realm_users?.map((user) => user.full_name),
    ["Olivia", "Ada"],
  );
  assert.deepEqual(answer.realm_non_active_users, []);
  assert(answer.realm_user_groups?.every((group) => !group.members.some((id) => ids.has(id))));

  const { members } = await ada.call(users.getUsers, {});
  assert(!members.some((user) => ids.has(user.user_id)));
  const { members: named } = await ada.call(users.getUsers, { user_ids: [...ids] });
  assert.deepEqual(named, []);
});

test("built-in bots do not become full members after the waiting period", async (t) => {
  const acme = await org(t);
  const [bot] = await builtInBots(acme.owner);
  await acme.owner.call(realms.updateRealm, { waiting_period_threshold: 3 });
  await acme.owner.call(realms.updateRealm, { waiting_period_threshold: 0 });
  const { realm_user_groups = [] } = await acme.owner.call(registration.register, {});
  assert(realm_user_groups.every((group) => !group.members.includes(bot?.user_id as number)));
});

test("nobody can sign in as a built-in bot, take its address or subscribe it, but anyone can write to it", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [bot] = await builtInBots(owner);
  assert(bot);
  await assert.rejects(owner.call(users.fetchApiKey, { username: bot.email, password: "secret" }), {
    code: "AUTHENTICATION_FAILED",
  });
  const account = { email: bot.email.replace("n", "N"), password: "correct horse battery staple", full_name: "Eve" };
  await assert.rejects(owner.call(users.createUser, account), { message: "Email is already in use." });
  for (const principals of [[bot.user_id], [bot.email]])
    await assert.rejects(owner.call(channels.subscribe, { subscriptions: [{ name: "general" }], principals }), {
      message: "No such user",
    });
  const setting = { new: { direct_members: [bot.user_id], direct_subgroups: [] } };
  await assert.rejects(owner.call(realms.updateRealm, { can_create_groups: setting } as never));
  for (const to of [[bot.user_id], bot.email])
    await owner.call(messages.sendMessage, { type: "direct", to, content: "Thanks!" });
});

test("a notice in a channel is an ordinary message from the notification bot", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const stream_id = await acme.channel("design", [ada, ben]);
  await acme.alter((tx) =>
    tx
      .updateTable("channel")
      .set({ can_send_message_group: acme.realm.systemGroups["role:nobody"] })
      .where("id", "=", stream_id)
      .execute(),
  );
  await cem.catchesUp();

  let id = 0;
  const heard = await ada.eventsDuring(async () => {
    id = await announce(acme, stream_id, "channel events", "Something happened.", [ada.id]);
  });
  const [bot] = await builtInBots(ada);
  const [event] = heard.filter(({ type }) => type === "message") as {
    message: Record<string, unknown>;
    flags: unknown;
  }[];
  const { message } = event as { message: Record<string, unknown> };
  assert.deepEqual(
    [message.id, message.sender_id, message.sender_email, message.sender_full_name, message.client, message.subject],
    [id, bot?.user_id, `notification-bot@${acme.realm.host}`, "Notification Bot", "Internal", "channel events"],
  );
  assert.deepEqual(event?.flags, ["read"]);
  assert.deepEqual(
    (await cem.catchesUp()).filter(({ type }) => type === "message"),
    [],
  );

  const { messages: read } = await ben.call(messages.getMessages, { message_ids: [id] });
  assert.deepEqual([read[0]?.content, read[0]?.flags], ["<p>Something happened.</p>", []]);
});

test("a notice to one person is a direct message", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.catchesUp();
  const send = () => within(acme, (ctx) => sendNotice(ctx, { user: ada.id }, "For you."));
  const hears = async () => {
    const [event] = await ada.eventsDuring(send);
    assert(event);
    return event.message as { display_recipient: { id: number }[]; type: string; recipient_id: number };
  };
  const message = await hears();
  const [bot] = await builtInBots(ada);
  assert.equal(message.type, "private");
  assert.deepEqual(message.display_recipient.map(({ id }) => id).sort(), [bot?.user_id, ada.id].sort());
  assert.equal((await hears()).recipient_id, message.recipient_id);
  assert.deepEqual(await ben.catchesUp(), []);
});

test("a notice fits its channel: it uses the empty topic where no other is allowed, and long names are shortened", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  const long = await announce(acme, stream_id, "x".repeat(80), "y".repeat(10_001));
  await acme.alter((tx) =>
    tx.updateTable("channel").set({ topics_policy: "empty_topic_only" }).where("id", "=", stream_id).execute(),
  );
  const plain = await announce(acme, stream_id, "channel events", "Hello.");
  const { messages: read } = await ada.call(messages.getMessages, {
    message_ids: [long, plain],
    allow_empty_topic_name: true,
    apply_markdown: false,
  });
  assert.deepEqual(
    read.map(({ subject, content }) => [subject.length, content.length]),
    [
      [60, 10_000],
      [0, 6],
    ],
  );
});

test("a failed change posts no notice", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await ada.catchesUp();
  const failing = within(acme, async (ctx) => {
    await sendNotice(ctx, { user: ada.id }, "It is done.");
    throw new Error("no");
  });
  await assert.rejects(failing, /no/);
  assert.deepEqual(await ada.catchesUp(), []);
});

test("each organization has its own built-in bots", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const [ours, theirs] = [await builtInBots(acme.owner), await builtInBots(other.owner)];
  assert.notEqual(ours[0]?.user_id, theirs[0]?.user_id);
  const refused = acme.owner.call(messages.sendMessage, {
    type: "direct",
    to: [theirs[0]?.user_id as number],
    content: "Hello?",
  });
  await assert.rejects(refused, { message: `Invalid user ID ${theirs[0]?.user_id}` });
});

test("languages match exactly, then without their region, then fall back to English", async () => {
  const topics = ["de", "de-AT", "en", "tlh", "constructor"].map((code) => noticesIn(code).moderationTopic("Ada"));
  assert.deepEqual(topics.slice(0, 2), ["Meldungen zu Ada", "Meldungen zu Ada"]);
  assert.deepEqual(new Set(topics.slice(2)), new Set(["Ada's moderation requests"]));
  assert.equal(noticesIn("zh-hans").moderationTopic("Ada"), "关于 Ada 的举报");
  assert.equal(noticesIn("ar-EG").moderationTopic("Ada"), "بلاغات بشأن Ada");
});

/** Notices that name people and places, in one language. */
function naming(language: string): string[] {
  const { channels, moves, reminders, webhooks, ...say } = noticesIn(language);
  const [who, other, link] = ["@_**Ada|1**", "@_**Ben|2**", "#**design**"];
  const failure = { reason: "status", status: 500, body: "" } as const;
  const report = { reporter: who, sender: other, reason: "spam", notes: "", content: "" } as const;
  return [
    channels.created(who, "public", ""),
    channels.announced(who, [link]),
    channels.announced(who, [link, link, link]),
    channels.subscribed(who, [link]),
    channels.subscribed(who, [link, link]),
    channels.postersChanged(who, [who, other], [who, other, who]),
    ...([moves.movedHere, moves.movedAway] as const).flatMap((moved) => [
      moved(who, "topic", { link }),
      moved(who, { link }, { link }),
      moved(who, 2, "private channel"),
    ]),
    reminders.opening({ link, note: "" }),
    reminders.said({ author: who, path: "/" }),
    reminders.poll({ author: who, path: "/" }),
    webhooks.toOwner({ bot: who, origin: "https://example.com", link, failure }),
    say.botMissesChannel(who, link),
    say.botReceivesMalformed(who, "GitHub"),
    say.botIsUnheard(who, link),
    say.addedToGroup(who, "@_*crew*"),
    say.joined(who),
    say.passwordResetLink(who),
    say.acceptedInvitation(who),
    say.messageReported({ ...report, place: { link } }),
    say.messageReported({ ...report, place: { people: say.list([who, other, who]) } }),
  ];
}

test("people and places in notices are recognized in every language, and Arabic ones begin in Arabic", async () => {
  for (const language of ["en", "de", "zh", "ar"])
    for (const notice of naming(language)) assert.doesNotMatch(notice, /[^\s'"({[/<][@#]_?\*/, language);
  for (const notice of naming("ar")) assert.match(notice, /^\P{L}*\p{Script=Arabic}/u);
});

test("numbers of moved messages have the plural forms of their language", async () => {
  const moved = (language: string, count: number) => noticesIn(language).moves.movedAway("Ada", count, "other topic");
  assert.equal(moved("de", 2), "Ada hat 2 Nachrichten aus diesem Thema in ein anderes Thema verschoben.");
  assert.equal(moved("zh", 2), "Ada 将 2 条消息从此话题移到了另一个话题。");
  assert.equal(moved("ar", 2), "نقل Ada من هذا الموضوع رسالتين إلى موضوع آخر.");
  assert.equal(moved("ar", 12), "نقل Ada من هذا الموضوع 12 رسالة إلى موضوع آخر.");
});

test("links are short where names allow it, and escaped where they do not", async () => {
  const design = { id: 7, name: "design" };
  assert.deepEqual(
    [channelLink(design), topicLink(design, "logo"), messageLink(design, "logo", 42)],
    ["#**design**", "#**design>logo**", "#**design>logo@42**"],
  );
  const odd = { id: 8, name: "r&d `x`" };
  assert.equal(channelLink(odd), "[#r&amp;d &#96;x&#96;](/#narrow/channel/8-r.26d-.60x.60)");
  assert.match(
    topicLink(design, "a > b"),
    /^\[#design > a &gt; b\]\(\/#narrow\/channel\/7-design\/topic\/a\.20\.3E\.20b\)$/,
  );
});

test("built-in bots get addresses at the organization's host when the server starts", async (t) => {
  const acme = await org(t);
  const emails = async () => (await builtInBots(acme.owner)).map(({ email }) => email);
  const expected = ["notification", "welcome"].map((kind) => `${kind}-bot@${acme.realm.host}`);
  await acme.alter((tx) =>
    tx
      .updateTable("user")
      .set({ delivery_email: "notification-bot@old.example", delivery_email_key: "notification-bot@old.example" })
      .where("realm_id", "=", acme.realm.id)
      .where("system_bot", "=", "notification")
      .execute(),
  );
  assert.deepEqual(await emails(), ["notification-bot@old.example", expected[1]]);
  acme.stopFollowing("the restart changes an address without an event");
  await acme.server.restart();
  assert.deepEqual(await emails(), expected);
});
