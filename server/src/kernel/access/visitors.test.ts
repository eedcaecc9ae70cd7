import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { ask, type TestResponse, told } from "../../../test/ask.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { createFolder } from "../../channels/channel-folders/contract.ts";
import { archiveChannel, updateChannel } from "../../channels/update/contract.ts";
import * as contract from "../../contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { addReaction } from "../../messages/reactions/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { readConfig } from "../config.ts";

const UNAUTHORIZED = {
  status: 401,
  result: "error",
  msg: "Not logged in: API authentication or user session required",
  code: "UNAUTHORIZED",
};

const OPEN = [{ operator: "channels", operand: "web-public" }];

interface VisibleMessage {
  id: number;
  content: string;
  sender_email: string;
  avatar_url: string | null;
  flags: string[];
  display_recipient: string;
}

/** A request without an account. */
function visits({ server, realm }: Organization, what: string, form?: Record<string, string>): Promise<TestResponse> {
  return ask(server, what, { host: realm.host, ...(form ? { form } : {}) });
}

function fetches(acme: Organization, narrow: readonly unknown[], others: Record<string, string> = {}) {
  const query = { anchor: "newest", num_before: "100", num_after: "0", narrow: JSON.stringify(narrow), ...others };
  return visits(acme, `GET /messages?${new URLSearchParams(query)}`);
}

const shown = ({ body }: TestResponse) => (body.messages as VisibleMessage[]) ?? assert.fail(JSON.stringify(body));
const contents = async (answer: Promise<TestResponse>) =>
  shown(await answer).map(({ content }) => content.replace(/<[^>]*>/g, ""));

/**
 * An organization with visitors enabled, with a web-public, a public and two private channels, and a message in each.
 */
async function town(t: TestContext) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  const people = [acme.owner, ada, ben];
  const ids = {
    square: await acme.channel("square", people, { is_web_public: true }),
    market: await acme.channel("market", people, { is_web_public: true }),
    office: await acme.channel("office", people),
    vault: await acme.channel("vault", people, { invite_only: true, history_public_to_subscribers: true }),
    cellar: await acme.channel("cellar", people, { invite_only: true, history_public_to_subscribers: false }),
  };
  const sent = {
    square: await ada.sends("#square > news", "in the square"),
    market: await ada.sends("#market > news", "in the market"),
    office: await ada.sends("#office > news", "in the office"),
    vault: await ada.sends("#vault > news", "in the vault"),
    cellar: await ada.sends("#cellar > news", "in the cellar"),
    direct: await ada.writes(ben, "between us"),
  };
  return { acme, ada, ben, ids, sent };
}

test("a visitor reads web-public channels, and nothing else", async (t) => {
  const { acme, ids } = await town(t);
  const other = await town(t);
  await other.ada.sends("#square > news", "in another town");
  assert.deepEqual(await contents(fetches(acme, OPEN)), ["in the square", "in the market"]);
  assert.deepEqual(await contents(fetches(acme, [["streams", "web-public"]])), ["in the square", "in the market"]);
  for (const operand of [ids.square, "square", "SQUARE"])
    assert.deepEqual(await contents(fetches(acme, [{ operator: "channel", operand }])), ["in the square"]);
  const both = [...OPEN, { operator: "stream", operand: "market" }, { operator: "topic", operand: "news" }];
  assert.deepEqual(await contents(fetches(acme, both)), ["in the market"]);
});

test("a visitor cannot tell a channel that is not web-public from one that does not exist", async (t) => {
  const { acme, ids } = await town(t);
  for (const operand of ["office", "vault", "cellar", "nowhere", ids.office, ids.vault, ids.cellar, 999_999])
    for (const narrow of [
      [{ operator: "channel", operand }],
      [...OPEN, { operator: "channel", operand }],
      [...OPEN, { operator: "channel", operand, negated: true }],
    ])
      assert.deepEqual(told(await fetches(acme, narrow)), {
        status: 400,
        result: "error",
        msg: `Invalid narrow operator: unknown web-public channel ${operand}`,
        code: "BAD_NARROW",
        desc: `unknown web-public channel ${operand}`,
      });
});

