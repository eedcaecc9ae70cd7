import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { sql } from "kysely";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { createFolder } from "../../channels/channel-folders/contract.ts";
import { getChannels, subscribe } from "../../channels/contract.ts";
import { createChannel } from "../../channels/create/contract.ts";
import * as defaults from "../../channels/default-channels/contract.ts";
import { setTopicVisibility } from "../../channels/user-topics/contract.ts";
import { addFeed } from "../../delivery/integrations/feeds/contract.ts";
import { incomingBot } from "../../delivery/integrations/testing.ts";
import { callBotCommand, createBotCommand } from "../../delivery/outgoing-webhooks/commands/contract.ts";
import * as push from "../../delivery/push/contract.ts";
import { Browser as PushBrowser, Receiver } from "../../delivery/push/testing.ts";
import { subscribeToWebPush } from "../../delivery/push/web/contract.ts";
import { createInviteLink, getInvites, sendInvites } from "../../joining/invites/contract.ts";
import { getMessages, sendMessage } from "../../messages/contract.ts";
import { placeLegalHold } from "../../messages/legal-holds/contract.ts";
import { addReaction } from "../../messages/reactions/contract.ts";
import { addSubmessage } from "../../messages/submessages/contract.ts";
import { picture, uploads } from "../../messages/uploads/testing.ts";
import { addCustomEmoji } from "../../organization/custom-emoji/contract.ts";
import { addDomain } from "../../organization/domains/contract.ts";
import { addLinkifier } from "../../organization/linkifiers/contract.ts";
import { addPlayground } from "../../organization/playgrounds/contract.ts";
import { addAlertWords, getAlertWords } from "../../people/alert-words/contract.ts";
import { updateBotStorage } from "../../people/bot-storage/contract.ts";
import { createBot, updateBot } from "../../people/bots/contract.ts";
import * as groups from "../../people/groups/contract.ts";
import { makeGroup } from "../../people/groups/test-groups.ts";
import { muteUser } from "../../people/muted-users/contract.ts";
import { createProfileField, getProfileFields, updateProfileField } from "../../people/profile-fields/contract.ts";
import { Device } from "../../people/second-factors/test-device.ts";
import { sendsPasskey } from "../../people/second-factors/testing.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { createDrafts, editDraft, getDrafts } from "../../personal/drafts/contract.ts";
import { addNavigationView } from "../../personal/navigation-views/contract.ts";
import { createReminder } from "../../personal/reminders/contract.ts";
import { createSavedSnippet, editSavedSnippet } from "../../personal/saved-snippets/contract.ts";
import { createScheduledMessage, updateScheduledMessage } from "../../personal/scheduled-messages/contract.ts";
import { register } from "../../registration/contract.ts";
import { type Collection, type CollectionName, collections, DEFAULT_COLLECTION_LIMITS } from "./collections.ts";
import { tables } from "./tables.ts";

const gateway = await Receiver.open();
after(() => gateway.close());

/** The servers' configured limits; each test lowers those it is about. */
const limits: Record<CollectionName, number> = { ...DEFAULT_COLLECTION_LIMITS };
useServer((engine) =>
  startServer(engine, { collectionLimits: limits, pushGateway: { url: gateway.url, secret: "s" } }),
);

interface LimitScene {
  readonly acme: Organization;
  readonly owner: Person;
  readonly ada: Person;
  readonly others: readonly Person[];
  /** Whose API key is replaced by their first passkey. */
  readonly pat: Person;
  readonly bot: Person;
  /** Posts what other services send. */
  readonly hook: Person;
  /** An outgoing webhook bot with the command `called`. */
  readonly caller: number;
  readonly channels: readonly { name: string; stream_id: number }[];
  /** A poll sent by Ada. */
  readonly message_id: number;
  readonly group_id: number;
  readonly subgroups: readonly number[];
  readonly default_group_id: number;
}

