/** An organization with one of everything that a registration response can contain. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { type Organization, org, type Person } from "../../../test/index.ts";
import { webhookBot } from "../../delivery/outgoing-webhooks/testing.ts";
import { picture } from "../../messages/uploads/testing.ts";
import { addCustomEmoji } from "../../organization/custom-emoji/contract.ts";

/** `does(ada, "POST /drafts", { drafts: [...] })`: sends strings unchanged, everything else as JSON. */
export async function does(person: Person, what: string, params: Readonly<Record<string, unknown>> = {}) {
  const [method = "", path = ""] = what.split(" ");
  const form = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const answer = await person.asks(method, path, Object.fromEntries(form));
  assert.equal(answer.result, "success", `${what}: ${answer.msg}`);
  return answer;
}

export interface RegisteredOrganization {
  readonly acme: Organization;
  /** Has one of everything; a member. */
  readonly ada: Person;
  readonly everybody: Readonly<Record<"owner" | "administrator" | "moderator" | "member" | "guest" | "bot", Person>>;
  readonly channels: Readonly<Record<"square" | "former" | "never" | "old", number>>;
}

const PUBLIC_KEY = "RwHQhIhFH1RaQJ+1iuPlhYHKQKw/fxFGmM1x3qxzygE=";

export async function furnished(t: TestContext): Promise<RegisteredOrganization> {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const [admin, moderator] = [await acme.administrator("Mia"), await acme.moderator("Moe")];
  const [guest, bot] = [await acme.guest("Gil"), await acme.bot("Bo", ada)];
  await acme.deactivate(await acme.member("Gone"));
  await does(owner, "PATCH /realm", { enable_spectator_access: true });
  const people = [owner, admin, moderator, ada, ben, cem, guest, bot];
  const channels = {
    square: await acme.channel("square", people, { is_web_public: true }),
    former: await acme.channel("former", people),
    never: await acme.channel("never", [owner]),
    old: await acme.channel("old", people),
  };
  await furnishRealm(acme, channels);
  for (const person of [ada, guest, bot])
    await does(person, "DELETE /users/me/subscriptions", { subscriptions: ["former"] });
  await does(owner, `DELETE /streams/${channels.old}`);
  await writeTo(ada, { ben, cem });
  await furnishOwn(ada, ben, channels);
  await furnishCommands(acme, ada);
  return { acme, ada, everybody: { owner, administrator: admin, moderator, member: ada, guest, bot }, channels };
}

async function furnishRealm(
  { owner }: Organization,
  { square, never }: RegisteredOrganization["channels"],
): Promise<void> {
  await does(owner, "POST /realm/profile_fields", {
    field_type: 1,
    name: "Phone",
    hint: "",
    display_in_profile_summary: true,
  });
  await does(owner, "POST /realm/domains", { domain: "example.com", allow_subdomains: false });
  await does(owner, "POST /realm/filters", { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" });
  const playground = { name: "Run", pygments_language: "Rust", url_template: "https://example.com/{code}" };
  await does(owner, "POST /realm/playgrounds", playground);
  await does(owner, "POST /default_streams", { stream_id: square });
  const group = { group_name: "starters", description: "", stream_names: ["never"] };
  await does(owner, "POST /default_stream_groups/create", group);
  const { channel_folder_id } = await does(owner, "POST /channel_folders/create", { name: "open", description: "" });
  for (const id of [square, never]) await does(owner, `PATCH /streams/${id}`, { folder_id: channel_folder_id });
  await owner.connection.call(addCustomEmoji, { emoji_name: "party" }, { file: await picture(20, 20) });
  await does(owner, "POST /user_groups/create", { name: "crew", description: "", members: [owner.id] });
}

/** A command, and an answer to it. */
async function furnishCommands(acme: Organization, ada: Person): Promise<void> {
  const bot = await webhookBot(acme, ada, "http://127.0.0.1/");
  await does(ada, `POST /bots/${bot.id}/commands`, { name: "deploy" });
  await does(ada, "POST /bot_commands/deploy/call", { user_ids: [ada.id] });
  // Its URL cannot be called, so the answer says so.
  await acme.server.app.jobs.settled();
}

async function writeTo(ada: Person, { ben, cem }: Readonly<Record<"ben" | "cem", Person>>): Promise<void> {
  await ben.sends("#square > news", "hello");
  await ben.sends("#square > ", "@**Ada** look");
  await ben.writes(ada, "between us");
  await ben.writes([ada, cem], "among us");
}

async function furnishOwn(ada: Person, ben: Person, { square }: RegisteredOrganization["channels"]): Promise<void> {
  const inAYear = Math.floor(Date.now() / 1000) + 365 * 24 * 3600;
  const own = await ada.sends("#square > news", "mine");
  await does(ada, "POST /messages/flags", { messages: [own], op: "add", flag: "starred" });
  await does(ada, "PATCH /users/me/profile_data", { data: [{ id: await fieldId(ada), value: "123" }] });
  await does(ada, "POST /users/me/alert_words", { alert_words: ["launch"] });
  await does(ada, "POST /saved_snippets", { title: "Hi", content: "Hello there" });
  await does(ada, "POST /navigation_views", { fragment: "narrow/is/alerted", is_pinned: true, name: "Alerts" });
  const draft = { type: "stream", to: [square], topic: "", content: "What if", timestamp: 1_700_000_000 };
  await does(ada, "POST /drafts", { drafts: [draft] });
  const later = { scheduled_delivery_timestamp: inAYear };
  await does(ada, "POST /scheduled_messages", { type: "channel", to: square, topic: "", content: "later", ...later });
  await does(ada, "POST /reminders", { message_id: own, ...later });
  await does(ada, "POST /user_topics", { stream_id: square, topic: "noise", visibility_policy: 1 });
  await does(ada, "POST /user_topics", { stream_id: square, topic: "", visibility_policy: 3 });
  await does(ada, `POST /users/me/muted_users/${(await someone(ada, "Moe")).user_id}`);
  await does(ada, "POST /users/me/presence", { status: "active", ping_only: true });
  await does(ben, "POST /users/me/presence", { status: "idle", ping_only: true });
  await does(ada, "POST /users/me/status", { status_text: "busy", emoji_name: "octopus" });
  const bot = { full_name: "Hook", short_name: "hook", bot_type: 3, payload_url: "https://example.com/" };
  await does(ada, "POST /bots", bot);
  await does(ada, "POST /mobile_push/register", {
    token_kind: "fcm",
    push_account_id: "2408",
    push_public_key: PUBLIC_KEY,
    bouncer_public_key: "gateway's key",
    encrypted_push_registration: "sealed",
  });
}

async function fieldId(person: Person): Promise<number> {
  const { custom_fields } = await does(person, "GET /realm/profile_fields");
  return (custom_fields as { id: number }[])[0]?.id as number;
}

async function someone(person: Person, name: string): Promise<{ user_id: number }> {
  const { members } = await does(person, "GET /users");
  return (members as { full_name: string; user_id: number }[]).find((each) => each.full_name === name) as never;
}