test("a visitor's narrow names web-public channels, and has no terms about the reader", async (t) => {
  const { acme, ada, ben, sent } = await town(t);
  await ada.sends("#square > ✔ done", "see https://example.com/x");
  const ask = (...terms: object[]) => fetches(acme, [...OPEN, ...terms]);
  assert.deepEqual(await contents(ask({ operator: "topic", operand: "NEWS" })), ["in the square", "in the market"]);
  assert.deepEqual(await contents(ask({ operator: "sender", operand: ada.id })), [
    "in the square",
    "in the market",
    "see https://example.com/x",
  ]);
  assert.deepEqual(await contents(ask({ operator: "sender", operand: ben.id })), []);
  assert.deepEqual(await contents(ask({ operator: "sender", operand: "me" })), []);
  assert.deepEqual(await contents(ask({ operator: "has", operand: "link" })), ["see https://example.com/x"]);
  assert.deepEqual(await contents(ask({ operator: "is", operand: "resolved" })), ["see https://example.com/x"]);
  assert.deepEqual(await contents(ask({ operator: "search", operand: "market" })), ["in the market"]);
  assert.deepEqual(await contents(ask({ operator: "search", operand: "vault" })), []);
  assert.deepEqual(await contents(ask({ operator: "id", operand: sent.market })), ["in the market"]);
  assert.deepEqual(await contents(ask({ operator: "id", operand: sent.vault })), []);
  assert.deepEqual(await contents(ask({ operator: "near", operand: sent.market })).then((all) => all.length), 3);
  assert.deepEqual(await contents(ask({ operator: "with", operand: sent.market })), ["in the market"]);
  const hidden = await ask({ operator: "with", operand: sent.vault });
  assert.deepEqual(
    told(hidden),
    told(await ask({ operator: "with", operand: 999_999 })),
    "a hidden message is as good as none",
  );
  assert.equal(hidden.status, 400);
  assert.deepEqual(await contents(ask({ operator: "in", operand: "home" })), [
    "in the square",
    "in the market",
    "see https://example.com/x",
  ]);

  const refused: object[][] = [
    [],
    [{ operator: "channels", operand: "public" }],
    [{ operator: "channels", operand: "web-public", negated: true }],
    [{ operator: "channel", operand: "office", negated: true }],
    [{ operator: "topic", operand: "news" }],
    [{ operator: "search", operand: "vault" }],
    [{ operator: "id", operand: sent.square }],
    [{ operator: "with", operand: sent.square }],
    [{ operator: "in", operand: "home" }],
    ...[
      { operator: "dm", operand: [ada.id] },
      { operator: "dm-including", operand: ada.id },
      { operator: "group-pm-with", operand: ada.id },
      { operator: "in", operand: "all" },
      { operator: "in", operand: "home", negated: true },
      ...["dm", "private", "starred", "mentioned", "alerted", "unread", "followed", "muted"].map((operand) => ({
        operator: "is",
        operand,
      })),
    ].map((term) => [...OPEN, term]),
  ];
  for (const narrow of refused)
    assert.deepEqual(told(await fetches(acme, narrow)), UNAUTHORIZED, JSON.stringify(narrow));
});

test("pages across several channels follow the order of their messages", async (t) => {
  const { acme, ada, sent } = await town(t);
  const ids = [sent.square, sent.market];
  for (const channel of ["square", "office", "market", "market", "square"]) {
    const id = await ada.sends(`#${channel} > news`, channel);
    if (channel !== "office") ids.push(id);
  }
  const page = async (place: Record<string, string>) => {
    const answer = await fetches(acme, OPEN, place);
    const { found_anchor, found_oldest, found_newest } = answer.body;
    return { ids: shown(answer).map(({ id }) => id), found: [found_anchor, found_oldest, found_newest] };
  };
  const around = { anchor: String(ids[3]), num_before: "2", num_after: "1" };
  assert.deepEqual(await page(around), { ids: ids.slice(1, 5), found: [true, false, false] });
  const oldest = { anchor: "oldest", num_before: "0", num_after: "4" };
  assert.deepEqual(await page(oldest), { ids: ids.slice(0, 4), found: [false, true, false] });
  const newest = { anchor: "newest", num_before: "100", num_after: "0" };
  assert.deepEqual(await page(newest), { ids, found: [false, true, true] });
});