async function workspace(t: Parameters<typeof org>[0]): Promise<LimitScene> {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await withPassword(acme, await acme.member("Ada"));
  const others = await Promise.all(["Ben", "Cem", "Dia", "Eva"].map((name) => acme.member(name)));
  const names = ["alpha", "beta", "gamma", "delta", "epsilon"];
  for (const name of names) await acme.channel(name, [owner, ada, ...others]);
  const { streams } = await owner.call(getChannels, {});
  const subgroups: number[] = [];
  for (const name of ["w", "x", "y", "z"]) subgroups.push(await makeGroup(owner, name));
  const message_id = await ada.sends("#alpha > logo", "/poll Which?\n- owl\n- fox");
  await owner.call(defaults.createDefaultGroup, { group_name: "first", description: "", stream_names: ["epsilon"] });
  const { realm_default_stream_groups: [group] = [] } = await owner.call(register, {
    fetch_event_types: ["default_stream_groups"],
  });
  const program = { bot_type: 3, payload_url: "http://127.0.0.1/" };
  const { user_id: caller } = await owner.call(createBot, { full_name: "Cal", short_name: "cal", ...program });
  await owner.call(createBotCommand, { bot_id: caller, name: "called" });
  return {
    acme,
    owner,
    ada,
    caller,
    others,
    pat: await withPassword(acme, await acme.member("Pat")),
    bot: await acme.bot("Robin", owner),
    hook: await incomingBot(acme, owner),
    channels: names.map((name) => streams.find((stream) => stream.name === name) as (typeof streams)[number]),
    message_id,
    group_id: await makeGroup(owner, "all"),
    subgroups,
    default_group_id: group?.id as number,
  };
}

interface FillCase {
  /** Adds the nth member; several run concurrently. */
  add(workspace: LimitScene, n: number): Promise<unknown>;
  /** The owner of the collection, by the columns of its rows. */
  whose?(workspace: LimitScene): Readonly<Record<string, number>>;
  /** For members that are not rows. */
  count?(workspace: LimitScene): Promise<number>;
}

/** At an address that the server does not call. */
const addsFeed = ({ owner, hook, channels }: LimitScene, name: string) =>
  owner.call(addFeed, {
    bot_id: hook.id,
    url: `http://127.0.0.1:9/${name}`,
    stream_id: channels[0]?.stream_id as number,
  });

