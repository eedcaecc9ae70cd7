import assert from "node:assert/strict";
import { test } from "node:test";
import { Trait } from "../../messages/traits.ts";
import type { NewMessage } from "./candidates.ts";
import { FanOut, MOST_PER_MINUTE } from "./fan-out.ts";

const CHANNEL_MENTION = Trait.channelWildcard;
let lastId = 0;

const messageFrom = (sender_id: number, sent_at: number, channel_id: number | null = 1): NewMessage => ({
  id: ++lastId,
  sender_id,
  sent_at,
  recipient_id: 1,
  topic_id: 1,
  traits: CHANNEL_MENTION,
  channel_id,
});

/** How many of `count` candidates are left. */
function left(fanOut: FanOut, message: NewMessage, count: number): number {
  const candidates = Array.from({ length: count }, (_, user_id) => ({ user_id, message_id: message.id }));
  return fanOut.limit([message], candidates).length;
}

test("a sender can notify a limited number of people a minute; others are not affected, and messages to few always notify", () => {
  const fanOut = new FanOut();
  assert.equal(left(fanOut, messageFrom(1, 60), MOST_PER_MINUTE - 1), MOST_PER_MINUTE - 1);
  assert.equal(left(fanOut, messageFrom(1, 119), 5000), 5000, "the message that exceeds the limit is the last");
  assert.equal(left(fanOut, messageFrom(1, 119), 21), 0);
  assert.equal(left(fanOut, messageFrom(1, 119), 20), 20);
  assert.equal(left(fanOut, messageFrom(2, 119), 5000), 5000);
  assert.equal(left(fanOut, messageFrom(1, 120), 5000), 5000, "a minute later");
});

test("direct messages to many count more, since each may be one more email to all of them", () => {
  const fanOut = new FanOut();
  for (let count = 0; count < MOST_PER_MINUTE / 5; count += 400)
    assert.equal(left(fanOut, messageFrom(1, 60, null), 400), 400, `after ${count}`);
  assert.equal(left(fanOut, messageFrom(1, 60, null), 400), 0);
  assert.equal(left(fanOut, messageFrom(1, 60, null), 20), 20);
});
