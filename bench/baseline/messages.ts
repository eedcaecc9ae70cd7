/**
 * A minimal server on a Parley database, without accounts, rules, decoding, rendering or listeners. Sending writes the
 * same two rows, with the same group commit; reading selects the same 100 rows.
 */
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";

const [file = "", realmId = "1", senderId = "1", recipientId = "1", channelId = "1"] = process.argv.slice(2);

const database = new DatabaseSync(file);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
database.exec("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456;");
const insertMessage = database.prepare(
  `insert into message (realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client)
   values (?, ?, ?, null, ?, ?, ?, ?, 'bench') returning id`,
);
const insertEvent = database.prepare(
  "insert into event (realm_id, position, type, body, audience, has_effects, created_at) values (?, ?, 'message', ?, ?, 0, ?)",
);
const selectMessages = database.prepare(
  `select message.id, message.recipient_id, message.sender_id, message.subject, message.rendered_content, message.sent_at,
     message.client, user.full_name, user.delivery_email, channel.id as channel_id, channel.name as channel_name
   from message join user on user.id = message.sender_id join channel on channel.recipient_id = message.recipient_id
   where message.recipient_id = ? order by message.id desc limit 100`,
);
const newest = database.prepare("select coalesce(max(position), 0) as position from event").get();
let position = newest?.position as number;

interface BaselineMessage {
  content: string;
  topic: string;
  answer(id: number): void;
}

const waiting: BaselineMessage[] = [];

function commitGroup(): void {
  const group = waiting.splice(0);
  database.exec("BEGIN IMMEDIATE");
  const ids = group.map(insert);
  database.exec("COMMIT");
  for (const [index, { answer }] of group.entries()) answer(ids[index] as number);
}

function insert({ content, topic }: BaselineMessage): number {
  const now = Math.floor(Date.now() / 1000);
  const html = `<p>${content}</p>`;
  const row = insertMessage.get(realmId, recipientId, senderId, topic, content, html, now);
  const id = row?.id as number;
  const message = messageObject({
    id,
    recipient_id: Number(recipientId),
    sender_id: Number(senderId),
    subject: topic,
    rendered_content: html,
    sent_at: now,
    client: "bench",
    full_name: "Person",
    delivery_email: "person@example.com",
    channel_id: Number(channelId),
    channel_name: "room",
  });
  insertEvent.run(realmId, ++position, JSON.stringify({ message }), `{"subscribersOf":${channelId}}`, now);
  return id;
}

function messageObject(row: Record<string, unknown>) {
  return {
    id: row.id,
    type: "stream",
    stream_id: row.channel_id,
    subject: row.subject,
    content: row.rendered_content,
    timestamp: row.sent_at,
    sender_id: row.sender_id,
    sender_email: row.delivery_email,
    sender_full_name: row.full_name,
    sender_realm_str: "",
    avatar_url: null,
    client: row.client,
    display_recipient: row.channel_name,
    recipient_id: row.recipient_id,
    is_me_message: false,
    reactions: [],
    submessages: [],
    topic_links: [],
    content_type: "text/html",
    flags: [],
  };
}

const server = Fastify();
server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
  done(null, new URLSearchParams(body as string)),
);
server.post("/messages", (request) => {
  const form = request.body as URLSearchParams;
  return new Promise((resolve) => {
    const answer = (id: number) => resolve({ result: "success", msg: "", id });
    if (waiting.push({ content: form.get("content") ?? "", topic: form.get("topic") ?? "", answer }) === 1)
      setImmediate(commitGroup);
  });
});
server.get("/messages", async () => {
  const messages = selectMessages.all(recipientId).reverse().map(messageObject);
  return { result: "success", msg: "", messages, found_newest: true, found_oldest: false, found_anchor: false };
});

const url = await server.listen({ host: "127.0.0.1", port: 0 });
process.on("SIGTERM", () => process.exit(0));
process.stdout.write(`${JSON.stringify({ url })}\n`);
