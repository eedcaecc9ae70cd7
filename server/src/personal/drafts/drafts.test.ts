import assert from "node:assert/strict";
import { CAPABILITIES } from "@parley/client";
import { ask, told } from "../../../test/ask.ts";
import { listen, type Organization, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { archiveChannel } from "../../channels/update/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { register } from "../../registration/contract.ts";
import { createDrafts, deleteDraft, editDraft, getDrafts, type SentDraft } from "./contract.ts";

const EARLIER = 1_595_479_019;

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  return { acme, ada, ben, id: await acme.channel("design", [ada, ben]) };
}

const now = (acme: Organization) => Math.floor(acme.clock.now() / 1000);
const save = async (person: Person, ...drafts: SentDraft[]) => (await person.call(createDrafts, { drafts })).ids;
const saved = async (person: Person) => (await person.call(getDrafts, {})).drafts;
const unaddressed = (content: string, more: Partial<SentDraft> = {}): SentDraft => ({
  type: "",
  to: [],
  topic: "",
  content,
  ...more,
});
const posts = (person: Person, ...drafts: object[]) =>
  person.asks("POST", "/drafts", { drafts: JSON.stringify(drafts) });

test("drafts for a channel, for people and for nobody are saved, and the author's clients are notified at once", async (t) => {
  const { acme, ada, ben, id } = await design(t);
  await ben.watches();
  const sent: SentDraft[] = [
    { type: "stream", to: [id], topic: " logo ", content: "\n\n    code first  \n", timestamp: EARLIER },
    { type: "private", to: [ben.id, ada.id, ben.id], topic: "ignored\0", content: "to Ben", timestamp: EARLIER + 2 },
    { type: "", to: [], topic: "ignored", content: "to nobody", timestamp: EARLIER + 1.75 },
    { type: "private", to: [ada.id], topic: "", content: "to myself" },
    { type: "private", to: [], topic: "ignored", content: "to nobody yet", timestamp: 0 },
  ];
  let ids: number[] = [];
  const heard = await ada.eventsDuring(async () => {
    ids = await save(ada, ...sent);
  });
  const drafts = [
    { id: ids[0], type: "stream", to: [id], topic: "logo", content: "    code first", timestamp: EARLIER },
    { id: ids[1], type: "private", to: [ben.id], topic: "", content: "to Ben", timestamp: EARLIER + 2 },
    { id: ids[2], type: "", to: [], topic: "", content: "to nobody", timestamp: EARLIER + 1 },
    { id: ids[3], type: "private", to: [ada.id], topic: "", content: "to myself", timestamp: now(acme) },
    { id: ids[4], type: "", to: [], topic: "", content: "to nobody yet", timestamp: 0 },
  ];
  assert.deepEqual(heard, [{ type: "drafts", op: "add", drafts }]);

  const newestFirst = [3, 1, 2, 0, 4].map((index) => drafts[index]);
  assert.deepEqual(await ada.call(getDrafts, {}), { count: 5, drafts: newestFirst });
  const capable = { client_capabilities: CAPABILITIES };
  const registered = await ada.call(register, { fetch_event_types: ["drafts"], ...capable });
  assert.deepEqual(registered.drafts, newestFirst);
  assert.deepEqual(await ben.catchesUp(), []);
  assert.deepEqual(await ben.call(getDrafts, {}), { count: 0, drafts: [] });
});

test("an edit replaces the whole draft and its place in the list, and a deletion is announced", async (t) => {
  const { acme, ada, ben, id } = await design(t);
  const [first, second] = (await save(
    ada,
    { type: "stream", to: [id], topic: "logo", content: "one", timestamp: EARLIER },
    unaddressed("two", { timestamp: EARLIER + 1 }),
  )) as [number, number];
  await ben.watches();
  const edited = await ada.eventsDuring(() =>
    ada.call(editDraft, { draft_id: first, draft: { type: "private", to: [ben.id], topic: "x", content: "three" } }),
  );
  const draft = { id: first, type: "private", to: [ben.id], topic: "", content: "three", timestamp: now(acme) };
  assert.deepEqual(edited, [{ type: "drafts", op: "update", draft }]);
  assert.deepEqual(
    (await saved(ada)).map((each) => each.id),
    [first, second],
  );
  const deleted = await ada.eventsDuring(() => ada.call(deleteDraft, { draft_id: first }));
  assert.deepEqual(deleted, [{ type: "drafts", op: "remove", draft_id: first }]);
  assert.equal((await saved(ada)).length, 1);
  assert.deepEqual(await ben.catchesUp(), []);
  assert.deepEqual(await ada.eventsDuring(() => save(ada)), [], "no drafts, no event");
});

