import assert from "node:assert/strict";
import { messages, readState, userTopics } from "@parley/server/contract";
import { org, test } from "../../../server/test/index.ts";
import { argumentsFor, around } from "./page.ts";
import { clientOf } from "./testing.ts";
import { viewOf } from "./views.ts";

const MUTED = 1;

test("the combined feed opens at the first unread message that is not muted, as the server has it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const launch = await acme.channel("launch", [ada, ben]);
  await acme.channel("weather", [ada, ben]);
  await ada.call(userTopics.setTopicVisibility, {
    stream_id: launch as never,
    topic: "rain",
    visibility_policy: MUTED,
  });
  const client = await clientOf(acme, ada);
  await ben.sends("#launch > rain", "muted");
  const tides: number[] = [];
  for (let n = 0; n < 110; n++) tides.push(await ben.sends("#launch > tides", `message ${n}`));
  await ada.call(readState.updateMessageFlags, { messages: tides.slice(0, 105), op: "add", flag: "read" });
  await client.receivesEvents();

  const feed = viewOf(client.cache, []);
  await feed.open("newest");
  const opensAt = async () => {
    const before = client.requests.length;
    await feed.open("first_unread");
    assert.equal(client.requests.length, before, "the store knows it");
    const request = argumentsFor(feed.narrow, around("first_unread"), ada.id);
    assert.equal(
      (await ada.call(messages.getMessages, request)).anchor,
      feed.state.firstUnread,
      "the server says the same",
    );
    return feed.state.firstUnread;
  };
  assert.equal(await opensAt(), tides[105]);

  await ada.call(readState.updateMessageFlags, { messages: tides.slice(105), op: "add", flag: "read" });
  const wind = await ben.sends("#weather > wind", "unread");
  await client.receivesEvents();
  assert.equal(await opensAt(), wind);
});
