import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";
import { muteTopic, setTopicVisibility } from "./contract.ts";

test("a topic's policy is set, changed and removed; clients get events only for changes", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  const last_updated = Math.floor(acme.clock.now() / 1000);
  const policy = (topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
    ada.call(setTopicVisibility, { stream_id, topic, visibility_policy });

  await ben.watches();
  const muted = await ada.eventsDuring(() => policy("Logo", 1));
  assert.deepEqual(muted, [
    { type: "muted_topics", muted_topics: [["design", "Logo", last_updated]] },
    { type: "user_topic", stream_id, topic_name: "Logo", last_updated, visibility_policy: 1 },
  ]);
  assert.deepEqual(await ada.eventsDuring(() => policy("LOGO", 1)), []);
  const followed = await ada.eventsDuring(() => policy("logo", 3));
  assert.deepEqual(followed, [
    { type: "muted_topics", muted_topics: [] },
    { type: "user_topic", stream_id, topic_name: "logo", last_updated, visibility_policy: 3 },
  ]);
  await ada.eventsDuring(() => policy("logo", 2));
  const taken = await ada.eventsDuring(() => policy("logo", 0));
  assert.equal(taken[1]?.visibility_policy, 0);
  assert.deepEqual(await ada.eventsDuring(() => policy("logo", 0)), []);
  assert.deepEqual(await ben.catchesUp(), []);
});

test("setting a policy needs content access to an active channel; removing one needs only an existing channel", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const design = await acme.channel("design", [ada]);
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  const refused = (person: typeof ada, stream_id: number, visibility_policy: 0 | 1) =>
    assert.rejects(person.call(setTopicVisibility, { stream_id, topic: "x", visibility_policy }), {
      message: "Invalid channel ID",
    });
  await refused(gil, design, 1);
  await refused(acme.owner, secret, 1);
  await refused(other.owner, design, 1);
  await refused(other.owner, design, 0);
  await refused(ada, 999_999, 0);
  await gil.call(setTopicVisibility, { stream_id: design, topic: "x", visibility_policy: 0 });
  for (const [params, msg] of [
    [{ topic: "x".repeat(61), visibility_policy: "1" }, "topic is too long (limit: 60 characters)"],
    [
      { topic: "x", visibility_policy: "4" },
      "Invalid visibility_policy: Value error, Not in the list of possible values",
    ],
    [{ topic: "x" }, "Missing 'visibility_policy' argument"],
  ] as const)
    assert.equal((await ada.asks("POST", "/user_topics", { stream_id: String(design), ...params })).msg, msg);
});

test("the empty topic is accepted by its display name, and clients that do not support it get that name", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  const [, event] = await ada.eventsDuring(() =>
    ada.call(setTopicVisibility, { stream_id, topic: "general chat", visibility_policy: 3 }),
  );
  assert.equal(event?.topic_name, "");
  const named = async (fetch_event_types?: string[]) =>
    ada.call(register, { event_types: ["user_topic"], ...(fetch_event_types ? { fetch_event_types } : {}) });
  assert.equal((await named()).user_topics?.[0]?.topic_name, "general chat");
});

test("clients older than topic policies get muted topics, unless they request both", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  await ada.call(muteTopic, { stream_id, topic: "logo", op: "add" });
  const asked = async (...event_types: string[]) => (await ada.call(register, { event_types })).muted_topics;
  assert.equal((await asked("muted_topics"))?.[0]?.[1], "logo");
  assert.equal(await asked("muted_topics", "user_topic"), undefined);
  assert.equal((await ada.call(register, {})).muted_topics?.length, 1);
});

test("the older operation mutes and unmutes by id or by name", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = String(await acme.channel("design", [ada]));
  const secret = await acme.channel("secret", [acme.owner], { invite_only: true });
  const ask = async (params: Record<string, string>) =>
    (await ada.asks("PATCH", "/users/me/subscriptions/muted_topics", { topic: "logo", ...params })).msg;
  await ada.watches();
  assert.equal(await ask({ op: "add", stream_id }), "");
  assert.equal(await ask({ op: "add", stream: "Design" }), "");
  assert.equal(await ask({ op: "remove", stream_id }), "");
  // There is nothing to remove any more, and nobody hears of it.
  const heard = await ada.eventsDuring(async () => {
    assert.equal(await ask({ op: "remove", stream_id }), "");
    assert.equal(await ask({ op: "remove", stream: "design", topic: "never muted" }), "");
  });
  assert.deepEqual(heard, []);
  // A channel that she may not know of is like one that does not exist.
  assert.equal(await ask({ op: "remove", stream: "nowhere" }), "Topic is not muted");
  assert.equal(await ask({ op: "remove", stream_id: "999999" }), "Topic is not muted");
  assert.equal(await ask({ op: "remove", stream: "secret" }), "Topic is not muted");
  assert.equal(await ask({ op: "remove", stream_id: String(secret) }), "Topic is not muted");
  // A topic that is followed is not muted, and stays followed.
  await ada.call(setTopicVisibility, { stream_id: Number(stream_id), topic: "logo", visibility_policy: 3 });
  assert.equal(await ask({ op: "remove", stream_id }), "");
  const { user_topics } = await ada.call(register, { fetch_event_types: ["user_topic"] });
  assert.deepEqual(
    user_topics?.map((each) => each.visibility_policy),
    [3],
  );
  assert.equal(await ask({ op: "add" }), "Missing 'stream_id' argument");
  assert.equal(
    await ask({ op: "add", stream_id, stream: "design" }),
    "Unsupported parameter combination: stream_id, stream",
  );
  assert.equal(await ask({ op: "add", stream: "secret" }), "Invalid channel name 'secret'");
  assert.equal(await ask({ op: "add", stream_id: "999999" }), "Invalid channel ID");
  assert.equal(await ask({ op: "toggle", stream_id }), "Invalid op");
});

test("a topic keeps the spelling under which its policy was stored first, until it is removed", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  const stored = async () => {
    const { user_topics } = await ada.call(register, { fetch_event_types: ["user_topic"] });
    return user_topics?.map((each) => [each.topic_name, each.visibility_policy]);
  };
  await ada.watches();
  await ada.call(setTopicVisibility, { stream_id, topic: "Logo", visibility_policy: 1 });
  await ada.call(setTopicVisibility, { stream_id, topic: "LOGO", visibility_policy: 3 });
  assert.deepEqual(await stored(), [["Logo", 3]]);
  await ada.call(setTopicVisibility, { stream_id, topic: "logo", visibility_policy: 0 });
  await ada.call(setTopicVisibility, { stream_id, topic: "LOGO", visibility_policy: 2 });
  assert.deepEqual(await stored(), [["LOGO", 2]]);
});