test("fetching messages by id needs the narrow too", async (t) => {
  const { acme, sent } = await town(t);
  const message_ids = JSON.stringify(Object.values(sent));
  const byIds = (narrow: readonly unknown[]) =>
    visits(acme, `GET /messages?${new URLSearchParams({ message_ids, narrow: JSON.stringify(narrow) })}`);
  assert.deepEqual(told(await byIds([])), UNAUTHORIZED);
  assert.deepEqual(await contents(byIds(OPEN)), ["in the square", "in the market"]);
});

test("a visitor has read everything, and starts at the newest message", async (t) => {
  const { acme, ada, ben, sent } = await town(t);
  await ada.sends("#square > news", "hey @**all** and @**Ben**");
  await ben.asks("POST", "/messages/flags", {
    messages: `[${sent.square}]`,
    op: "add",
    flag: "starred",
  });
  const answer = await fetches(acme, OPEN, { anchor: "first_unread", client_gravatar: "true" });
  const messages = shown(answer);
  assert.equal(messages.length, 3);
  assert.equal(answer.body.found_newest, true);
  for (const { flags, avatar_url } of messages) {
    assert.deepEqual(flags, ["read"]);
    assert.equal(typeof avatar_url, "string");
  }
});

/** Everything a visitor can get, as text. */
async function everythingTold(
  acme: Organization,
  { ids, sent }: Pick<Awaited<ReturnType<typeof town>>, "ids" | "sent">,
) {
  const answers = [
    await fetches(acme, OPEN),
    await visits(acme, "POST /register", {}),
    await visits(acme, "POST /register", { client_capabilities: JSON.stringify(ALL_CAPABILITIES) }),
    ...(await Promise.all(Object.values(ids).map((id) => visits(acme, `GET /users/me/${id}/topics`)))),
    ...(await Promise.all(Object.values(sent).map((id) => visits(acme, `GET /messages/${id}`)))),
  ];
  return answers.map(({ text }) => text).join("\n");
}

const ALL_CAPABILITIES = {
  notification_settings_null: true,
  archived_channels: true,
  include_deactivated_groups: true,
  empty_topic_name: true,
};

test("a visitor manages no bots, and gets every list that clients expect", async (t) => {
  const { acme, ada } = await town(t);
  await acme.bot("Crier", ada);
  const { body } = await visits(acme, "POST /register", {});
  const { realm_bots, realm_embedded_bots, realm_incoming_webhook_bots, realm_domains } = body;
  assert.deepEqual([realm_bots, realm_embedded_bots, realm_incoming_webhook_bots, realm_domains], [[], [], [], []]);
});

test("no email address, hidden channel or hidden text reaches a visitor", async (t) => {
  const { acme, ada, ben, ...made } = await town(t);
  const bot = await acme.bot("Crier", ada);
  // What every account can see is still not open to the internet.
  await ada.call(updateSettings, { email_address_visibility: 1 });
  await ben.call(addReaction, { message_id: made.sent.square, emoji_name: "tada" });
  const told = await everythingTold(acme, made);
  for (const secret of [ada.email, ben.email, bot.email, acme.owner.email, "office", "vault", "cellar", "between us"])
    assert.ok(!told.includes(secret), `${secret} was told to a visitor`);
  assert.ok(told.includes("in the square"));
  assert.ok(told.includes(`user${ada.id}@${acme.realm.host}`));
});

test("a visitor cannot find out who owns an email address", async (t) => {
  const { acme, ada } = await town(t);
  await ada.call(updateSettings, { email_address_visibility: 1 });
  const bySender = (operand: string) => fetches(acme, [...OPEN, { operator: "sender", operand }]);
  assert.deepEqual(
    told(await bySender(ada.email)),
    { ...told(await bySender("nobody@example.com")), ...desc(`unknown user ${ada.email}`) },
    "a real address is as unknown as one of nobody",
  );
  assert.equal(shown(await bySender(`user${ada.id}@${acme.realm.host}`)).length, 2, "the address that is shown works");
});

const desc = (text: string) => ({ desc: text, msg: `Invalid narrow operator: ${text}` });

