/**
 * Plants secrets wherever something is hidden, each with a unique word. Then outsiders of every kind call every
 * operation of the contract with the ids of hidden things, and listen to events meanwhile: nothing they receive may
 * contain such a word. New operations are tested as soon as they are declared.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { CAPABILITIES } from "@parley/client";
import { ask, type TestRequest, type TestResponse } from "../test/ask.ts";
import { Listener, listen, type Organization, org, Person, test, useServer } from "../test/index.ts";
import { Mailbox } from "../test/mailbox.ts";
import { type Probe, probesOf, type Values } from "../test/probes.ts";
import { startServer } from "../test/server.ts";
import { subscribe } from "./channels/contract.ts";
import { unsubscribe } from "./channels/subscribe/contract.ts";
import { updateChannel } from "./channels/update/contract.ts";
import { setTopicVisibility } from "./channels/user-topics/contract.ts";
import {
  botCommands,
  drafts,
  feeds,
  invites,
  legalHolds,
  messageDeletion,
  messageEditing,
  messageHistory,
  navigationViews,
  operations,
  reactions,
  savedSnippets,
  submessages,
  typing,
  users,
} from "./contract.ts";
import { deliver, incomingBot } from "./delivery/integrations/testing.ts";
import { webhookBot } from "./delivery/outgoing-webhooks/testing.ts";
import { fold } from "./kernel/db/names.ts";
import { completes, Model } from "./messages/summary/testing.ts";
import { asFile, picture, uploads } from "./messages/uploads/testing.ts";
import { createReminder } from "./personal/reminders/contract.ts";
import { createScheduledMessage } from "./personal/scheduled-messages/contract.ts";

/** A model that gives away everything it is told. */
const model = await Model.open();
after(() => model.close());
model.says = (response, { messages }) => completes(response, messages.map(({ content }) => content).join("\n"));
/** Without email, outsiders who change their own address would lock themselves out for the rest of the test. */
const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { summaries: model.config, smtpUrl: mailbox.url }));

/** Operations that are not tested, with the reasons. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  uploadFile: "takes a file, and nothing that could refer to hidden data",
  uploadImport: "takes a file, and nothing that could refer to hidden data",
  deactivateRealm:
    "takes nothing that could refer to hidden data, and would deactivate the outsider's own organization",
  fetchOwnApiKey: "needs a session, and takes nothing that could refer to hidden data",
  confirmIdentity: "needs a session, and takes nothing that could refer to hidden data",
  startProviderLink: "needs a session, and takes nothing that could refer to hidden data",
  unlinkProvider: "needs a session, and takes the id of one's own; link.test.ts tries others'",
  eraseUser: "needs a session of an owner, who can see everyone",
  eraseOwnUser: "needs a session, and takes nothing that could refer to hidden data",
  startAuthenticator: "needs a session, and takes nothing that could refer to hidden data",
  addAuthenticator: "needs a session, and takes nothing that could refer to hidden data",
  removeAuthenticator: "needs a session, and takes nothing that could refer to hidden data",
  replaceRecoveryCodes: "needs a session, and takes nothing that could refer to hidden data",
  startPasskey: "needs a session, and takes nothing that could refer to hidden data",
  addPasskey: "needs a session, and takes nothing that could refer to hidden data",
  renamePasskey: "needs a session, and takes nothing that could refer to hidden data",
  removePasskey: "needs a session, and takes nothing that could refer to hidden data",
  endSession: "takes the id of one's own session; sessions.test.ts tries others'",
  deactivateOwnUser: "takes nothing, and would deactivate the outsider for the rest of the test",
  setAvatar: "takes a file and nothing else",
  setRealmIcon: "takes a file and nothing else",
  setRealmLogo: "takes a file, and nothing that could refer to hidden data",
  addCustomEmoji: "takes a file, and nothing that could refer to hidden data",
  regenerateApiKey: "takes nothing, and would lock the outsider out for the rest of the test",
};

/** Organization administrators can know that private channels exist, but not their content. */
type Sort = "metadata" | "content";

