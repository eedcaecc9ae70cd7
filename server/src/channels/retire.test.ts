import assert from "node:assert/strict";
import { org, test } from "../../test/index.ts";
import { retireSilentChannels } from "./jobs.ts";

test("a channel without messages for half a year is not recently active, until someone writes", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  await acme.alter((tx) =>
    tx
      .updateTable("channel")
      .set({ date_created: Math.floor(acme.clock.now() / 1000) - 181 * 86_400 })
      .where("id", "=", stream_id)
      .execute(),
  );
  await ada.watches();
  const lookAround = async () =>
    "recurring" in retireSilentChannels ? retireSilentChannels.recurring(acme.server.app) : undefined;
  const change = { type: "stream", op: "update", stream_id, name: "design", property: "is_recently_active" };

  const [retired] = await ada.eventsDuring(lookAround);
  assert.deepEqual(retired, { ...change, value: false });
  const heard = await ada.eventsDuring(() => ada.sends("#design > logo", "hi"));
  // The sender starts the topic and follows it.
  assert.deepEqual(
    heard.map((event) => event.type),
    ["muted_topics", "user_topic", "stream", "message"],
  );
  assert.deepEqual(heard[2], { ...change, value: true });
  assert.deepEqual(await ada.eventsDuring(lookAround), []);
});
