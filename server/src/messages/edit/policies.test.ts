import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { setTopicVisibility } from "../../channels/user-topics/contract.ts";
import { register } from "../../registration/contract.ts";
import { deleteTopic } from "../delete/contract.ts";
import { editMessage } from "./contract.ts";

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;
const quiet = { send_notification_to_new_thread: false };
const whole = { propagate_mode: "change_all" as const, ...quiet };

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  const message_id = await ada.sends("#design > logo", "x");
  const preferences = (person: Person, topic: string, visibility_policy: number, channel = stream_id) =>
    person.call(setTopicVisibility, { stream_id: channel, topic, visibility_policy: visibility_policy as 1 });
  const wants = async (person: Person) => {
    await person.verify();
    const { store } = await person.watches();
    const rows = await acme.server.app.database.reader
      .selectFrom("user_topic")
      .select(["channel_id", "topic_name", "visibility_policy"])
      .where("user_id", "=", person.id)
      .orderBy("topic_name")
      .execute();
    assert(store);
    return rows.map((row) => [row.channel_id, row.topic_name, row.visibility_policy]);
  };
  return { acme, ada, ben, stream_id, message_id, preferences, wants };
}

test("topic policies move with the whole topic", async (t) => {
  const { ada, ben, stream_id, message_id, preferences, wants } = await design(t);
  await preferences(ben, "Logo", FOLLOWED);
  await preferences(ada, "logo", MUTED);
  await ada.call(editMessage, { message_id, topic: "brand", ...whole });
  assert.deepEqual(await wants(ben), [[stream_id, "brand", FOLLOWED]]);
  assert.deepEqual(await wants(ada), [[stream_id, "brand", MUTED]]);
  const second = await ada.sends("#design > brand", "y");
  await ada.call(editMessage, { message_id, topic: "part", ...quiet });
  assert.deepEqual(await wants(ben), [[stream_id, "brand", FOLLOWED]]);
  // Into a topic with messages: of two policies the more visible one stays.
  await preferences(ben, "part", MUTED);
  await preferences(ada, "part", UNMUTED);
  await ada.call(editMessage, { message_id: second, topic: "part", ...whole });
  assert.deepEqual(await wants(ben), [[stream_id, "part", FOLLOWED]]);
  assert.deepEqual(await wants(ada), [[stream_id, "part", UNMUTED]]);
});

test("older clients get their muted topics once, with the topic's new location", async (t) => {
  const { ada, ben, message_id, preferences } = await design(t);
  await preferences(ben, "logo", MUTED);
  const heard = await ben.eventsDuring(() => ada.call(editMessage, { message_id, topic: "brand", ...whole }));
  const told = heard.filter(({ type }) => type === "user_topic" || type === "muted_topics");
  assert.deepEqual(
    told.map(({ type, topic_name, muted_topics }) => [
      type,
      topic_name ?? (muted_topics as [string, string][])[0]?.[1],
    ]),
    [
      ["user_topic", "logo"],
      ["muted_topics", "brand"],
      ["user_topic", "brand"],
    ],
  );
});

test("users who lose access to a topic lose their policy for it", async (t) => {
  const { acme, ada, ben, message_id, preferences, wants } = await design(t);
  const secret = await acme.channel("secret", [ada], { invite_only: true, history_public_to_subscribers: true });
  await preferences(ben, "logo", FOLLOWED);
  await preferences(ada, "logo", FOLLOWED);
  await ada.call(editMessage, { message_id, stream_id: secret, ...whole });
  assert.deepEqual(await wants(ben), []);
  assert.deepEqual(await wants(ada), [[secret, "logo", FOLLOWED]]);
});

test("users who left a private channel get no more events about its topics, nor its new name", async (t) => {
  const { acme, ada, ben, preferences, wants } = await design(t);
  const stream_id = await acme.channel("plans", [ada, ben], { invite_only: true, history_public_to_subscribers: true });
  const message_id = await ada.sends("#plans > merger", "x");
  const other = await ada.sends("#plans > elsewhere", "y");
  await preferences(ben, "merger", MUTED, stream_id);
  await preferences(ben, "elsewhere", MUTED, stream_id);
  await ben.call(unsubscribe, { subscriptions: ["plans"] });
  const heard = await ben.eventsDuring(async () => {
    await ada.call(updateChannel, { stream_id, new_name: "takeover" });
    await ada.call(editMessage, { message_id, topic: "hostile takeover", ...whole });
    await ada.call(editMessage, { message_id: other, topic: "hostile takeover", ...whole });
  });
  assert.deepEqual(heard, []);
  assert.deepEqual(await wants(ben), [
    [stream_id, "elsewhere", MUTED],
    [stream_id, "merger", MUTED],
  ]);
  const mutedTopics = async () => (await ben.call(register, { fetch_event_types: ["muted_topics"] })).muted_topics;
  assert.deepEqual(await mutedTopics(), []);
  const again = await ben.eventsDuring(() => preferences(ben, "logo", MUTED));
  const lists = again.filter((event) => event.type === "muted_topics");
  assert.deepEqual(
    lists.map((event) => (event.muted_topics as [string][]).map(([channel]) => channel)),
    [["design"]],
  );
  // Users who return see them again.
  await ada.call(subscribe, { subscriptions: [{ name: "takeover" }], principals: [ben.id] });
  assert.equal((await mutedTopics())?.length, 3);
});

test("deleting a topic deletes its policies", async (t) => {
  const { acme, ben, stream_id, preferences, wants } = await design(t);
  await preferences(ben, "logo", FOLLOWED);
  await acme.owner.call(deleteTopic, { stream_id, topic_name: "logo" });
  assert.deepEqual(await wants(ben), []);
});
