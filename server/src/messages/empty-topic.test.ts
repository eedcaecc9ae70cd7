/** The empty topic in all requests, responses and events: rule 6 of the conventions. */
import assert from "node:assert/strict";
import { CAPABILITIES } from "@parley/client";
import { type Heard, listen, type Organization, org, type Person, test } from "../../test/index.ts";
import { muteTopic, setTopicVisibility } from "../channels/user-topics/contract.ts";
import { register } from "../registration/contract.ts";
import { getMessages, matchesNarrow } from "./contract.ts";
import { deleteTopic } from "./delete/contract.ts";
import { editMessage } from "./edit/contract.ts";
import { getMessage, getMessageHistory } from "./history/contract.ts";
import { markTopicAsRead, updateMessageFlags } from "./read-state/contract.ts";
import { getTopics } from "./topics/contract.ts";
import { setTyping, setTypingEdit } from "./typing/contract.ts";

/** Every name of the empty topic. */
const NAMES = ["", "general chat", "(no topic)", "  general chat "] as const;
const quiet = { send_notification_to_new_thread: false };

async function design(
  t: Parameters<typeof org>[0],
): Promise<{ acme: Organization; ada: Person; ben: Person; id: number }> {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  return { acme, ada, ben, id: await acme.channel("design", [ada, ben]) };
}

test("every name of the empty topic is accepted, wherever a topic is sent", async (t) => {
  const { acme, ada, ben, id: stream_id } = await design(t);
  const sent: number[] = [];
  for (const topic of NAMES) sent.push(await ada.sends(`#design > ${topic}`, "hello"));
  const named = await ada.sends("#design > logo", "named");
  const { topics } = await ada.call(getTopics, { stream_id, allow_empty_topic_name: true });
  assert.deepEqual(
    topics.map(({ name }) => name),
    ["logo", ""],
  );

  for (const name of NAMES) {
    const narrow = [
      { operator: "channel", operand: stream_id },
      { operator: "topic", operand: name },
    ];
    const { messages } = await ada.call(getMessages, { anchor: "oldest", num_after: 9, narrow });
    assert.deepEqual(
      messages.map((message) => message.id),
      sent,
      `narrow to "${name}"`,
    );
    const matched = await ada.call(matchesNarrow, { msg_ids: [...sent, named], narrow });
    assert.deepEqual(Object.keys(matched.messages).map(Number), sent, `matches_narrow of "${name}"`);

    const queue = await listen(ben, { narrow: [["topic", name]], client_capabilities: CAPABILITIES });
    await ada.sends("#design > logo", "elsewhere");
    const here = await ada.sends("#design > ", "here");
    const heard = (await queue.hears()).filter((event) => event.type === "message");
    assert.deepEqual(
      heard.map((event) => (event.message as { id: number }).id),
      [here],
      `a queue's narrow to "${name}"`,
    );
    sent.push(here);

    const [typing] = await ben.eventsDuring(() =>
      ada.call(setTyping, { op: "start", type: "channel", stream_id, topic: name }),
    );
    assert.equal(typing?.topic, "", `typing in "${name}"`);

    await ben.call(markTopicAsRead, { stream_id, topic_name: name });
    const unread = await ben.call(getMessages, {
      anchor: "oldest",
      num_after: 99,
      narrow: [...narrow, { operator: "is", operand: "unread" }],
    });
    assert.deepEqual(unread.messages, [], `mark_topic_as_read of "${name}"`);

    const followed = await ben.eventsDuring(() =>
      ben.call(setTopicVisibility, { stream_id, topic: name, visibility_policy: 3 }),
    );
    assert.equal(followed[1]?.topic_name, "", `user_topics of "${name}"`);
    const muted = await ben.eventsDuring(() => ben.call(muteTopic, { stream_id, topic: name, op: "add" }));
    assert.equal(muted[1]?.topic_name, "", `muted_topics of "${name}"`);

    const moved = await ada.sends("#design > logo", "to be moved");
    await ada.call(editMessage, { message_id: moved, topic: name, ...quiet });
    const { message } = await ada.call(getMessage, { message_id: moved, allow_empty_topic_name: true });
    assert.equal(message.subject, "", `a move to "${name}"`);

    await ada.sends("#design > ", "to be deleted");
    assert.equal((await acme.owner.call(deleteTopic, { stream_id, topic_name: name })).complete, true);
    const { topics: rest } = await ada.call(getTopics, { stream_id, allow_empty_topic_name: true });
    assert.deepEqual(
      rest.map((each) => each.name),
      ["logo"],
      `delete_topic of "${name}"`,
    );
    sent.splice(0, sent.length, await ada.sends("#design > ", "hello"));
  }
});

