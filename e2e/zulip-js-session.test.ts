/** Everything that the published zulip-js package can request, in the order of a working day. */
import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { test } from "node:test";
import { engines, newServer, PASSWORD } from "./support/server.ts";
import { type Client, connect, type ZulipEvent, type ZulipResponse } from "./support/zulip-js.ts";

/** The response, which must be a success. */
async function succeeds<A extends ZulipResponse>(asked: Promise<A>): Promise<A> {
  const answer = await asked;
  assert.equal(answer.result, "success", answer.msg);
  return answer;
}

/** A queue for all events, polled until it has some. */
class ZulipListener {
  readonly #client: Client;
  readonly #queue: { queue_id: string; last_event_id: number };
  readonly heard: ZulipEvent[] = [];

  constructor(client: Client, queue: { queue_id: string; last_event_id: number }) {
    this.#client = client;
    this.#queue = queue;
  }

  /** Omits the list of types, which the package would send as the text "null". */
  static async registers(client: Client): Promise<ZulipListener> {
    return new ZulipListener(client, await succeeds(client.queues.register({ event_types: null })));
  }

  async hears(matches: (event: ZulipEvent) => boolean): Promise<ZulipEvent> {
    for (;;) {
      const found = this.heard.find(matches);
      if (found) return found;
      const last_event_id = this.heard.at(-1)?.id ?? this.#queue.last_event_id;
      const asked = { queue_id: this.#queue.queue_id, last_event_id };
      this.heard.push(...(await succeeds(this.#client.events.retrieve(asked))).events);
    }
  }

  async leaves(): Promise<void> {
    await succeeds(this.#client.queues.deregister({ queue_id: this.#queue.queue_id }));
  }
}

for (const engine of engines)
  test(`a day with zulip-js, on ${engine}`, { timeout: 120_000 }, async (t) => {
    const server = await newServer(t, engine);
    const members = { ada: await server.member("Ada"), ben: await server.member("Ben") };
    const signIn = ({ email }: { email: string }) =>
      connect({ username: email, password: PASSWORD, realm: server.address });
    const ada = await signIn(members.ada);
    const ben = await signIn(members.ben);
    assert.equal((await succeeds(ada.accounts.retrieve())).api_key, members.ada.apiKey);

    for (const client of [ada, ben]) {
      const subscriptions = [{ name: "launch" }];
      await succeeds(client.users.me.subscriptions.add({ subscriptions }));
    }
    const { stream_id } = await succeeds(ada.streams.getStreamId("launch"));
    const listener = await ZulipListener.registers(ben);

    const sent = { type: "stream", to: "launch", topic: "tides", content: "**We** are live" };
    const { id } = await succeeds(ada.messages.send(sent));
    await listener.hears(({ message }) => message?.id === id && message.subject === "tides");
    await succeeds(ada.messages.update({ message_id: id, content: "**We** were live" }));
    await listener.hears((event) => event.type === "update_message" && event.content === "**We** were live");
    const read = { anchor: "newest", num_before: 5, num_after: 0 };
    const inTopic = [
      { operator: "stream", operand: "launch" },
      { operator: "topic", operand: "tides" },
    ];
    const { messages } = await succeeds(ben.messages.retrieve({ ...read, narrow: inTopic, apply_markdown: false }));
    assert.deepEqual(
      messages.map(({ content }) => content),
      ["**We** were live"],
    );
    assert.equal((await succeeds(ben.messages.getById({ message_id: id }))).raw_content, "**We** were live");
    const { message_history } = await succeeds(ben.messages.getHistoryById({ message_id: id }));
    assert.deepEqual(
      message_history.map(({ content }) => content),
      ["**We** are live", "**We** were live"],
    );

    await succeeds(ada.reactions.add({ message_id: id, emoji_name: "tada" }));
    await listener.hears(({ type, op, emoji_name }) => type === "reaction" && op === "add" && emoji_name === "tada");
    await succeeds(ada.reactions.remove({ message_id: id, emoji_name: "tada" }));
    await succeeds(ada.reactions.add({ message_id: id, emoji_name: "tada" }));
    await succeeds(ada.messages.deleteReactionById({ message_id: id, emoji_name: "tada" }));
    await listener.hears(({ type, op, message_id }) => type === "reaction" && op === "remove" && message_id === id);

    assert.deepEqual((await succeeds(ben.messages.flags.add({ messages: [id], flag: "read" }))).messages, [id]);
    await listener.hears(
      ({ type, flag, messages }) => type === "update_message_flags" && flag === "read" && !!messages,
    );
    await succeeds(ben.messages.flags.add({ messages: [id], flag: "starred" }));
    await succeeds(ben.messages.flags.remove({ messages: [id], flag: "starred" }));
    const starred = [{ operator: "is", operand: "starred" }];
    const kept = await succeeds(ben.messages.retrieve({ ...read, narrow: starred }));
    assert.ok(!kept.messages.some((message) => message.id === id));

    const isTyping = ({ type, op, sender }: ZulipEvent) =>
      type === "typing" && op === "start" && sender?.user_id === members.ada.id;
    await succeeds(ada.typing.send({ op: "start", to: [members.ben.id] }));
    await listener.hears(isTyping);
    const { email } = await succeeds(ben.users.me.getProfile());
    // A single address as text, which the package puts into quotes.
    await succeeds(ada.typing.send({ op: "start", to: email }));
    await succeeds(ada.typing.send({ op: "stop", to: [members.ben.id, server.owner?.id as number] }));
    const inChannel = { op: "start", type: "stream", stream_id, topic: "tides" };
    await succeeds(ada.callEndpoint("/typing", "POST", inChannel));
    await succeeds(ada.callEndpoint("/users/me/presence", "POST", { status: "active", new_user_input: "true" }));
    await listener.hears(({ type }) => type === "presence");

    const file = createReadStream(new URL(import.meta.url));
    const uploaded = await succeeds(ada.callEndpoint<{ uri: string }>("/user_uploads", "POST", { file }));
    assert.match(uploaded.uri, /^\/user_uploads\/.*\/zulip-js-session\.test\.ts$/);
    await succeeds(ada.messages.send({ ...sent, content: `[this](${uploaded.uri})` }));

    const { rendered } = await succeeds(ada.messages.render("foo **bar**"));
    assert.equal(rendered, "<p>foo <strong>bar</strong></p>");
    const { topics } = await succeeds(ada.streams.topics.retrieve({ stream_id }));
    assert.equal(topics[0]?.name, "tides");
    assert.deepEqual((await succeeds(ada.emojis.retrieve())).emoji, {});
    assert.deepEqual((await succeeds(ada.users.me.alertWords.retrieve())).alert_words, []);

    const olivia = await signIn({ email: "olivia@example.com" });
    const cleo = { email: "cleo@example.com", password: PASSWORD, full_name: "Cleo" };
    const { user_id } = await succeeds(olivia.users.create(cleo));
    assert.ok((await succeeds(ada.users.retrieve())).members.some((member) => member.user_id === user_id));
    await succeeds(olivia.messages.deleteById({ message_id: id }));
    await listener.hears(({ type, message_id }) => type === "delete_message" && message_id === id);
    const left = await succeeds(ben.users.me.subscriptions.remove({ subscriptions: JSON.stringify(["launch"]) }));
    assert.deepEqual(left.removed, ["launch"]);
    await listener.hears(({ type, op }) => type === "subscription" && op === "remove");
    await succeeds(olivia.streams.deleteById({ stream_id }));
    await listener.leaves();

    // Resources that upstream has removed respond with an error in JSON.
    for (const gone of [ada.users.me.pointer.retrieve(), ada.filters.retrieve()])
      assert.equal((await gone).result, "error");
  });