test("a visitor reads single messages of web-public channels; others look as if they do not exist", async (t) => {
  const { acme, sent } = await town(t);
  const { status, body } = await visits(acme, `GET /messages/${sent.square}`);
  const message = body.message as VisibleMessage;
  assert.deepEqual([status, message.content, message.flags], [200, "<p>in the square</p>", ["read"]]);
  assert.equal(typeof message.avatar_url, "string");
  for (const id of [sent.office, sent.vault, sent.cellar, sent.direct, 999_999])
    assert.deepEqual(told(await visits(acme, `GET /messages/${id}`)), UNAUTHORIZED);
});

test("a visitor reads the topics of web-public channels only", async (t) => {
  const { acme, ids, sent } = await town(t);
  const { body } = await visits(acme, `GET /users/me/${ids.square}/topics`);
  assert.deepEqual(body.topics, [{ name: "news", max_id: sent.square }]);
  for (const id of [ids.office, ids.vault, ids.cellar, 999_999]) {
    assert.deepEqual(told(await visits(acme, `GET /users/me/${id}/topics`)), UNAUTHORIZED);
  }
});

test("messages that are moved out of a web-public channel, deleted or archived are closed to visitors", async (t) => {
  const { acme, ids, sent } = await town(t);
  await acme.owner.call(editMessage, { message_id: sent.market, stream_id: ids.office });
  assert.deepEqual(await contents(fetches(acme, OPEN)), ["in the square"]);
  assert.deepEqual(told(await visits(acme, `GET /messages/${sent.market}`)), UNAUTHORIZED);
  await acme.owner.call(archiveChannel, { stream_id: ids.square });
  assert.deepEqual(await contents(fetches(acme, OPEN)), []);
  const uncovered = [...OPEN, { operator: "id", operand: sent.square }];
  assert.deepEqual(await contents(fetches(acme, uncovered)), []);
  assert.deepEqual(told(await visits(acme, `GET /messages/${sent.square}`)), UNAUTHORIZED);
  assert.deepEqual(told(await visits(acme, `GET /users/me/${ids.square}/topics`)), UNAUTHORIZED);
  const named = await fetches(acme, [{ operator: "channel", operand: "square" }]);
  assert.equal(named.body.code, "BAD_NARROW");
  const { body } = await visits(acme, "POST /register", { client_capabilities: JSON.stringify(ALL_CAPABILITIES) });
  assert.deepEqual(
    (body.subscriptions as { name: string }[]).map(({ name }) => name),
    ["market"],
  );
});

const openOperations = (ids: { square: number }, sent: { square: number }): [string, Record<string, string>?][] => [
  [`GET /messages?${new URLSearchParams({ anchor: "newest", narrow: JSON.stringify(OPEN) })}`],
  [`GET /messages/${sent.square}`],
  [`GET /users/me/${ids.square}/topics`],
  ["POST /register", {}],
];

async function statuses(acme: Organization, ids: { square: number }, sent: { square: number }) {
  const open = openOperations(ids, sent);
  const answers = await Promise.all(open.map(([what, form]) => visits(acme, what, form)));
  const settings = await visits(acme, "GET /server_settings");
  return [...answers.map(({ status }) => status), settings.body.realm_web_public_access_enabled];
}

const ADMITTED = [200, 200, 200, 200, true];
const REFUSED = [401, 401, 401, 401, false];

test("visitors have access only while the organization allows it and has a web-public channel", async (t) => {
  const { acme, ids, sent } = await town(t);
  assert.deepEqual(await statuses(acme, ids, sent), ADMITTED);
  await acme.owner.call(updateRealm, { enable_spectator_access: false });
  assert.deepEqual(await statuses(acme, ids, sent), REFUSED);
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  await acme.owner.call(updateChannel, { stream_id: ids.market, is_web_public: false });
  assert.deepEqual(await statuses(acme, ids, sent), ADMITTED);
  await acme.owner.call(archiveChannel, { stream_id: ids.square });
  assert.deepEqual(await statuses(acme, ids, sent), REFUSED, "the last one is archived");
  await acme.owner.call(updateChannel, { stream_id: ids.square, is_archived: false });
  await acme.alter((tx) => tx.updateTable("realm").set({ is_active: false }).where("id", "=", acme.realm.id).execute());
  assert.deepEqual(await statuses(acme, ids, sent), REFUSED, "the organization is deactivated");
  await acme.alter((tx) => tx.updateTable("realm").set({ is_active: true }).where("id", "=", acme.realm.id).execute());
});

