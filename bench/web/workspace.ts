/**
 * An organization large enough to keep a browser busy: 5,000 people, 500 channels with 45,000 topics, among them a
 * topic of 10,000 messages and a channel of 100,000, and 1,000 direct conversations. The messages repeat a few dozen
 * that the server has rendered, with everything that a message can contain; they are written directly to the tables. It
 * is created once and kept until its sources change; a server works on a copy.
 */
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { madeOnce } from "@parley/e2e/support/unpacked.ts";
import { openApp, type RunningApp } from "@parley/server/app.ts";
import { subscribe } from "@parley/server/channels/contract.ts";
import { channelsByName } from "@parley/server/channels/store.ts";
import { insertSubscriptions } from "@parley/server/channels/subscriptions/store.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import { hashPassword } from "@parley/server/kernel/secrets.ts";
import { sendMessage } from "@parley/server/messages/contract.ts";
import { pino } from "pino";
import { indexMessages } from "../archive.ts";
import {
  type BenchPerson,
  insertBareChannel,
  makePeople,
  type Organization,
  post,
  randomFrom,
  sendForm,
  writing,
} from "../population.ts";
import { parley } from "../processes.ts";
import { sampleTexts } from "./samples.ts";

const PEOPLE = 5000;
const CHANNELS = 500;
export const LONG_TOPIC = 10_000;
const LONG_CHANNEL = 100_000;
/** Topics of the long channel. */
const LONG_CHANNEL_TOPICS = 100;
/** Topics of every other channel, with one message each. */
const TOPICS_PER_CHANNEL = 90;
/** Direct conversations, with one message each. */
const DIRECT = 1000;
const WRITERS = 50;
const SUBSCRIBERS = 20;
const PASSWORD = "correct horse battery staple";

export interface SeededAccount {
  readonly email: string;
  readonly password: string;
}

export interface SeededTopic {
  readonly channelId: number;
  readonly name: string;
}

export interface SeededOrganization {
  readonly directory: string;
  /** Is in every channel, and has read everything. */
  readonly reader: SeededAccount;
  /** Another account, with 45,000 unread conversations. */
  readonly returning: SeededAccount;
  /** Basic credentials of someone who writes in a channel that both are in. */
  readonly writer: { readonly login: string; readonly channelId: number };
  readonly longTopic: SeededTopic;
  readonly longChannel: { readonly id: number; readonly topics: readonly SeededTopic[]; readonly middleId: number };
  remove(): Promise<void>;
}

interface SeededChannel {
  readonly id: number;
  readonly recipient_id: number;
}

/** The files that determine the organization. */
const SOURCES = ["./workspace.ts", "./samples.ts", "../population.ts"].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);
const FACTS = "workspace.json";

export async function makeWorkspace(): Promise<SeededOrganization> {
  const hash = createHash("sha256");
  for (const file of SOURCES) hash.update(await readFile(file));
  const made = await madeOnce(`workspace-${hash.digest("hex").slice(0, 12)}`, fill);
  const directory = await mkdtemp(join(tmpdir(), "parley-workspace-copy-"));
  await cp(join(made, "data"), directory, { recursive: true });
  const facts = JSON.parse(await readFile(join(made, FACTS), "utf8")) as Omit<
    SeededOrganization,
    "directory" | "remove"
  >;
  return { ...facts, directory, remove: () => rm(directory, { recursive: true }) };
}

async function fill(root: string): Promise<void> {
  const directory = join(root, "data");
  const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia", "--owner-password", PASSWORD];
  const made = (await parley(directory, "init", "--json", "--name", "Office", ...owner)) as Organization;
  const app = await openApp(readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off" }), {
    log: pino({ level: "error" }),
  });
  // The owner is one of the people.
  const people = await writing(app, made.realm_id, (tx) => makePeople(app, tx, made, PEOPLE - 1));
  const [returning, writer] = people as [BenchPerson, BenchPerson];
  const password_hash = await hashPassword(PASSWORD);
  await app.database.transaction((tx) =>
    tx.updateTable("user").set({ password_hash }).where("id", "=", returning.id).execute(),
  );
  const channels = await makeChannels(app, made, people);
  await writeSamples(app, made);
  await app.stop();
  const file = join(directory, "parley.db");
  const long = writeMessages(file, made, people, channels);
  readTo(file, made.user_id, []);
  readTo(file, returning.id, channels.slice(2));
  await indexMessages(file, made.realm_id);
  const facts: Omit<SeededOrganization, "directory" | "remove"> = {
    reader: { email: "owner@example.com", password: PASSWORD },
    returning: { email: returning.login.split(":")[0] as string, password: PASSWORD },
    writer: { login: writer.login, channelId: (channels[2] as SeededChannel).id },
    ...long,
  };
  await writeFile(join(root, FACTS), JSON.stringify(facts));
}

async function makeChannels(
  app: RunningApp,
  made: Organization,
  people: readonly BenchPerson[],
): Promise<SeededChannel[]> {
  const realm = await app.identities.realmById(app.database.reader, made.realm_id);
  return writing(app, made.realm_id, async (tx) => {
    const channels: SeededChannel[] = [];
    for (let number = 0; number < CHANNELS; number++) {
      const channel = await insertBareChannel(tx, realm, {
        name: `channel ${number}`,
        description: `Where ${number} is talked about.`,
        rendered_description: `<p>Where ${number} is talked about.</p>`,
        invite_only: false,
        can_send_message_group: realm.systemGroups["role:everyone"],
      });
      channels.push(channel);
      const [returning, writer, ...others] = people as [BenchPerson, BenchPerson, ...BenchPerson[]];
      const start = (number * SUBSCRIBERS) % others.length;
      const members = [{ id: made.user_id }, returning, writer, ...others.slice(start, start + SUBSCRIBERS)];
      const rows = members.map(({ id }) => ({ user_id: id, channel_id: channel.id, color: "#76ce90" }));
      await insertSubscriptions(tx, rows, 0);
    }
    return channels;
  });
}