class Canaries {
  readonly #planted = new Map<string, { what: string; sort: Sort }>();

  plant(what: string, sort: Sort = "content"): string {
    const word = `cn${randomBytes(8).toString("hex")}`;
    this.#planted.set(word, { what, sort });
    return word;
  }

  /** A secret with a form of its own. */
  add(secret: string, what: string, sort: Sort = "content"): void {
    this.#planted.set(secret, { what, sort });
  }

  /** Outsiders have said this themselves in a place where it can stay, so it no longer counts as a secret. */
  giveUp(said: string): void {
    for (const word of this.#planted.keys()) if (said.includes(word)) this.#planted.delete(word);
  }

  /** The secrets in a text, except those in the request itself. */
  in(text: string, asked: string, mayKnow: Sort | undefined): string[] {
    return [...this.#planted]
      .filter(([word, { sort }]) => sort !== mayKnow && text.includes(word) && !asked.includes(word))
      .map(([, { what }]) => what);
  }
}

interface Outsider {
  readonly name: string;
  readonly acme: Organization;
  readonly as?: { email: string; apiKey: string };
  readonly person?: Person;
  /** Only reads: other tests cover what administrators can change. */
  readonly onlyReads?: boolean;
  readonly mayKnow?: Sort;
}

interface CanaryWorld {
  readonly acme: Organization;
  readonly ada: Person;
  readonly ben: Person;
  readonly canaries: Canaries;
  readonly outsiders: readonly Outsider[];
  readonly secret: number;
  readonly hiddenMessages: number[];
  readonly paths: string[];
  readonly values: Values;
}

const POLL = (question: string) => JSON.stringify({ widget_type: "poll", extra_data: { question, options: ["Soup"] } });

/** A user whose real email address only they know. */
async function withHiddenAddress(acme: Organization, name: string, canaries: Canaries): Promise<Person> {
  const { id, apiKey } = await acme.member(name);
  const email = `${canaries.plant(`${name}'s address`)}@example.com`;
  await acme.alter((tx) =>
    tx
      .updateTable("user")
      .set({ delivery_email: email, delivery_email_key: fold(email) })
      .where("id", "=", id)
      .execute(),
  );
  const person = new Person(acme.server, acme.realm.url, { id, name, email, apiKey });
  await person.asks("PATCH", "/settings", { email_address_visibility: "4" });
  canaries.add(apiKey, `${name}'s API key`);
  return person;
}

/** A user's private data. Returns the ids by which others might request it. */
async function plantPersonalNotes(ada: Person, channelId: number, canaries: Canaries) {
  const fragment = `narrow/search/${canaries.plant("a view")}`;
  const topic = canaries.plant("the topic of a draft");
  const draft = { type: "stream" as const, to: [channelId], topic, content: canaries.plant("a draft") };
  const { ids } = await ada.call(drafts.createDrafts, { drafts: [draft] });
  const { saved_snippet_id } = await ada.call(savedSnippets.createSavedSnippet, {
    title: canaries.plant("the title of a snippet"),
    content: canaries.plant("a snippet"),
  });
  const name = canaries.plant("the name of a view");
  await ada.call(navigationViews.addNavigationView, { fragment, is_pinned: true, name });
  const tried = { type: "stream", topic: "plans", content: "hello" };
  return {
    draft: ids[0],
    snippet: saved_snippet_id,
    fragment,
    drafts: [[{ ...tried, to: [channelId] }], [{ ...tried, type: "private", to: [ada.id] }]],
  };
}

/** Calls of a command in a hidden channel, one of them with a private answer. */
async function plantCommandCalls(acme: Organization, ada: Person, channel_id: number, canaries: Canaries) {
  // Its owner hears of the calls of others, which fail.
  const bot = await webhookBot(acme, acme.owner, "http://127.0.0.1/", { name: "Hider" });
  const { command_id } = await acme.owner.call(botCommands.createBotCommand, { bot_id: bot.id, name: "hide" });
  const place = { channel_id, topic: canaries.plant("the topic where a command was called"), user_ids: null };
  const call = async () => {
    const written = canaries.plant("the arguments of a command");
    const expires_at = Math.floor(acme.clock.now() / 1000) + 86_400;
    const of = { bot_id: bot.id, user_id: ada.id, command: "hide", arguments: written, argument_values: "{}" };
    const row = { ...of, ...place, expires_at, answer_message_id: null };
    let id = 0;
    await acme.alter(async (tx) => {
      ({ id } = await tx.insertInto("bot_command_call").values(row).returning("id").executeTakeFirstOrThrow());
    });
    return id;
  };
  const [answered, open] = [await call(), await call()];
  const content = canaries.plant("a private answer to a command");
  await bot.call(botCommands.answerCommandCall, { call_id: answered, content });
  return { bot_id: bot.id, command_id, answered, open };
}

/** Administrators can see who is invited, but nobody can see links that grant the owner role. */
async function plantInvitations({ owner }: Organization, canaries: Canaries): Promise<number[]> {
  const invitee_emails = `${canaries.plant("an invited address", "metadata")}@example.com`;
  await owner.call(invites.sendInvites, { invitee_emails, stream_ids: [] });
  const { invite_link } = await owner.call(invites.createInviteLink, { invite_as: 100 });
  canaries.add(invite_link.split("/").at(-2) as string, "the key of an invitation");
  const asOwner = { invitee_emails: "second.owner@example.com", stream_ids: [], invite_as: 100 as const };
  const { invite_links = [] } = await owner.call(invites.sendInvites, asOwner);
  for (const { link_url } of invite_links)
    canaries.add(link_url.split("/").at(-1) as string, "the key of an invitation");
  return (await owner.call(invites.getInvites, {})).invites.map(({ id }) => id);
}

async function makeWorld(acme: Organization, other: Organization): Promise<CanaryWorld> {
  const canaries = new Canaries();
  canaries.add(acme.owner.apiKey, "the owner's API key");
  const { owner } = acme;
  await owner.asks("PATCH", "/realm", {
    message_edit_history_visibility_policy: "none",
    enable_spectator_access: "true",
  });
  const [ada, ben] = [await withHiddenAddress(acme, "Ada", canaries), await withHiddenAddress(acme, "Ben", canaries)];
  const password = canaries.plant("a password");
  const email = "pat@example.com";
  await acme.owner.asks("POST", "/users", { email, password, full_name: "Pat" });
  const [mel, gus, dora] = [await acme.member("Mel"), await acme.guest("Gus"), await acme.member("Dora")];
  const [frank, bot] = [await acme.member("Frank"), await acme.bot("Robin", mel)];
  const [adam, mona] = [await acme.administrator("Adam"), await acme.moderator("Mona")];
  const outsiders: Outsider[] = [
    ...[mel, gus, bot, frank, mona].map((person) => ({ name: person.name, acme, as: person, person })),
    { name: "Adam", acme, as: adam, person: adam, onlyReads: true, mayKnow: "metadata" },
    { name: "Dora, deactivated", acme, as: dora },
    { name: "Otto, of another organization", acme: other, as: other.owner, person: other.owner },
    { name: "Otto, here", acme, as: other.owner },
    { name: "nobody", acme },
  ];

  const inviteIds = await plantInvitations(acme, canaries);
  const hiddenMessages: number[] = [];
  const paths: string[] = [];
  const channels: number[] = [];
  const names: string[] = [];
  await acme.channel("open", [ada, ben, mel, gus, frank, mona, bot]);
  for (const kind of ["shared", "protected"] as const) {
    const name = canaries.plant(`the name of the ${kind} channel`, "metadata");
    const history_public_to_subscribers = kind === "shared";
    const id = await acme.channel(name, [ada, ben, dora, frank], { invite_only: true, history_public_to_subscribers });
    await ada.call(updateChannel, { stream_id: id, description: canaries.plant("a description", "metadata") });
    await frank.call(setTopicVisibility, { stream_id: id, topic: "muted by Frank", visibility_policy: 1 });
    await ada.call(unsubscribe, { subscriptions: [name], principals: [frank.id] });
    channels.push(id);
    names.push(name);
    const say = (topic: string, content: string) => ada.sends(`#${name} > ${topic}`, content);
    const topic = canaries.plant("a topic");
    const moved = { message_id: await say("muted by Frank", "x"), propagate_mode: "change_all" as const };
    await ada.call(messageEditing.editMessage, { ...moved, topic: canaries.plant("the new name of a muted topic") });
    hiddenMessages.push(await say(topic, `${canaries.plant("a message")} @**all**`));
    const edited = await say(topic, canaries.plant("the old text of a message"));
    await ada.call(messageEditing.editMessage, { message_id: edited, content: canaries.plant("an edited message") });
    await ada.call(messageEditing.editMessage, { message_id: edited, topic: canaries.plant("a topic moved to") });
    const deleted = await say(topic, canaries.plant("a deleted message"));
    await ada.call(messageDeletion.deleteMessage, { message_id: deleted });
    const widget = await say(topic, "a poll");
    const content = POLL(canaries.plant("a poll"));
    await ada.call(submessages.addSubmessage, { message_id: widget, msg_type: "widget", content });
    const file = await uploads(ada, asFile(canaries.plant("a file"), `${canaries.plant("a file's name")}.txt`));
    const pixels = new Uint8Array(await (await picture(9, 9)).arrayBuffer());
    const drawn = await uploads(ada, asFile(pixels, `${canaries.plant("a picture's name")}.png`, "image/png"));
    const withFiles = await say(topic, `[f](/user_uploads/${file}) ![i](/user_uploads/${drawn})`);
    paths.push(file, drawn);
    hiddenMessages.push(edited, deleted, widget, withFiles);
  }
  const lone = await uploads(ada, asFile(canaries.plant("a private file"), `${canaries.plant("its name")}.txt`));
  paths.push(lone);
  const inDirect = await uploads(ada, asFile(canaries.plant("a file in a direct message")));
  paths.push(inDirect);
  hiddenMessages.push(
    await ada.writes(ben, `${canaries.plant("a direct message")} [f](/user_uploads/${inDirect})`),
    await ada.writes([ben, dora], canaries.plant("a direct message of several")),
    await ada.writes(ada, canaries.plant("a message to oneself")),
  );
  // In a channel that everyone can read, but deleted before anyone looks.
  const was = await ada.sends("#open > plans", canaries.plant("the old text of an open message"));
  await ada.call(messageEditing.editMessage, { message_id: was, content: "nothing to see" });
  const gone = await owner.sends("#open > plans", canaries.plant("a deleted open message"));
  await owner.call(messageDeletion.deleteMessage, { message_id: gone });
  hiddenMessages.push(gone);
  await acme.server.app.jobs.settled();
  const ear = await listen(ada);
  await acme.deactivate(dora);
  const reason = canaries.plant("the reason of a legal hold");
  const { id: hold_id } = await owner.call(legalHolds.placeLegalHold, { user_id: dora.id, reason });

  const first = hiddenMessages[0] as number;
  const scheduled_delivery_timestamp = Math.floor(acme.clock.now() / 1000) + 86_400;
  const { scheduled_message_id } = await ada.call(createScheduledMessage, {
    type: "direct",
    to: [ben.id],
    content: canaries.plant("a message to be sent"),
    scheduled_delivery_timestamp,
  });
  const { reminder_id } = await ada.call(createReminder, {
    message_id: first,
    scheduled_delivery_timestamp,
    note: canaries.plant("the note of a reminder"),
  });
  const [secret = 0] = channels;
  const hiddenBot = await acme.bot("Hal", ada);
  // Administrators manage everyone's bots.
  canaries.add(hiddenBot.apiKey, "the API key of another user's bot", "metadata");
  const hiddenHook = await incomingBot(acme, ada);
  canaries.add(hiddenHook.apiKey, "the API key of another user's webhook", "metadata");
  const type = canaries.plant("an event that was sent to another user's webhook", "metadata");
  await deliver(acme, hiddenHook, "cloudevents", { body: { specversion: "1.0", id: "1", source: "x", type } });
  // An address that the server does not call.
  const feed = { url: `http://127.0.0.1:9/${canaries.plant("the address of a feed", "metadata")}`, stream_id: secret };
  const { feed_id } = await ada.call(feeds.addFeed, { bot_id: hiddenHook.id, ...feed });
  const calls = await plantCommandCalls(acme, ada, secret, canaries);
  const kept = await plantPersonalNotes(ada, secret, canaries);
  const { attachments } = (await ada.asks("GET", "/attachments")) as never as { attachments: { id: number }[] };
  const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
  const narrows: unknown[] = [
    [],
    ...channels.flatMap((id) => [[term("channel", id)], [term("channel", id, true)]]),
    ...names.map((name) => [["channel", name]]),
    ...hiddenMessages.flatMap((id) => [[term("id", id)], [term("with", id)]]),
    [term("channels", "public")],
    [term("channels", "public", true)],
    [term("channels", "web-public")],
    [term("dm", [ada.id, ben.id])],
    [term("dm", [ada.id])],
    [term("dm-including", ada.id)],
    [term("group-pm-with", ben.id)],
    [term("sender", ada.id)],
    [term("mentions", ada.id)],
    [term("mentions", ben.id, true)],
    [term("date", "2020-01-01")],
    [term("date", "2120-01-01", true)],
    ...["dm", "starred", "unread", "mentioned", "alerted", "followed", "resolved", "muted"].flatMap((state) => [
      [term("is", state)],
      [term("is", state, true)],
    ]),
    ...["attachment", "image", "link", "reaction"].map((what) => [term("has", what)]),
    [term("search", "once")],
    [term("search", "poll")],
    [term("search", "elephant", true)],
    [term("topic", "plans", true)],
  ];
  const values: Values = {
    message_id: hiddenMessages,
    message_ids: [hiddenMessages],
    msg_ids: [hiddenMessages],
    messages: [hiddenMessages, [first]],
    anchor: ["newest", "first_unread", String(first)],
    num_before: [500],
    num_after: [500],
    narrow: narrows,
    stream_id: channels,
    channel_id: channels,
    stream: names,
    stream_names: [names],
    topic: ["plans"],
    topic_name: ["plans"],
    to: [names[0], [ada.id], [ada.id, ben.id], secret],
    type: ["channel", "direct"],
    content: [
      "hello",
      ...names.map((name) => `#**${name}** #**${name}>plans** #**${name}>plans@${first}**`),
      ...paths.map((path) => `[x](/user_uploads/${path})`),
      `@_**|${ada.id}** @**Ada**`,
    ],
    user_id: [ada.id, ben.id, dora.id],
    user_ids: [[ada.id, ben.id]],
    principals: [[ada.id], [mel.id]],
    subscribers: [[mel.id]],
    subscriptions: [names.map((name) => ({ name })), names],
    add: [names.map((name) => ({ name })), [ada.id]],
    delete: [names, [ada.id]],
    subscription_data: [channels.map((stream_id) => ({ stream_id, property: "color", value: "#ffffff" }))],
    property: ["color"],
    value: ["#ffffff"],
    queue_id: [ear.queue_id],
    last_event_id: [-1],
    dont_block: [true],
    user_group_id: [1, 2, 3],
    actor_id: [ada.id],
    group_id: [1],
    channel_folder_id: [1],
    folder_id: [1],
    field_id: [1],
    attachment_id: attachments.map(({ id }) => id),
    invitee_emails: [`${ada.email}, somebody@example.com`],
    stream_ids: [channels],
    group_ids: [[1, 2, 3]],
    invite_id: inviteIds,
    domain: ["example.com"],
    bot_id: [hiddenBot.id, hiddenHook.id, calls.bot_id, ada.id],
    bot_owner_id: [mel.id],
    default_sending_stream: names,
    default_events_register_stream: names,
    keys: [["plans"]],
    export_id: [1],
    import_id: [1],
    hold_id: [hold_id],
    scheduled_message_id: [scheduled_message_id],
    reminder_id: [reminder_id],
    feed_id: [feed_id],
    push_account_id: ["1"],
    endpoint: ["https://push.example.com/1"],
    payload_url: ["https://example.com/"],
    service_payload_url: ["https://example.com/"],
    realm_id_str: [acme.realm.id],
    string_id: [acme.realm.string_id],
    filename: paths.map((path) => path.slice(path.indexOf("/") + 1)),
    sender_id: [ada.id],
    sender: [ada.email],
    username: [ada.email, email],
    email: [ada.email, email, `user${ada.id}@${acme.realm.host}`],
    new_email: [ada.email],
    local_id: ["1"],
    command: ["/dark"],
    command_id: [calls.command_id],
    command_name: ["hide"],
    call_id: [calls.answered, calls.open],
    emoji_name: ["tada"],
    muted_user_id: [ada.id, dora.id],
    draft_id: [kept.draft],
    drafts: kept.drafts,
    draft: kept.drafts.flat(),
    saved_snippet_id: [kept.snippet],
    fragment: [kept.fragment],
    user_id_or_email: [String(ada.id), ada.email, `user${ada.id}@${acme.realm.host}`],
    last_update_id: [-1, 0],
    filter_id: [1],
    ordered_linkifier_ids: [[1]],
    playground_id: [1],
    slim_presence: [true],
    propagate_mode: ["change_one", "change_all"],
    moderation_request_channel_id: channels,
    new_stream_announcements_stream_id: channels,
    signup_announcements_stream_id: channels,
    zulip_update_announcements_stream_id: channels,
    include_subscribers: [true, "partial"],
    include_all: [true],
    include_all_active: [true],
    include_owner_subscribed: [true],
    include_can_access_content: [true],
    include_deactivated_groups: [true],
    include_archived: [true],
    client_gravatar: [false],
    all_public_streams: [true],
    fetch_event_types: [["message", "stream", "subscription", "realm_user", "update_message_flags"]],
  };
  return { acme, ada, ben, canaries, outsiders, secret, hiddenMessages, paths, values };
}

/** Sends an outsider's request. */
async function sends(
  { acme, as }: Outsider,
  { operation, params }: Probe,
): Promise<{ asked: string; answer: TestResponse }> {
  const rest = new Map(Object.entries(params));
  const path = operation.pathParams.reduce((text, name) => {
    const value = rest.get(name) ?? "";
    rest.delete(name);
    return text.replace(`{${name}}`, value.split("/").map(encodeURIComponent).join("/"));
  }, operation.path);
  const query = new URLSearchParams([...rest]);
  const isGet = operation.method === "GET" || operation.isWebhook;
  const request: TestRequest = {
    host: acme.realm.host,
    ...(as ? { as } : {}),
    ...(isGet ? {} : { form: Object.fromEntries(rest) }),
    ...(operation.isWebhook ? { payload: "{}" } : {}),
  };
  const what = `${operation.method} ${path}${isGet ? `?${query}` : ""}`;
  return {
    asked: `${decodeURIComponent(path)} ${[...rest.values()].join(" ")}`,
    answer: await ask(acme.server, what, request),
  };
}

function inspect(
  canaries: Canaries,
  { name, mayKnow }: Outsider,
  what: string,
  asked: string,
  answer: TestResponse,
): void {
  const sent = `${JSON.stringify(answer.headers)}${answer.text}`;
  assert.deepEqual(canaries.in(sent, asked, mayKnow), [], `${name} is told by ${what}: ${answer.text.slice(0, 2000)}`);
  assert.ok(answer.status < 500, `${what}: ${answer.text}`);
}

/** Operations that accept the id of a hidden channel or message, with the reasons. */
const ACCEPTS_HIDDEN: Readonly<Record<string, string>> = {
  setTopicVisibility: "a policy can be withdrawn after losing access to the channel",
};

/** Accepting the id of something hidden would reveal that it exists, even if the response says nothing. */
const namesHidden = ({ id, params }: Probe): boolean =>
  !Object.hasOwn(ACCEPTS_HIDDEN, id) && ("stream_id" in params || "message_id" in params);

test("nothing that an outsider receives contains anything hidden", async (t) => {
  const acme = await org(t);
  const world = await makeWorld(acme, await org(t));
  const { canaries, outsiders, values } = world;
  const all = Object.entries(operations).filter(([id]) => !Object.hasOwn(EXCEPTIONS, id));
  const tried = all.map(([id, operation]) => probesOf(id, operation, values));
  assert.deepEqual(
    tried.flatMap(({ gaps }) => gaps),
    [],
    "every operation can be tried",
  );
  const probes = tried.flatMap((each) => each.probes);
  const isReading = ({ operation }: Probe) => operation.method === "GET";

  const ears = await earsOf(world);
  await happenings(world);
  for (const outsider of outsiders) await visitAddresses(world, outsider);
  for (const outsider of outsiders)
    for (const probe of probes.filter(isReading)) {
      const { asked, answer } = await sends(outsider, probe);
      inspect(canaries, outsider, `${probe.id} ${JSON.stringify(probe.params)}`, asked, answer);
    }
  await overhear(world, ears);
  const before = await sightOf(world);
  for (const outsider of outsiders.filter(({ onlyReads }) => !onlyReads))
    for (const probe of probes.filter((each) => !isReading(each))) {
      const { asked, answer } = await sends(outsider, probe);
      const what = `${probe.id} ${JSON.stringify(probe.params)}`;
      inspect(canaries, outsider, what, asked, answer);
      if (namesHidden(probe)) assert.notEqual(answer.status, 200, `${outsider.name} must not be able to: ${what}`);
      canaries.giveUp(asked);
    }
  assert.deepEqual(await sightOf(world), before, "outsiders cannot change hidden data");
  await overhear(world, ears);
});

interface Ear {
  readonly outsider: Outsider;
  readonly listener: Listener;
}

/** Queues of every kind, with everything in their registration responses. */
async function earsOf({ outsiders, canaries }: CanaryWorld): Promise<Ear[]> {
  const none = Object.fromEntries(Object.keys(CAPABILITIES).map((name) => [name, false]));
  const options: Record<string, string>[] = [
    { client_capabilities: JSON.stringify(CAPABILITIES), include_subscribers: "true", client_gravatar: "false" },
    { client_capabilities: JSON.stringify(none), apply_markdown: "true", include_subscribers: "partial" },
    { client_capabilities: JSON.stringify(CAPABILITIES), all_public_streams: "true" },
    { client_capabilities: JSON.stringify(CAPABILITIES), narrow: JSON.stringify([["is", "dm"]]) },
    { slim_presence: "true" },
  ];
  const ears: Ear[] = [];
  for (const outsider of outsiders)
    for (const form of options) {
      const { acme, as, person } = outsider;
      const answer = await ask(acme.server, "POST /register", { host: acme.realm.host, ...(as ? { as } : {}), form });
      inspect(canaries, outsider, `register ${JSON.stringify(form)}`, "", answer);
      if (answer.status !== 200 || !person) continue;
      const { queue_id, last_event_id } = answer.body as { queue_id: string; last_event_id: number };
      ears.push({ outsider, listener: new Listener(person, queue_id, last_event_id) });
    }
  assert.ok(ears.length > 20);
  return ears;
}

async function overhear({ canaries }: CanaryWorld, ears: readonly Ear[]): Promise<void> {
  for (const { outsider, listener } of ears)
    for (let heard = await listener.hears(); heard.length > 0; heard = await listener.hears())
      for (const event of heard)
        assert.deepEqual(
          canaries.in(JSON.stringify(event), "", outsider.mayKnow),
          [],
          `${outsider.name} hears ${JSON.stringify(event)}`,
        );
}

/**
 * What insiders do while outsiders listen. They mention no bot by name: a mention gives a bot access to the message.
 */
async function happenings({ acme, ada, ben, canaries, secret }: CanaryWorld): Promise<void> {
  const name = canaries.plant("a new name", "metadata");
  await ada.call(updateChannel, { stream_id: secret, new_name: name });
  await ada.call(updateChannel, { stream_id: secret, description: canaries.plant("a new description", "metadata") });
  const topic = canaries.plant("a new topic");
  const id = await ada.sends(`#${name} > ${topic}`, `${canaries.plant("a new message")} @**all** @**Frank**`);
  await ada.call(messageEditing.editMessage, { message_id: id, content: canaries.plant("a newly edited message") });
  await ada.call(messageEditing.editMessage, { message_id: id, topic: canaries.plant("a newly moved topic") });
  await ben.call(reactions.addReaction, { message_id: id, emoji_name: "tada" });
  const content = POLL(canaries.plant("a new poll"));
  await ada.call(submessages.addSubmessage, { message_id: id, msg_type: "widget", content });
  await ada.call(typing.setTyping, {
    op: "start",
    type: "channel",
    stream_id: secret,
    topic: canaries.plant("typed in"),
  });
  await ada.call(typing.setTypingEdit, { message_id: id, op: "start" });
  await ada.writes(ben, canaries.plant("a new direct message"));
  await uploads(ada, asFile("x", `${canaries.plant("a new file's name")}.txt`));
  // From where everyone can read to where they cannot.
  const moved = await acme.owner.sends("#open > plans", "soon gone");
  await ada.call(subscribe, {
    subscriptions: [{ name }],
    principals: [acme.owner.id],
    send_new_subscription_messages: false,
  });
  const away = canaries.plant("the topic a message was moved to");
  await acme.owner.call(messageEditing.editMessage, { message_id: moved, stream_id: secret, topic: away });
  await acme.owner.call(messageEditing.editMessage, { message_id: moved, content: canaries.plant("edited there") });
  // A channel that becomes private, and only then has messages.
  const closing = await acme.channel("closing", [ada, ben]);
  await ada.call(updateChannel, { stream_id: closing, is_private: true });
  const closed = canaries.plant("the name of a closed channel", "metadata");
  await ada.call(updateChannel, { stream_id: closing, new_name: closed });
  await ada.sends(
    `#${closed} > ${canaries.plant("a topic in a closed channel")}`,
    canaries.plant("said in a closed channel"),
  );
}

/** URLs outside the API. */
async function visitAddresses({ canaries, paths }: CanaryWorld, outsider: Outsider): Promise<void> {
  const { acme, as } = outsider;
  const addresses = paths.flatMap((path) => [
    path,
    `download/${path}`,
    `thumbnail/${path}/840x560.webp`,
    `temporary/x/${path.split("/").at(-1)}`,
  ]);
  for (const address of [
    "//",
    "//api/",
    "//health",
    "//api/v1/openapi.json",
    ...addresses.map((each) => `//user_uploads/${each}`),
  ]) {
    const answer = await ask(acme.server, `GET ${address}`, { host: acme.realm.host, ...(as ? { as } : {}) });
    inspect(canaries, outsider, address, address, answer);
    if (address.includes("user_uploads")) assert.ok(answer.status >= 400, `${outsider.name} reads ${address}`);
  }
}

const PERSONAL = ["/drafts", "/saved_snippets", "/navigation_views"];

/** Everything hidden, as an insider sees it. */
async function sightOf({ ada, secret, hiddenMessages }: CanaryWorld): Promise<unknown> {
  const shown: unknown[] = [];
  for (const message_id of hiddenMessages)
    shown.push(await ada.call(messageHistory.getMessage, { message_id }).catch((error: Error) => error.message));
  for (const path of [
    `/streams/${secret}`,
    `/streams/${secret}/members`,
    `/users/me/${secret}/topics`,
    "/attachments",
    ...PERSONAL,
    "/scheduled_messages",
    "/reminders",
  ])
    shown.push(await ada.asks("GET", path));
  shown.push(await ada.call(users.getOwnUser, {}));
  return shown;
}
