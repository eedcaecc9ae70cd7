/**
 * What makes the demo show the whole product: folders, statuses, time zones, a poll, a picture, mentions, stars, drafts, a resolved and a
 * moved topic. Done through the API, as its people would.
 */
import type { FastifyInstance } from "fastify";
import type { RunningApp } from "../../app.ts";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { change, type OpenContext, type Realm } from "../../kernel/context.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { drawMap } from "./map.ts";
import type { PersonKey } from "./people.ts";
import type { DemoMessage } from "./play.ts";
import { putIntoFolder } from "./store.ts";

const DAY = 86_400;

const FOLDERS = {
  Build: ["engineering", "mobile", "infrastructure", "releases", "security"],
  Product: ["product", "design", "support", "Ridgeway pilot"],
  Company: ["announcements", "leadership", "field trips", "watercooler", "open data"],
};

const TIME_ZONES: Partial<Record<PersonKey, string>> = {
  tomas: "Europe/Lisbon",
  priya: "Asia/Kolkata",
  jonas: "Europe/Stockholm",
  mei: "Asia/Tokyo",
  amara: "Africa/Lagos",
  dmitri: "Europe/Tallinn",
  kofi: "Africa/Accra",
  marco: "America/Mexico_City",
  ben: "America/Denver",
};

const STATUSES: Partial<Record<PersonKey, readonly [emoji: string, text: string]>> = {
  ingrid: ["boot", "In the hills until Thursday"],
  mei: ["headphones", "Focus time"],
  sara: ["coffee", "Back at 14:00"],
  ravi: ["palm_tree", "On holiday"],
};

export interface DemoCast {
  readonly ids: ReadonlyMap<string, UserId>;
  readonly sent: readonly DemoMessage[];
}

export async function dress(app: RunningApp, realm: Realm, { ids, sent }: DemoCast, now: number): Promise<void> {
  const server = app.buildServer();
  await server.ready();
  try {
    const api = new DemoApi(app, server, realm, ids);
    const channels = await channelIds(api);
    await sortChannels(serverContext(app, realm), api, channels);
    for (const [person, timezone] of Object.entries(TIME_ZONES))
      await api.call(person, "PATCH", "/settings", { timezone });
    for (const [person, [emoji_name, status_text]] of Object.entries(STATUSES))
      await api.call(person, "POST", "/users/me/status", { emoji_name, status_text });
    await tidyTopics(api, sent);
    await keepForLater(api, sent, channels, now);
    await happenToday(api, channels);
  } finally {
    await server.close();
  }
}

/** Calls operations with the key of whoever acts. */
class DemoApi {
  readonly #app: RunningApp;
  readonly #server: FastifyInstance;
  readonly #realm: Realm;
  readonly #ids: ReadonlyMap<string, UserId>;

  constructor(app: RunningApp, server: FastifyInstance, realm: Realm, ids: ReadonlyMap<string, UserId>) {
    this.#app = app;
    this.#server = server;
    this.#realm = realm;
    this.#ids = ids;
  }

  idOf(person: string): UserId {
    return this.#ids.get(person) as UserId;
  }

  async call<T extends object>(
    person: string,
    method: "GET" | "POST" | "PATCH",
    path: string,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<T> {
    const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
    const form = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, text(value)]));
    const url = `/api/v1${path}${method === "GET" ? `?${form}` : ""}`;
    const type = { "content-type": "application/x-www-form-urlencoded" };
    return this.#send(person, { method, url, ...(method === "GET" ? {} : { payload: `${form}`, headers: type }) });
  }

  async upload(person: string, name: string, type: string, bytes: Buffer): Promise<{ url: string }> {
    const boundary = "parley-demo-picture";
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    return this.#send(person, { method: "POST", url: "/api/v1/user_uploads", payload, headers });
  }

  async #send<T>(
    person: string,
    {
      headers,
      ...request
    }: { method: string; url: string; payload?: string | Buffer; headers?: Record<string, string> },
  ): Promise<T> {
    const host = new URL(this.#realm.url).host;
    const response = await this.#server.inject({
      ...(request as { method: "POST"; url: string }),
      headers: { ...headers, host, authorization: await this.#credentials(person), "user-agent": "website" },
    });
    const body = response.json() as T & { result: string; msg: string };
    if (body.result !== "success") throw new Error(`${person}: ${request.method} ${request.url}: ${body.msg}`);
    return body;
  }

  async #credentials(person: string): Promise<string> {
    const { delivery_email, api_key_encrypted } = await this.#app.database.reader
      .selectFrom("user")
      .select(["delivery_email", "api_key_encrypted"])
      .where("id", "=", this.idOf(person))
      .executeTakeFirstOrThrow();
    const key = this.#app.secrets.decrypt(api_key_encrypted);
    return `Basic ${Buffer.from(`${delivery_email}:${key}`).toString("base64")}`;
  }
}