const EMOJI = ["tada", "heart", "smile", "wave"];
const vote = (n: number) => JSON.stringify({ type: "vote", key: "canned,1", vote: n % 2 === 0 ? 1 : -1 });
const byAda = ({ ada }: LimitScene) => ({ user_id: ada.id });
const inAcme = ({ acme }: LimitScene) => ({ realm_id: acme.realm.id });
const fieldWith = (count: number) => ({
  field_type: 3,
  field_data: Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${n}`, { text: `Choice ${n}`, order: `${n}` }]),
  ),
});

const schedule = ({ acme, ada }: LimitScene, content: string) =>
  ada.call(createScheduledMessage, {
    type: "direct",
    to: [ada.id],
    content,
    scheduled_delivery_timestamp: Math.floor(acme.clock.now() / 1000) + 86_400,
  });

/** One browser for all: a first passkey ends other sessions. */
const browsers = new WeakMap<LimitScene, Promise<Browser>>();
function patsBrowser(scene: LimitScene): Promise<Browser> {
  const signIn = async () => {
    const browser = new Browser(scene.acme);
    await browser.signsIn(scene.pat.email, PASSWORD);
    return browser;
  };
  const browser = browsers.get(scene) ?? signIn();
  browsers.set(scene, browser);
  return browser;
}

const ways: Readonly<Record<CollectionName, FillCase>> = {
  drafts: {
    whose: byAda,
    add: ({ ada }, n) => ada.call(createDrafts, { drafts: [{ type: "", to: [], topic: "", content: `Draft ${n}` }] }),
  },
  draft_characters: {
    whose: byAda,
    add: ({ ada }) => ada.call(createDrafts, { drafts: [{ type: "", to: [], topic: "", content: "x" }] }),
  },
  saved_snippets: {
    whose: byAda,
    add: ({ ada }, n) => ada.call(createSavedSnippet, { title: `Snippet ${n}`, content: "Thanks" }),
  },
  saved_snippet_characters: {
    whose: byAda,
    add: ({ ada }, n) => ada.call(createSavedSnippet, { title: `Short ${n}`, content: "x" }),
  },
  scheduled_messages: {
    whose: ({ ada }) => ({ sender_id: ada.id }),
    add: (here, n) => schedule(here, `Later ${n}`),
  },
  scheduled_message_characters: {
    whose: ({ ada }) => ({ sender_id: ada.id }),
    add: (here) => schedule(here, "x"),
  },
  reminders: {
    whose: byAda,
    add: ({ acme, ada, message_id }) =>
      ada.call(createReminder, {
        message_id,
        scheduled_delivery_timestamp: Math.floor(acme.clock.now() / 1000) + 86_400,
      }),
  },
  navigation_views: {
    whose: byAda,
    add: ({ ada }, n) =>
      ada.call(addNavigationView, { fragment: `narrow/is/${n}`, is_pinned: true, name: `View ${n}` }),
  },
  alert_words: { whose: byAda, add: ({ ada }, n) => ada.call(addAlertWords, { alert_words: [`word${n}`] }) },
  muted_users: {
    whose: byAda,
    add: ({ ada, others }, n) => ada.call(muteUser, { muted_user_id: others[n]?.id as number }),
  },
  topic_policies: {
    whose: byAda,
    add: ({ ada, channels }, n) =>
      ada.call(setTopicVisibility, {
        stream_id: channels[0]?.stream_id as number,
        topic: `topic ${n}`,
        visibility_policy: 1,
      }),
  },
  uploads: { whose: ({ ada }) => ({ owner_id: ada.id }), add: ({ ada }) => uploads(ada) },
  bots: {
    whose: ({ ada }) => ({ bot_owner_id: ada.id }),
    add: ({ ada }, n) => ada.call(createBot, { full_name: `Bot ${n}`, short_name: `bot${n}` }),
  },
  bot_storage_keys: {
    whose: ({ bot }) => ({ user_id: bot.id }),
    add: ({ bot }, n) => bot.call(updateBotStorage, { storage: { [`key${n}`]: "value" } }),
  },
  bot_commands: {
    whose: inAcme,
    add: ({ owner, caller }, n) => owner.call(createBotCommand, { bot_id: caller, name: `command${n}` }),
  },
  commands_of_bot: {
    whose: ({ caller }) => ({ bot_id: caller }),
    add: ({ owner, caller }, n) => owner.call(createBotCommand, { bot_id: caller, name: `own${n}` }),
  },
  command_calls: {
    whose: byAda,
    add: ({ ada }) => ada.call(callBotCommand, { command_name: "called", user_ids: [ada.id] }),
  },
  invitations: {
    whose: ({ owner }) => ({ inviter_id: owner.id }),
    add: ({ owner }, n) => owner.call(sendInvites, { invitee_emails: `new${n}@example.com`, stream_ids: [] }),
  },
  invitation_links: {
    whose: ({ owner }) => ({ inviter_id: owner.id }),
    add: ({ owner }) => owner.call(createInviteLink, { stream_ids: [] }),
  },
  push_tokens: { whose: byAda, add: ({ ada }, n) => ada.call(push.addFcmToken, { token: `token ${n}` }) },
  push_devices: {
    whose: byAda,
    add: ({ ada }, n) =>
      ada.call(push.registerPushDevice, {
        token_kind: "fcm",
        push_account_id: `${n + 1}`,
        push_public_key: randomBytes(32).toString("base64"),
        bouncer_public_key: "key",
        encrypted_push_registration: "sealed",
      }),
  },
  web_push_subscriptions: {
    whose: byAda,
    add: ({ ada }, n) => ada.call(subscribeToWebPush, new PushBrowser(`https://push.example.com/${n}`).subscription),
  },
  passkeys: {
    whose: ({ pat }) => ({ user_id: pat.id }),
    add: async (scene, n) => {
      const { acme } = scene;
      const { status, body } = await sendsPasskey(await patsBrowser(scene), new Device(acme.realm), `Device ${n}`);
      if (status !== 200) throw Object.assign(new Error(String(body.msg)), { code: body.code });
    },
  },
  sessions: {
    whose: byAda,
    add: ({ acme, ada }) => new Browser(acme).signsIn(ada.email, PASSWORD),
  },
  event_queues: { whose: byAda, add: ({ ada }) => ada.call(register, { fetch_event_types: [] }) },

  reactions_by_user: {
    count: async ({ ada, message_id }) =>
      (await ada.call(getMessages, { message_ids: [message_id] })).messages[0]?.reactions.filter(
        ({ user_id }) => user_id === ada.id,
      ).length ?? 0,
    add: ({ ada, message_id }, n) => ada.call(addReaction, { message_id, emoji_name: EMOJI[n] as string }),
  },
  emoji_on_message: {
    count: async ({ ada, message_id }) =>
      new Set(
        (await ada.call(getMessages, { message_ids: [message_id] })).messages[0]?.reactions.map(
          ({ emoji_code }) => emoji_code,
        ),
      ).size,
    add: ({ others, message_id }, n) =>
      (others[n] as Person).call(addReaction, { message_id, emoji_name: ["cat", "dog", "owl", "fox"][n] as string }),
  },
  submessages: {
    whose: ({ message_id }) => ({ message_id }),
    add: ({ others, message_id }, n) =>
      (others[n] as Person).call(addSubmessage, { message_id, msg_type: "widget", content: vote(n) }),
  },
  submessages_by_user: {
    whose: ({ message_id, others }) => ({ message_id, sender_id: others[0]?.id as number }),
    add: ({ others, message_id }, n) =>
      (others[0] as Person).call(addSubmessage, { message_id, msg_type: "widget", content: vote(n) }),
  },

  channels: { whose: inAcme, add: ({ ada }, n) => ada.call(createChannel, { name: `channel ${n}`, subscribers: [] }) },
  channel_folders: { whose: inAcme, add: ({ owner }, n) => owner.call(createFolder, { name: `folder ${n}` }) },
  default_channels: {
    whose: inAcme,
    add: ({ owner, channels }, n) =>
      owner.call(defaults.addDefaultChannel, { stream_id: channels[n]?.stream_id as number }),
  },
  default_channel_groups: {
    whose: inAcme,
    add: ({ owner }, n) =>
      owner.call(defaults.createDefaultGroup, { group_name: `group ${n}`, description: "", stream_names: [] }),
  },
  channels_in_default_group: {
    whose: ({ default_group_id }) => ({ group_id: default_group_id }),
    add: async ({ owner, default_group_id }, n) => {
      await owner.call(createChannel, { name: `offered ${n}`, subscribers: [owner.id] });
      await owner.call(defaults.changeDefaultGroupChannels, {
        group_id: default_group_id,
        op: "add",
        stream_names: [`offered ${n}`],
      });
    },
  },
  user_groups: { whose: inAcme, add: ({ ada }, n) => makeGroup(ada, `group ${n}`) },
  subgroups: {
    whose: ({ group_id }) => ({ group_id }),
    add: ({ owner, group_id, subgroups }, n) =>
      owner.call(groups.updateSubgroups, { user_group_id: group_id, add: [subgroups[n] as number] }),
  },
  custom_emoji: {
    whose: inAcme,
    add: async ({ ada }, n) =>
      ada.connection.call(addCustomEmoji, { emoji_name: `own${n}` }, { file: await picture(32, 32) }),
  },
  feeds: {
    whose: ({ hook }) => ({ user_id: hook.id }),
    add: (here, n) => addsFeed(here, `feed ${n}`),
  },
  feeds_in_organization: {
    whose: inAcme,
    add: (here, n) => addsFeed(here, `another ${n}`),
  },
  legal_holds: {
    whose: inAcme,
    add: async ({ acme, owner }, n) =>
      owner.call(placeLegalHold, { channel_id: await acme.channel(`held ${n}`, [owner]), reason: "a case" }),
  },
  linkifiers: {
    whose: inAcme,
    add: ({ owner }, n) =>
      owner.call(addLinkifier, { pattern: `t${n}-(?P<id>[0-9]+)`, url_template: "https://example.com/{id}" }),
  },
  playgrounds: {
    whose: inAcme,
    add: ({ owner }, n) =>
      owner.call(addPlayground, {
        name: `Play ${n}`,
        pygments_language: "Python",
        url_template: "https://example.com/{code}",
      }),
  },
  domains: {
    whose: inAcme,
    add: ({ owner }, n) => owner.call(addDomain, { domain: `d${n}.example.com`, allow_subdomains: false }),
  },
  profile_fields: {
    whose: inAcme,
    add: ({ owner }, n) => owner.call(createProfileField, { field_type: 1, name: `Field ${n}` }),
  },
  profile_field_choices: {
    // Each request adds several members: the larger two are refused.
    count: async ({ owner }) => {
      const { custom_fields } = await owner.call(getProfileFields, {});
      return Math.max(0, ...custom_fields.map((field) => Object.keys(JSON.parse(field.field_data || "{}")).length));
    },
    add: ({ owner }, n) => owner.call(createProfileField, { ...fieldWith(n + 1), name: `Choices ${n}` }),
  },
};

