import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";

const sent = (person: Person, params: Record<string, string>) =>
  person.asks("POST", "/messages", { type: "channel", to: "general", topic: "x", content: "Choose", ...params });

/** The submessages in the event of one message. */
async function attached(person: Person, params: Record<string, string>) {
  const event = (await person.eventsDuring(() => sent(person, params))).at(-1);
  const { message } = event as unknown as { message: { id: number; submessages: Record<string, unknown>[] } };
  return message.submessages.map(({ id, message_id, content, ...rest }) => {
    assert.equal(typeof id, "number");
    assert.equal(message_id, message.id);
    return { ...rest, content: JSON.parse(content as string) };
  });
}

test("/poll and /todo start a widget, and nothing else does", async (t) => {
  const { owner } = await org(t);
  const widget = (content: unknown) => [{ msg_type: "widget", sender_id: owner.id, content }];
  assert.deepEqual(
    await attached(owner, { content: "/poll Lunch?\n- Pizza\n\n* Soup" }),
    widget({ widget_type: "poll", extra_data: { question: "Lunch?", options: ["Pizza", "Soup"] } }),
  );
  assert.deepEqual(
    await attached(owner, { content: "/todo Move\nboxes: twenty\nkeys" }),
    widget({
      widget_type: "todo",
      extra_data: {
        task_list_title: "Move",
        tasks: [
          { task: "boxes", desc: "twenty" },
          { task: "keys", desc: "" },
        ],
      },
    }),
  );
  for (const content of ["/polling", "a /poll", "/me polls"]) assert.deepEqual(await attached(owner, { content }), []);
});

const form = {
  widget_type: "zform",
  extra_data: {
    type: "choices",
    heading: "Pick one",
    choices: [{ short_name: "A", long_name: "The first", reply: "a" }],
  },
};

test("a form is attached unchanged", async (t) => {
  const { owner } = await org(t);
  assert.deepEqual(await attached(owner, { widget_content: JSON.stringify(form) }), [
    { msg_type: "widget", sender_id: owner.id, content: form },
  ]);
});

test("an incomplete form is refused, and nothing is sent", async (t) => {
  const { owner } = await org(t);
  const { extra_data } = form;
  const [choice] = extra_data.choices;
  const cases: [unknown, string][] = [
    [[], "widget_content is not a dict"],
    [{ extra_data }, "widget_type is not in widget_content"],
    [{ widget_type: "zform" }, "extra_data is not in widget_content"],
    [{ widget_type: "zform", extra_data: 5 }, "extra_data is not a dict"],
    [{ widget_type: "poll", extra_data: {} }, "unknown widget type: poll"],
    [{ ...form, extra_data: {} }, "zform is missing type field"],
    [{ ...form, extra_data: { type: "sliders" } }, "unknown zform type: sliders"],
    [{ ...form, extra_data: { type: "choices", choices: [] } }, "heading key is missing from extra_data"],
    [{ ...form, extra_data: { ...extra_data, heading: 5 } }, 'extra_data["heading"] is not a string'],
    [{ ...form, extra_data: { ...extra_data, choices: {} } }, 'extra_data["choices"] is not a list'],
    [{ ...form, extra_data: { ...extra_data, choices: [5] } }, 'extra_data["choices"][0] is not a dict'],
    [
      { ...form, extra_data: { ...extra_data, choices: [{ ...choice, reply: undefined }] } },
      'reply key is missing from extra_data["choices"][0]',
    ],
    [
      { ...form, extra_data: { ...extra_data, choices: [{ ...choice, long_name: 1 }] } },
      'extra_data["choices"][0]["long_name"] is not a string',
    ],
  ];
  const heard = await owner.eventsDuring(async () => {
    for (const [widget, detail] of cases)
      assert.equal((await sent(owner, { widget_content: JSON.stringify(widget) })).msg, `Widgets: ${detail}`);
    const { msg } = await sent(owner, { widget_content: "{" });
    assert.equal(msg, "Widgets: API programmer sent invalid JSON content");
    // Permissions are checked before it, and mentions after it.
    assert.equal((await sent(owner, { to: "nowhere", widget_content: "{" })).code, "STREAM_DOES_NOT_EXIST");
    assert.match((await sent(owner, { content: "@*role:members*", widget_content: "{" })).msg, /^Widgets: /);
  });
  assert.deepEqual(heard, []);
});

test("nobody can send as another user or with another time", async (t) => {
  const { owner } = await org(t);
  const heard = await owner.eventsDuring(async () => {
    for (const params of [{ forged: "true" }, { forged: "yes", sender: "a@b.c" }, { time: "1" }] as const)
      assert.equal((await sent(owner, params)).msg, "User not authorized for this query");
    assert.equal((await sent(owner, { sender: owner.email })).msg, "Invalid mirrored message");
  });
  assert.deepEqual(heard, []);
  assert.equal((await sent(owner, { forged: "false" })).result, "success");
});

test("a topic can be named subject, but not both", async (t) => {
  const { owner } = await org(t);
  const message = { type: "stream", to: "general", content: "x" };
  assert.equal((await owner.asks("POST", "/messages", { ...message, subject: "old" })).result, "success");
  const both = await owner.asks("POST", "/messages", { ...message, subject: "old", topic: "old" });
  assert.deepEqual(
    [both.code, both.msg, both.var_name1, both.var_name2],
    ["REQUEST_CONFUSING_VAR", "Can't decide between 'topic' and 'subject' arguments", "topic", "subject"],
  );
});

test("the sending queue gets its local id, and no other queue does", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const register = async () => {
    const { queue_id, last_event_id } = await owner.asks("POST", "/register", { event_types: '["message"]' });
    return { queue_id: String(queue_id), last_event_id: String(last_event_id) };
  };
  const [mine, other] = [await register(), await register()];
  await sent(owner, { queue_id: mine.queue_id, local_id: "7.01", content: "@**Olivia**", read_by_sender: "true" });
  const events = async (queue: typeof mine) =>
    (await owner.asks("GET", "/events", { ...queue, dont_block: "true" })).events as Record<string, unknown>[];
  const flags = ["read", "mentioned"];
  const [[heard], [elsewhere]] = [await events(mine), await events(other)];
  assert.deepEqual([heard?.local_message_id, heard?.flags], ["7.01", flags]);
  assert.deepEqual([elsewhere?.local_message_id, elsewhere?.flags], [undefined, flags]);
});
