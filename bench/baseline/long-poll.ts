/** A minimal long-polling server: holds every poll and responds to all of them when something is sent. */
import Fastify from "fastify";

const event = (id: number, content: string) => ({
  type: "message",
  message: {
    id,
    type: "stream",
    stream_id: 1,
    subject: "topic",
    content,
    timestamp: 0,
    sender_id: 1,
    sender_email: "person@example.com",
    sender_full_name: "Person",
    sender_realm_str: "",
    avatar_url: null,
    client: "bench",
    display_recipient: "room",
    recipient_id: 1,
    is_me_message: false,
    reactions: [],
    submessages: [],
    topic_links: [],
    content_type: "text/html",
  },
  flags: [],
  id,
});

let held: ((body: string) => void)[] = [];
let lastId = 0;
let lastBody = "";

const server = Fastify();
server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
  done(null, new URLSearchParams(body as string)),
);
server.post("/messages", async (request) => {
  const id = ++lastId;
  const content = (request.body as URLSearchParams).get("content") ?? "";
  lastBody = JSON.stringify({ result: "success", msg: "", events: [event(id, `<p>${content}</p>`)] });
  const polls = held;
  held = [];
  for (const answer of polls) answer(lastBody);
  return { result: "success", msg: "", id };
});
server.get("/events", (request, reply) => {
  reply.header("content-type", "application/json");
  const { last_event_id } = request.query as { last_event_id: string };
  if (Number(last_event_id) < lastId) return Promise.resolve(lastBody);
  return new Promise<string>((resolve) => held.push(resolve));
});

const url = await server.listen({ host: "127.0.0.1", port: 0 });
process.on("SIGTERM", () => process.exit(0));
process.stdout.write(`${JSON.stringify({ url })}\n`);