test("a missing draft, or another user's, is BAD_REQUEST with status 404", async (t) => {
  const { acme, ada, ben } = await design(t);
  const other = await org(t);
  const [draft_id] = (await save(ada, unaddressed("mine"))) as [number];
  const mine = await saved(ada);
  const missing = { status: 404, result: "error", msg: "Draft does not exist", code: "BAD_REQUEST" };
  const form = { draft: JSON.stringify(unaddressed("taken")) };
  const gus = await acme.guest("Gus");
  for (const as of [ben, gus, acme.owner, other.owner]) {
    const { host } = as === other.owner ? other.realm : acme.realm;
    const path = `/drafts/${draft_id}`;
    assert.deepEqual(told(await ask(acme.server, `PATCH ${path}`, { host, as, form })), missing);
    assert.deepEqual(told(await ask(acme.server, `DELETE ${path}`, { host, as, form: {} })), missing);
    assert.deepEqual(await saved(as), []);
  }
  const gone = { draft_id: draft_id + 1000, draft: unaddressed("x") };
  await assert.rejects(ada.call(editDraft, gone), { status: 404, code: "BAD_REQUEST" });
  await assert.rejects(ada.call(deleteDraft, gone), { status: 404, code: "BAD_REQUEST" });
  await ada.call(deleteDraft, { draft_id });
  await assert.rejects(ada.call(deleteDraft, { draft_id }), { message: "Draft does not exist" });
  assert.equal(mine[0]?.content, "mine");
});

test("an invalid draft is rejected, also for an id or other extra keys, and nothing is saved", async (t) => {
  const { ada, id } = await design(t);
  const good = { type: "stream", to: [id], topic: "logo", content: "hello" };
  const { topic: _, ...withoutTopic } = good;
  const cases: [object, string][] = [
    [{ ...good, id: 1 }, 'Argument "id" at AT["id"] is unexpected'],
    [{ ...good, colour: "red" }, 'Argument "colour" at AT["colour"] is unexpected'],
    [{ ...good, type: "channel" }, 'Invalid AT["type"]'],
    [{ ...good, to: id }, 'AT["to"] is not a list'],
    [{ ...good, to: [String(id)] }, 'AT["to"][0] is not an integer'],
    [{ ...good, content: 1 }, 'AT["content"] is not a string'],
    [{ ...good, content: " \n " }, 'AT["content"] cannot be blank'],
    [{ ...good, timestamp: "now" }, 'AT["timestamp"] is not a float'],
    [withoutTopic, 'AT["topic"] field is missing: Field required'],
    [{ ...good, content: "a\0b" }, "Message must not contain null bytes"],
    [{ ...good, content: "x".repeat(10_001) }, 'AT["content"] is too long (limit: 10000 characters)'],
    [{ ...good, topic: "a\0b" }, "Topic must not contain null bytes"],
    [{ ...good, topic: "x".repeat(61) }, "topic is too long (limit: 60 characters)"],
    [{ ...good, topic: "a\u0007b" }, "Invalid character in topic, at position 2!"],
    [{ ...good, timestamp: -1 }, "Timestamp must not be negative."],
    [{ ...good, timestamp: 1e300 }, "Timestamp is too large."],
    [{ ...good, to: [] }, "Must specify exactly 1 channel ID for channel messages"],
    [{ ...good, to: [id, id] }, "Must specify exactly 1 channel ID for channel messages"],
    [{ ...good, to: [999_999] }, "Invalid channel ID"],
    [{ ...good, type: "private", to: [999_999] }, "Invalid user ID 999999"],
    [{ ...good, type: "", to: [ada.id] }, "A draft without a type must not have recipients."],
  ];
  const [draft_id] = await save(ada, unaddressed("mine"));
  const before = await saved(ada);
  const heard = await ada.eventsDuring(async () => {
    for (const [draft, msg] of cases) {
      assert.equal((await posts(ada, good, draft)).msg, msg.replaceAll("AT", "drafts[1]"));
      const form = { draft: JSON.stringify(draft) };
      assert.equal((await ada.asks("PATCH", `/drafts/${draft_id}`, form)).msg, msg.replaceAll("AT", "draft"));
    }
    assert.equal((await ada.asks("POST", "/drafts")).code, "REQUEST_VARIABLE_MISSING");
    assert.equal((await ada.asks("PATCH", `/drafts/${draft_id}`)).msg, "Missing 'draft' argument");
    assert.equal((await ada.asks("POST", "/drafts", { drafts: "{}" })).msg, "drafts is not a list");
    assert.equal((await ada.asks("POST", "/drafts", { drafts: "[" })).msg, "drafts is not valid JSON");
  });
  assert.deepEqual(heard, []);
  assert.deepEqual(await saved(ada), before);
  assert.equal((await posts(ada, { ...good, content: "é".repeat(10_000), topic: "é".repeat(60) })).result, "success");
});

