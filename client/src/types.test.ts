import assert from "node:assert/strict";
import { test } from "node:test";
import { messageEvents, reactionEvents } from "@parley/server/contract";
import { isEvent, type KnownEvent, type ServerEvent } from "./types.ts";

/** Compiles only if `type` determines an event's fields. */
function summary(event: KnownEvent): string {
  switch (event.type) {
    case "reaction":
      return `${event.op} ${event.emoji_name} ${event.message_id}`;
    case "message":
      return event.message.content;
    default:
      return event.type;
  }
}

const sent = { id: 1, type: "reaction", op: "add", emoji_name: "tada", message_id: 7 };
const reaction: ServerEvent = sent;

test("isEvent narrows an event to the fields of its declaration", () => {
  assert.ok(!isEvent(reaction, messageEvents.messageEvent));
  if (!isEvent(reaction, reactionEvents.reactionEvent)) return assert.fail("it is a reaction");
  const name: string = reaction.emoji_name;
  assert.equal(name, "tada");
  assert.equal(summary(reaction), "add tada 7");
});