/** Every topic in an event. */
function topicsIn(event: Heard): unknown[] {
  const { message, message_details, recipient, muted_topics } = event as Record<string, never> as {
    message?: { subject: string };
    message_details?: Record<string, { topic: string }>;
    recipient?: { topic: string };
    muted_topics?: string[][];
  };
  const found = [
    message?.subject,
    recipient?.topic,
    ...Object.values(message_details ?? {}).map((detail) => detail.topic),
    ...(muted_topics ?? []).map(([, topic]) => topic),
    ...["topic", "topic_name", "orig_subject", "subject"].map((field) => event[field]),
  ];
  return found.filter((topic) => topic !== undefined);
}

test("in every event and response, clients that do not support the empty topic get its display name", async (t) => {
  const { acme, ada, ben, id: stream_id } = await design(t);
  const queues = {
    "general chat": await listen(ben, { client_capabilities: { ...CAPABILITIES, empty_topic_name: false } }),
    "": await listen(ben, { client_capabilities: CAPABILITIES }),
  };

  const message_id = await ada.sends("#design > ", "find me");
  await ben.call(updateMessageFlags, { messages: [message_id], op: "add", flag: "read" });
  await ben.call(updateMessageFlags, { messages: [message_id], op: "remove", flag: "read" });
  await ben.call(setTopicVisibility, { stream_id, topic: "", visibility_policy: 1 });
  await ada.call(setTyping, { op: "start", type: "channel", stream_id, topic: "" });
  await ada.call(setTypingEdit, { message_id, op: "start" });
  await ada.call(editMessage, { message_id, topic: "x", ...quiet });
  await ada.call(editMessage, { message_id, topic: "", ...quiet });

  for (const [shown, queue] of Object.entries(queues)) {
    const heard = (await queue.hears()).filter((event) => topicsIn(event).length > 0);
    const types = new Set(heard.map((event) => event.type));
    assert.deepEqual([...types].sort(), [
      "message",
      "muted_topics",
      "typing",
      "typing_edit_message",
      "update_message",
      "update_message_flags",
      "user_topic",
    ]);
    const topics = new Set(heard.flatMap(topicsIn));
    assert.deepEqual([...topics].sort(), [shown, "x"].sort());
  }

  for (const [shown, knows] of [
    ["general chat", false],
    ["", true],
  ] as const) {
    const { user_topics, muted_topics, unread_msgs } = await ben.call(register, {
      client_capabilities: { ...CAPABILITIES, empty_topic_name: knows },
    });
    assert.deepEqual(
      user_topics?.map((each) => each.topic_name),
      [shown],
    );
    assert.deepEqual(
      muted_topics?.map(([, topic]) => topic),
      [shown],
    );
    assert.deepEqual(
      unread_msgs?.streams.map(({ topic }) => topic),
      [shown],
    );

    const allow_empty_topic_name = knows;
    const narrow = [{ operator: "search", operand: "find" }];
    const { messages } = await ben.call(getMessages, {
      anchor: "newest",
      num_before: 1,
      narrow,
      allow_empty_topic_name,
    });
    const [found] = messages;
    const single = await ben.call(getMessage, { message_id, allow_empty_topic_name });
    for (const message of [found, single.message]) {
      assert.equal(message?.subject, shown);
      assert.deepEqual(
        message?.edit_history?.map(({ topic, prev_topic }) => [topic, prev_topic]),
        [
          [shown, "x"],
          ["x", shown],
        ],
      );
    }
    assert.equal(found?.match_subject, shown);
    const { message_history } = await ben.call(getMessageHistory, { message_id, allow_empty_topic_name });
    assert.deepEqual(
      message_history.map(({ topic }) => topic),
      [shown, "x", shown],
    );
    const { topics } = await ben.call(getTopics, { stream_id, allow_empty_topic_name });
    assert.deepEqual(
      topics.map(({ name }) => name),
      [shown],
    );
  }
  const { messages } = await ben.call(matchesNarrow, { msg_ids: [message_id], narrow: [] });
  assert.equal(messages[String(message_id)]?.match_subject, "general chat");

  await acme.owner.call(deleteTopic, { stream_id, topic_name: "general chat" });
  for (const [shown, queue] of Object.entries(queues)) {
    const gone = (await queue.hears()).filter(
      (event) => event.type === "delete_message" || event.type === "user_topic",
    );
    assert.deepEqual(gone.flatMap(topicsIn), [shown, shown]);
  }
});