test("a draft needs an active channel that its author can read; drafts saved before stay", async (t) => {
  const { acme, ada, ben, id } = await design(t);
  const other = await org(t);
  const gil = await acme.guest("Gil");
  const secret = await acme.channel("secret", [ada, ben], { invite_only: true });
  const elsewhere = await other.channel("elsewhere", [other.owner]);
  const draft = (to: number): SentDraft => ({ type: "stream", to: [to], topic: "logo", content: "hello" });
  const refused = (person: Person, to: number) =>
    assert.rejects(save(person, draft(to)), { message: "Invalid channel ID", code: "BAD_REQUEST" });
  await refused(gil, id);
  await refused(acme.owner, secret);
  await refused(ada, elsewhere);

  const [draft_id] = (await save(ada, draft(secret))) as [number];
  const before = await saved(ada);
  await ada.call(unsubscribe, { subscriptions: ["secret"] });
  assert.deepEqual(await saved(ada), before);
  await refused(ada, secret);
  await assert.rejects(ada.call(editDraft, { draft_id, draft: draft(secret) }), { message: "Invalid channel ID" });
  await ada.call(editDraft, { draft_id, draft: draft(id) });
  await acme.owner.call(archiveChannel, { stream_id: id });
  await refused(ada, id);
  assert.deepEqual(
    (await saved(ada)).map(({ to }) => to),
    [[id]],
  );
  await ada.call(editDraft, { draft_id, draft: unaddressed("saved") });
});

test("a draft for a deactivated user is saved; one for an inaccessible user is rejected", async (t) => {
  const { acme, ada, ben } = await design(t);
  const [gil, bot] = [await acme.guest("Gil"), await acme.bot("Robin", ada)];
  await acme.deactivate(ben);
  const to = (...people: Person[]): SentDraft => ({
    type: "private",
    to: people.map((person) => person.id),
    topic: "",
    content: "hello",
  });
  await save(ada, to(ben, bot));
  assert.deepEqual((await saved(ada))[0]?.to, [ben.id, bot.id]);
  const members = acme.realm.systemGroups["role:members"];
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: members } });
  await assert.rejects(save(gil, to(ada)), { message: "You do not have permission to access some of the recipients." });
  await acme.owner.call(subscribe, { subscriptions: [{ name: "lobby" }], principals: [ada.id, gil.id] });
  await save(gil, to(ada, bot));
  // Bots can save drafts like everyone else.
  await save(bot, to(ada));
  assert.deepEqual((await saved(bot))[0]?.to, [ada.id]);
  const webhook = await acme.bot("Hook", ada, 2);
  assert.equal((await webhook.asks("GET", "/drafts")).code, "UNAUTHORIZED");
});