test("visitors have access only while the server allows it", async (t) => {
  const server = await startServer("sqlite", { webPublicStreamsEnabled: false });
  t.after(() => server.close());
  const acme = await org(t, server);
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  const square = await acme.channel("square", [acme.owner]);
  await acme.alter((tx) => tx.updateTable("channel").set({ is_web_public: true }).where("id", "=", square).execute());
  const sent = await acme.owner.sends("#square > news", "hi");
  assert.deepEqual(await statuses(acme, { square }, { square: sent }), REFUSED);
});

test("everything else needs an account [A0]", async (t) => {
  const { acme } = await town(t);
  const open = new Set(["getMessages", "getMessage", "getTopics", "register"]);
  let refused = 0;
  for (const chapter of contract.chapters)
    for (const [id, operation] of Object.entries(chapter.operations)) {
      if (operation.gate === "anyone" || operation.only === "session") continue;
      assert.equal(operation.gate === "visitor", open.has(id), id);
      if (open.has(id)) continue;
      const path = operation.path.replaceAll(/\{\w+\}/g, "1");
      const answer = await visits(acme, `${operation.method} ${path}`, operation.method === "GET" ? undefined : {});
      // A webhook's key is in its URL.
      const refusal = operation.isWebhook ? [400, "REQUEST_VARIABLE_MISSING"] : [401, "UNAUTHORIZED"];
      assert.deepEqual([answer.status, answer.body.code], refusal, id);
      refused++;
    }
  assert.ok(refused > 50);
});

test("a form that overrides the method is checked by that method", async (t) => {
  const { acme, ids } = await town(t);
  const deleted = await visits(acme, "POST /register", { method: "DELETE" });
  assert.equal(deleted.status, 405);
  const sent = { type: "channel", to: "square", topic: "news", content: "from nobody", method: "POST" };
  assert.deepEqual(told(await visits(acme, "POST /messages", sent)), UNAUTHORIZED);
  assert.equal((await visits(acme, `POST /users/me/${ids.square}/topics`, { method: "GET" })).status, 200);
});

test("requests with wrong credentials do not count as visitors", async (t) => {
  const { acme, ada, ids, sent } = await town(t);
  const host = acme.realm.host;
  for (const [what, form] of openOperations(ids, sent)) {
    const asked = { host, ...(form ? { form } : {}) };
    const wrong = { email: ada.email, apiKey: "x".repeat(32) };
    const answer = await ask(acme.server, what, { ...asked, as: wrong });
    assert.deepEqual([answer.status, answer.body.msg], [401, "Invalid API key"]);
    const blank = await ask(acme.server, what, { ...asked, headers: { authorization: "" } });
    assert.deepEqual(told(blank), UNAUTHORIZED);
  }
});

test("responses to accounts stay unchanged", async (t) => {
  const { acme, ada, sent } = await town(t);
  const gil = await acme.guest("Gil");
  assert.equal((await gil.asks("GET", `/messages/${sent.office}`)).msg, "Invalid message(s)");
  const { messages } = await ada.asks("GET", "/messages", { anchor: "newest", num_before: "10" });
  assert.equal((messages as VisibleMessage[]).length, 6);
  assert.deepEqual((await registered(ada)).queue_id === null, false);
});

const registered = (person: Person) => person.asks("POST", "/register", { fetch_event_types: "[]" });