async function size(here: LimitScene, name: CollectionName): Promise<number> {
  const { count, whose } = ways[name];
  if (count) return count(here);
  const { rows } = collections[name] as Collection;
  assert(rows && whose, `it is said how ${name} are counted`);
  const conditions = Object.entries(whose(here)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  if (rows.where) conditions.push(sql.raw(rows.where));
  const counted = rows.characters ? sql`sum(length(${sql.ref(rows.characters)}))` : sql`count(*)`;
  const found = await sql<{ count: number | string }>`
    select ${counted} as count from ${sql.table(rows.table)} where ${sql.join(conditions, sql` and `)}`.execute(
    here.acme.server.app.database.reader,
  );
  return Number(found.rows[0]?.count);
}

/** Leaves room for two more during `work`. */
async function withRoomForTwo(here: LimitScene, name: CollectionName, work: (limit: number) => Promise<void>) {
  limits[name] = (await size(here, name)) + 2;
  try {
    await work(limits[name]);
  } finally {
    limits[name] = DEFAULT_COLLECTION_LIMITS[name];
  }
}

test("every collection stops at its maximum, also under concurrent requests [L1]", async (t) => {
  const here = await workspace(t);
  for (const name of Object.keys(collections) as CollectionName[])
    await withRoomForTwo(here, name, async (limit) => {
      const outcomes = await Promise.allSettled([0, 1, 2, 3].map((n) => ways[name].add(here, n)));
      const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
      const { Full } = collections[name] as Collection;
      assert.equal(refused.length, Full ? 2 : 0, `${name}: ${refused}`);
      for (const { code, message } of refused)
        assert.deepEqual([code, message], ["BAD_REQUEST", Full && new Full({ limit }).message], name);
      assert.equal(await size(here, name), limit, `${name} after it was full`);
    });
});

test("every table has a maximum or a reason to have none, and every collection has a table [L1]", async (t) => {
  const { server } = await org(t);
  const found = await server.app.database.reader.introspection.getTables();
  const names = found.filter(
    ({ name, isView }) => !isView && !/^(kysely_|search_index|search_word|sqlite_)/.test(name),
  );
  assert.deepEqual(names.map(({ name }) => name).sort(), Object.keys(tables).sort());
  const named = Object.values(tables).flatMap((bound) => (typeof bound === "string" ? [] : bound));
  assert.deepEqual([...named].sort(), Object.keys(collections).sort());
});

test("counting a collection reads only its own rows", async (t) => {
  const { server } = await org(t);
  const { engine, reader } = server.app.database;
  // PostgreSQL scans small tables, whatever indexes they have.
  if (engine === "postgres") return;
  for (const [name, { rows }] of Object.entries(collections as Record<string, Collection>)) {
    if (!rows) continue;
    const conditions = rows.of.map((column) => sql`${sql.ref(column)} = 1`);
    if (rows.where) conditions.push(sql.raw(rows.where));
    const plan = await sql<{ detail: string }>`
      explain query plan select 1 from ${sql.table(rows.table)} where ${sql.join(conditions, sql` and `)}`.execute(
      reader,
    );
    for (const { detail } of plan.rows) assert.match(detail, /^SEARCH .* USING .*INDEX/, name);
  }
});

test("clients get the limits when they register", async (t) => {
  const acme = await org(t);
  const told: Record<string, unknown> = await acme.owner.call(register, { fetch_event_types: ["realm"] });
  assert.deepEqual(told.server_collection_limits, DEFAULT_COLLECTION_LIMITS);
});

test("members that are added together are all accepted or all refused", async (t) => {
  const here = await workspace(t);
  const { ada, owner } = here;
  const refusal = (name: CollectionName, limit: number) => ({
    code: "BAD_REQUEST",
    message: new (collections[name] as Required<Collection>).Full({ limit }).message,
  });
  await ada.watches();
  await withRoomForTwo(here, "drafts", async (limit) => {
    const drafts = ["a", "b", "c"].map((content) => ({ type: "" as const, to: [], topic: "", content }));
    await assert.rejects(ada.call(createDrafts, { drafts }), refusal("drafts", limit));
    assert.equal((await ada.call(getDrafts, {})).count, 0);
    await ada.call(createDrafts, { drafts: drafts.slice(1) });
  });
  await withRoomForTwo(here, "alert_words", async (limit) => {
    await assert.rejects(ada.call(addAlertWords, { alert_words: ["a", "b", "c"] }), refusal("alert_words", limit));
    assert.deepEqual((await ada.call(getAlertWords, {})).alert_words, []);
    await ada.call(addAlertWords, { alert_words: ["a", "b", "A", "b "] });
    await ada.call(addAlertWords, { alert_words: ["b"] });
  });
  await withRoomForTwo(here, "channels", async (limit) => {
    const subscriptions = ["one", "two", "three"].map((name) => ({ name }));
    await assert.rejects(ada.call(subscribe, { subscriptions }), refusal("channels", limit));
    const { streams } = await owner.call(getChannels, {});
    assert.equal(streams.length, limit - 2);
    await ada.call(subscribe, { subscriptions: [...subscriptions.slice(1), { name: "alpha" }] });
  });
  await withRoomForTwo(here, "invitations", async (limit) => {
    const invitee_emails = "one@example.com, two@example.com, three@example.com";
    await assert.rejects(owner.call(sendInvites, { invitee_emails, stream_ids: [] }), refusal("invitations", limit));
    assert.deepEqual((await owner.call(getInvites, {})).invites, []);
  });
  await withRoomForTwo(here, "subgroups", async (limit) => {
    const direct_subgroups = here.subgroups.slice(0, 3);
    const value = { direct_members: [], direct_subgroups };
    const made = ada.call(createChannel, { name: "theirs", subscribers: [], can_send_message_group: value });
    await assert.rejects(made, refusal("subgroups", limit));
    const group = { name: "together", description: "", members: [], subgroups: direct_subgroups };
    await assert.rejects(owner.call(groups.createUserGroup, group), refusal("subgroups", limit));
  });
});

test("changing an existing member needs no room", async (t) => {
  const here = await workspace(t);
  const { ada, owner, bot, others, channels } = here;
  const stream_id = channels[0]?.stream_id as number;
  const { id: field_id } = await owner.call(createProfileField, { ...fieldWith(2), name: "Fruit" });
  await ada.call(setTopicVisibility, { stream_id, topic: "logo", visibility_policy: 1 });
  await bot.call(updateBotStorage, { storage: { a: "1" } });
  const { user_id: bot_id } = await ada.call(createBot, { full_name: "Own", short_name: "own" });
  const full = ["topic_policies", "bot_storage_keys", "bots", "profile_field_choices"] as const;
  for (const name of full) limits[name] = 1;
  try {
    await ada.call(setTopicVisibility, { stream_id, topic: "LOGO", visibility_policy: 3 });
    await bot.call(updateBotStorage, { storage: { a: "2" } });
    await owner.call(updateProfileField, { field_id, name: "Fruits" });
    await assert.rejects(owner.call(updateProfileField, { field_id, field_data: fieldWith(3).field_data }), {
      message: "A custom profile field can have at most 1 choices.",
    });
    const ben = others[0] as Person;
    await ben.call(createBot, { full_name: "Bens", short_name: "bens" });
    await assert.rejects(ada.call(updateBot, { bot_id, bot_owner_id: ben.id }), {
      message: "You can own at most 1 bots.",
    });
  } finally {
    for (const name of full) limits[name] = DEFAULT_COLLECTION_LIMITS[name];
  }
});

test("an edit must not make texts too long in total, and changes nothing if it would", async (t) => {
  const here = await workspace(t);
  const { ada } = here;
  const draft = { type: "" as const, to: [], topic: "" };
  const { ids } = await ada.call(createDrafts, { drafts: [{ ...draft, content: "abc" }] });
  const { saved_snippet_id } = await ada.call(createSavedSnippet, { title: "Thanks", content: "abc" });
  const { scheduled_message_id } = await schedule(here, "abc");
  const edits: [CollectionName, (content: string) => Promise<unknown>, string][] = [
    [
      "draft_characters",
      (content) => ada.call(editDraft, { draft_id: ids[0] as number, draft: { ...draft, content } }),
      "Your drafts",
    ],
    [
      "saved_snippet_characters",
      (content) => ada.call(editSavedSnippet, { saved_snippet_id, content }),
      "Your saved snippets",
    ],
    [
      "scheduled_message_characters",
      (content) => ada.call(updateScheduledMessage, { scheduled_message_id, content }),
      "Your scheduled messages",
    ],
  ];
  for (const [name, edit, whose] of edits)
    await withRoomForTwo(here, name, async (limit) => {
      assert.equal(limit, 5, name);
      await assert.rejects(edit("abcdef"), { message: `${whose} can have at most 5 characters in total.` });
      assert.equal(await size(here, name), 3, name);
      await edit("abcde");
    });
});

test("a user without room for another topic can still send, and does not follow the topic", async (t) => {
  const here = await workspace(t);
  const { ada, others, channels } = here;
  const [ben] = others as [Person];
  for (const person of [ada, ben]) await person.call(updateSettings, { automatically_follow_topics_policy: 1 });
  await withRoomForTwo(here, "topic_policies", async () => {
    for (const topic of ["one", "two", "three"]) await ada.sends(`#alpha > ${topic}`, "@**Ben** hello");
    const followed = async (person: Person) =>
      (await person.call(register, { fetch_event_types: ["user_topic"] })).user_topics?.map((each) => each.topic_name);
    assert.deepEqual(await followed(ada), ["logo", "one", "two"]);
    assert.deepEqual(await followed(ben), ["one", "three", "two"]);
    await ben.call(sendMessage, {
      type: "channel",
      to: channels[0]?.stream_id as number,
      topic: "four",
      content: "hi",
    });
    assert.deepEqual(await followed(ben), ["one", "three", "two"]);
  });
});