test("all names of the empty topic are accepted, and clients that do not support it get its display name", async (t) => {
  const { acme, ada, id } = await design(t);
  const old = await listen(ada, { event_types: ["drafts"] });
  const capable = await listen(ada, { event_types: ["drafts"], client_capabilities: CAPABILITIES });
  const draft = (topic: string): SentDraft => ({ type: "stream", to: [id], topic, content: "hello" });
  const ids = await save(ada, ...["", "general chat", "(no topic)", " general chat "].map(draft), unaddressed("x"));
  assert.deepEqual(
    (await saved(ada)).map(({ topic }) => topic),
    ["", "", "", "", ""],
  );
  await ada.call(editDraft, { draft_id: ids[0] as number, draft: draft("general chat") });
  type DraftEvent = { drafts?: { topic: string }[]; draft?: { topic: string } };
  const topicsIn = (events: readonly object[]) =>
    (events as DraftEvent[]).map(({ drafts, draft }) => drafts?.map(({ topic }) => topic) ?? draft?.topic);
  const name = "general chat";
  assert.deepEqual(topicsIn(await old.hears()), [[name, name, name, name, ""], name]);
  assert.deepEqual(topicsIn(await capable.hears()), [["", "", "", "", ""], ""]);
  const { drafts } = await ada.call(register, { fetch_event_types: ["drafts"] });
  assert.deepEqual(drafts?.map(({ topic }) => topic).sort(), ["", name, name, name, name]);
  assert.equal(drafts?.[0]?.timestamp, now(acme));
});

test("turning enable_drafts_synchronization off deletes all drafts, and none can be saved", async (t) => {
  const { ada, ben } = await design(t);
  const [draft_id] = (await save(ada, unaddressed("one"), unaddressed("two"))) as [number];
  await save(ben, unaddressed("Ben's"));
  const heard = await ada.eventsDuring(() => ada.call(updateSettings, { enable_drafts_synchronization: false }));
  assert.deepEqual(
    heard.map(({ type }) => type),
    ["user_settings"],
  );
  const off = { message: "User has disabled synchronizing drafts.", code: "BAD_REQUEST", status: 400 };
  await assert.rejects(ada.call(getDrafts, {}), off);
  await assert.rejects(save(ada, unaddressed("three")), off);
  await assert.rejects(ada.call(editDraft, { draft_id, draft: unaddressed("three") }), off);
  await assert.rejects(ada.call(deleteDraft, { draft_id }), off);
  const registered = async () => (await ada.call(register, { fetch_event_types: ["drafts"] })).drafts;
  assert.deepEqual(await registered(), []);
  await ada.eventsDuring(() => ada.call(updateSettings, { enable_drafts_synchronization: true }));
  assert.deepEqual(await saved(ada), []);
  assert.deepEqual(await registered(), []);
  assert.equal((await saved(ben)).length, 1);
});

test("a thousand drafts can be saved in one request, in order, and are in the snapshot; one more is rejected", async (t) => {
  const { ada } = await design(t);
  const many = Array.from({ length: 1000 }, (_, n) => unaddressed(`draft ${n}`, { timestamp: n }));
  const ids = await save(ada, ...many);
  assert.equal(new Set(ids).size, 1000);
  const all = await saved(ada);
  assert.deepEqual(
    all.map(({ id }) => id),
    ids.toReversed(),
  );
  assert.equal(all[0]?.content, "draft 999");
  const { drafts } = await ada.call(register, { fetch_event_types: ["drafts"], client_capabilities: CAPABILITIES });
  assert.deepEqual(drafts, all);
  await assert.rejects(save(ada, unaddressed("one more")), { message: "You can have at most 1,000 drafts." });
});

test("sending a message does not delete its draft: the client does", async (t) => {
  const { ada, id } = await design(t);
  await save(ada, { type: "stream", to: [id], topic: "logo", content: "hello" });
  await ada.sends("#design > logo", "hello");
  assert.equal((await saved(ada)).length, 1);
});