test("a visitor's registration returns state without a queue", async (t) => {
  const { acme, ada, ids } = await town(t);
  const folder = async (name: string) => (await acme.owner.call(createFolder, { name })).channel_folder_id;
  const [seen, unseen] = [await folder("Places"), await folder("Secrets")];
  await acme.owner.call(updateChannel, { stream_id: ids.square, folder_id: seen });
  await acme.owner.call(updateChannel, { stream_id: ids.office, folder_id: unseen });
  const { status, body } = await visits(acme, "POST /register", {});
  assert.equal(status, 200);
  const known = (name: string, wanted: unknown) => assert.deepEqual(body[name], wanted, name);
  known("queue_id", null);
  assert.ok(!("last_event_id" in body));
  for (const [name, wanted] of Object.entries({
    user_id: 0,
    full_name: "Anonymous User",
    email: "username@example.com",
    delivery_email: "",
    is_guest: true,
    is_moderator: false,
    is_admin: false,
    is_owner: false,
    can_create_streams: false,
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_invite_others_to_realm: false,
    unsubscribed: [],
    never_subscribed: [],
    realm_default_streams: [],
    realm_default_stream_groups: [],
    starred_messages: [],
    user_topics: [],
    muted_topics: [],
    recent_private_conversations: [],
    max_message_id: -1,
    realm_allow_message_editing: false,
    realm_presence_disabled: true,
    zulip_feature_level: 421,
  }))
    known(name, wanted);
  assert.ok(!("streams" in body));
  assert.deepEqual(
    (body.channel_folders as { name: string }[]).map(({ name }) => name),
    ["Places"],
  );
  assert.equal((body.unread_msgs as { count: number }).count, 0);

  const subscriptions = body.subscriptions as Record<string, unknown>[];
  assert.deepEqual(
    subscriptions.map(({ name }) => name),
    ["market", "square"],
  );
  for (const each of subscriptions) {
    assert.ok(!("subscribers" in each) && !("partial_subscribers" in each));
    const { is_muted, desktop_notifications, audible_notifications, push_notifications, email_notifications } = each;
    assert.deepEqual(
      [is_muted, desktop_notifications, audible_notifications, push_notifications, email_notifications],
      [false, true, true, true, true],
    );
  }

  const settings = body.user_settings as Record<string, unknown>;
  assert.deepEqual([settings.web_home_view, settings.default_language], ["recent_topics", "en"]);

  const people = body.realm_users as Record<string, unknown>[];
  const shownAda = people.find(({ user_id }) => user_id === ada.id) ?? assert.fail();
  assert.deepEqual([shownAda.delivery_email, shownAda.email], [null, `user${ada.id}@${acme.realm.host}`]);
  assert.match(shownAda.date_joined as string, /^\d{4}-\d\d-\d\d$/);
  assert.equal(shownAda.timezone, "");
  assert.ok(!("profile_data" in shownAda));
  assert.equal(typeof shownAda.avatar_url, "string");
  const queues = await acme.server.app.database.reader.selectFrom("event_queue").select("user_id").execute();
  assert.ok(queues.every(({ user_id }) => user_id !== 0));
});

test("a visitor chooses parts of the state, and is refused what needs an account", async (t) => {
  const { acme } = await town(t);
  const { body } = await visits(acme, "POST /register", { fetch_event_types: '["subscription","stream"]' });
  const names = Object.keys(body).filter((name) => name.endsWith("subscribed") || name.endsWith("subscriptions"));
  assert.deepEqual(names.sort(), ["never_subscribed", "subscriptions", "unsubscribed"]);
  assert.ok(!("realm_users" in body) && !("streams" in body));
  const refused: [string, string][] = [
    ["client_gravatar", "true"],
    ["include_subscribers", "true"],
    ["include_subscribers", "partial"],
  ];
  for (const [name, value] of refused)
    assert.deepEqual(told(await visits(acme, "POST /register", { [name]: value })), {
      status: 400,
      result: "error",
      msg: `Invalid '${name}' parameter for anonymous request`,
      code: "BAD_REQUEST",
      parameter: name,
    });
  for (const [name, value] of Object.entries({ client_gravatar: "false", include_subscribers: "false", narrow: "[]" }))
    assert.equal((await visits(acme, "POST /register", { [name]: value })).status, 200);
});

test("visitors are rate-limited by IP address", async (t) => {
  const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "api_by_ip=2/60" });
  assert.ok(rateLimits);
  const server = await startServer("sqlite", { rateLimits });
  t.after(() => server.close());
  const acme = await org(t, server);
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  await acme.channel("square", [acme.owner], { is_web_public: true });
  const answers = [await fetches(acme, OPEN), await fetches(acme, OPEN), await fetches(acme, OPEN)];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 429],
  );
  assert.equal(answers[0]?.headers["x-ratelimit-limit"], "2");
  const elsewhere = await ask(server, `GET /messages/1`, { host: acme.realm.host, remoteAddress: "198.51.100.9" });
  assert.equal(elsewhere.status, 401);
  const { result } = await acme.owner.asks("GET", "/users/me");
  assert.equal(result, "success");
});