async function channelIds(api: DemoApi): Promise<ReadonlyMap<string, ChannelId>> {
  const { streams } = await api.call<{ streams: { name: string; stream_id: ChannelId }[] }>(
    "olivia",
    "GET",
    "/streams",
    {
      include_all: true,
    },
  );
  return new Map(streams.map(({ name, stream_id }) => [name, stream_id]));
}

async function sortChannels(ctx: OpenContext, api: DemoApi, channels: ReadonlyMap<string, ChannelId>): Promise<void> {
  for (const [name, members] of Object.entries(FOLDERS)) {
    const { channel_folder_id } = await api.call<{ channel_folder_id: number }>(
      "olivia",
      "POST",
      "/channel_folders/create",
      { name, description: "" },
    );
    const ids = members.flatMap((member) => channels.get(member) ?? []);
    await change(ctx, ({ db }) => putIntoFolder(db, ids, channel_folder_id));
  }
}

const messageSaying = (sent: readonly DemoMessage[], words: RegExp): MessageId =>
  (sent.find(({ line }) => words.test(line.text)) as DemoMessage).id;

/** One topic is resolved, and one message has moved to a topic of its own. */
async function tidyTopics(api: DemoApi, sent: readonly DemoMessage[]): Promise<void> {
  const promised = messageSaying(sent, /promise three things/);
  await api.call("priya", "PATCH", `/messages/${promised}`, {
    topic: "✔ autumn release: what is in",
    propagate_mode: "change_all",
    send_notification_to_old_thread: false,
  });
  const printing = messageSaying(sent, /asked for printing/);
  await api.call("priya", "PATCH", `/messages/${printing}`, {
    topic: "printing maps",
    propagate_mode: "change_one",
    send_notification_to_new_thread: true,
  });
}

/** What the owner has kept for herself. */
async function keepForLater(
  api: DemoApi,
  sent: readonly DemoMessage[],
  channels: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const starred = [messageSaying(sent, /promise three things/), messageSaying(sent, /four hut wardens/)];
  await api.call("olivia", "POST", "/messages/flags", { messages: starred, op: "add", flag: "starred" });
  const product = channels.get("product") as number;
  const draft = { type: "stream", to: [product], topic: "spring release", content: "First ideas for spring:\n\n1. " };
  const note = { type: "private", to: [api.idOf("sara")], topic: "", content: "Could you join us on Thursday at" };
  await api.call("olivia", "POST", "/drafts", { drafts: [draft, note] });
  await api.call("olivia", "POST", "/saved_snippets", {
    title: "Thanks for the report",
    content: "Thank you for telling us. I have passed it on, and will write here when it is fixed.",
  });
  await api.call("olivia", "POST", "/scheduled_messages", {
    type: "channel",
    to: channels.get("announcements"),
    topic: "all hands",
    content: "All hands in an hour, in the big room and on the usual link.",
    scheduled_delivery_timestamp: now + DAY,
  });
  await api.call("olivia", "POST", "/user_topics", {
    stream_id: product,
    topic: "interviews with hut wardens",
    visibility_policy: 3,
  });
}

/** Unread for the owner: a poll with votes, a picture, and a mention with a time. */
async function happenToday(api: DemoApi, channels: ReadonlyMap<string, number>): Promise<void> {
  const say = (person: string, channel: string, topic: string, content: string) =>
    api.call<{ id: number }>(person, "POST", "/messages", {
      type: "channel",
      to: channels.get(channel),
      topic,
      content,
    });
  const poll = await say(
    "ingrid",
    "field trips",
    "where next",
    "/poll Where do we test the autumn release?\nThe Cairngorms, in snow\nThe Lake District, in rain\nThe office roof",
  );
  for (const [person, option] of [
    ["tomas", 0],
    ["mei", 0],
    ["zoe", 1],
    ["noah", 2],
  ] as const)
    await api.call(person, "POST", "/submessage", {
      message_id: poll.id,
      msg_type: "widget",
      content: JSON.stringify({ type: "vote", key: `canned,${option}`, vote: 1 }),
    });
  const { url } = await api.upload("amara", "contours.png", "image/png", await drawMap());
  const drawn = await say(
    "amara",
    "design",
    "night mode",
    `New contours for night mode. Can you still read the ridge?\n\n[contours.png](${url})`,
  );
  for (const person of ["mei", "luca", "priya"])
    await api.call(person, "POST", `/messages/${drawn.id}/reactions`, { emoji_name: "heart_eyes" });
  const { full_name } = await api.call<{ full_name: string }>("olivia", "GET", "/users/me");
  const friday = new Date(Date.now() + 3 * DAY * 1000).toISOString().slice(0, 10);
  await say(
    "priya",
    "product",
    "spring release",
    `@**${full_name}|${api.idOf("olivia")}** shall we plan spring together? I suggest <time:${friday}T15:00:00+00:00>.`,
  );
}