const SAMPLES = "samples";

/** Sent through the server, so that they are rendered as usual. */
async function writeSamples(app: RunningApp, owner: Organization): Promise<void> {
  const login = `${owner.email}:${owner.api_key}`;
  const subscriptions = JSON.stringify([{ name: SAMPLES }]);
  await post(app, subscribe.path, login, { subscriptions, send_new_subscription_messages: "false" });
  const [channel] = await channelsByName(app.database.reader, owner.realm_id, owner.user_id, [SAMPLES]);
  for (const text of sampleTexts())
    await post(app, sendMessage.path, login, sendForm(channel?.id as number, SAMPLES, text));
}

interface SeededConversation {
  readonly recipient: number;
  /** Null for direct messages. */
  readonly topic: number | null;
  readonly name: string;
}

/** Returns the long topic and the long channel. */
function writeMessages(
  file: string,
  { realm_id: realmId, user_id: ownerId }: Organization,
  people: readonly BenchPerson[],
  channels: readonly SeededChannel[],
): Pick<SeededOrganization, "longTopic" | "longChannel"> {
  const random = randomFrom(5);
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN");
  const samples = database
    .prepare("select content, rendered_content, traits from message where subject = ?")
    .all(SAMPLES) as { content: string; rendered_content: string; traits: number }[];
  const insertTopic = database.prepare(
    "insert into topic (channel_id, name, name_key, max_message_id) values (?, ?, ?, 0) returning id",
  );
  const insertMessage = database.prepare(
    `insert into message (realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client, traits)
     values (?, ?, ?, ?, ?, ?, ?, ?, 'bench', ?)`,
  );
  const insertReaction = database.prepare(
    `insert into reaction (message_id, user_id, reaction_type, emoji_code, emoji_name)
     values (?, ?, 'unicode_emoji', '1f44d', '+1')`,
  );
  const insertRecipient = database.prepare("insert into recipient (realm_id, direct_key) values (?, ?) returning id");
  const insertParticipant = database.prepare(
    "insert into direct_participant (recipient_id, user_id, read_upto, max_message_id) values (?, ?, 0, 0)",
  );
  const directWith = (userId: number): SeededConversation => {
    const userIds = [ownerId, userId].sort((a, b) => a - b);
    const recipient = insertRecipient.get(realmId, userIds.join())?.id as number;
    for (const id of userIds) insertParticipant.run(recipient, id);
    return { recipient, topic: null, name: "" };
  };
  const placesIn = ({ id, recipient_id }: SeededChannel, names: readonly string[]): SeededConversation[] =>
    names.map((name) => ({ recipient: recipient_id, topic: insertTopic.get(id, name, name)?.id as number, name }));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const writers = people.slice(1, 1 + WRITERS);
  let sender = pick(writers);
  let sentAt = 1_700_000_000;
  const write = ({ recipient, topic, name }: SeededConversation): number => {
    // People often write several messages in a row.
    if (random() < 0.6) sender = pick(writers);
    sentAt += Math.floor(random() * 600);
    const { content, rendered_content: html, traits } = pick(samples);
    const row = insertMessage.run(realmId, recipient, sender.id, topic, name, content, html, sentAt, traits);
    const id = Number(row.lastInsertRowid);
    if (random() < 0.05) insertReaction.run(id, pick(writers).id);
    return id;
  };

  const [first, second, ...others] = channels as [SeededChannel, SeededChannel, ...SeededChannel[]];
  const [longTopic] = placesIn(first, ["ten thousand"]) as [SeededConversation];
  const topicNames = Array.from({ length: LONG_CHANNEL_TOPICS }, (_, number) => `topic ${number}`);
  const longPlaces = placesIn(second, topicNames);
  for (let number = 0; number < LONG_TOPIC; number++) write(longTopic);
  let middleId = 0;
  for (let number = 0; number < LONG_CHANNEL; number++) {
    const id = write(pick(longPlaces));
    if (number === LONG_CHANNEL / 2) middleId = id;
  }
  for (const [number, channel] of others.entries()) {
    const names = Array.from({ length: TOPICS_PER_CHANNEL }, (_, at) => `question ${number * TOPICS_PER_CHANNEL + at}`);
    for (const place of placesIn(channel, names)) write(place);
  }
  for (const { id } of people.slice(1 + WRITERS, 1 + WRITERS + DIRECT)) write(directWith(id));
  database.exec(`
    update topic set max_message_id = coalesce((select max(id) from message where topic_id = topic.id), 0);
    update channel set first_message_id = (select min(id) from message where recipient_id = channel.recipient_id);
    update direct_participant
      set max_message_id = (select max(id) from message where recipient_id = direct_participant.recipient_id);
    update direct_participant set read_upto = max_message_id;
    COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
  return {
    longTopic: { channelId: first.id, name: longTopic.name },
    longChannel: { id: second.id, topics: topicNames.map((name) => ({ channelId: second.id, name })), middleId },
  };
}

/** Marks everything but these channels as read. */
function readTo(file: string, userId: number, unread: readonly SeededChannel[]): void {
  const database = new DatabaseSync(file);
  database.prepare("update subscription set read_upto = (select max(id) from message) where user_id = ?").run(userId);
  const forget = database.prepare("update subscription set read_upto = 0 where user_id = ? and channel_id = ?");
  database.exec("BEGIN");
  for (const { id } of unread) forget.run(userId, id);
  database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}
