/**
 * An organization with years of history: 1,000,000 messages in 2,000 topics and in direct conversations among 5,000
 * people. Written directly to the tables, from a seed; sending them would take an hour.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openApp, type RunningApp } from "@parley/server/app.ts";
import { insertSubscriptions } from "@parley/server/channels/subscriptions/store.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import { openSqlite } from "@parley/server/kernel/db/sqlite.ts";
import { mergeSome } from "@parley/server/text/search/merge.ts";
import { indexSome } from "@parley/server/text/search/progress.ts";
import { pino } from "pino";
import {
  type BenchPerson,
  insertBareChannel,
  makePeople,
  type Organization,
  randomFrom,
  writing,
} from "./population.ts";
import { parley } from "./processes.ts";

const PEOPLE = 5000;
const CHANNELS = 40;
const TOPICS_PER_CHANNEL = 50;
const MESSAGES = 1_000_000;
/**
 * One topic has this many messages, to be moved; in its channel the reader has this many unread messages, to be marked
 * as read.
 */
export const TO_MOVE = 10_000;
export const TO_MARK = 50_000;
const WORDS = 20_000;
const REALM_PER_DAY = 86_400;

export interface Archive {
  readonly directory: string;
  readonly realmId: number;
  readonly reader: BenchPerson;
  readonly other: BenchPerson;
  readonly administrator: BenchPerson;
  /** The reader's subscriptions; the first has the topic to move and the messages to mark. */
  readonly channels: readonly { id: number; recipient_id: number; name: string }[];
  readonly topicToMove: { name: string; newestMessageId: number };
  remove(): Promise<void>;
}

export async function makeArchive(): Promise<Archive> {
  const root = await mkdtemp(join(tmpdir(), "parley-archive-"));
  const directory = join(root, "data");
  const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
  const made = (await parley(directory, "init", "--json", "--name", "Archive", ...owner)) as Organization;
  const app = await openApp(readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off" }), {
    log: pino({ level: "error" }),
  });
  const people = await writing(app, made.realm_id, (tx) => makePeople(app, tx, made, PEOPLE));
  const channels = await makeChannels(app, made, people);
  await app.stop();
  const file = join(directory, "parley.db");
  const topicToMove = writeMessages(file, made.realm_id, people, channels);
  await indexMessages(file, made.realm_id);
  return {
    directory,
    realmId: made.realm_id,
    reader: people[0] as BenchPerson,
    other: people[1] as BenchPerson,
    administrator: { id: made.user_id, login: `${made.email}:${made.api_key}` },
    channels: channels.filter((_, index) => index % 2 === 0),
    topicToMove,
    remove: () => rm(root, { recursive: true }),
  };
}

const LARGE_BATCH = { messages: 2000, bytes: 10_000_000 };

/** As an idle server would do it, but in larger batches. */
export async function indexMessages(file: string, realmId: number): Promise<void> {
  const database = openSqlite(file);
  while (await database.transaction((tx) => indexSome(tx, realmId, LARGE_BATCH))) await database.transaction(mergeSome);
  await database.close();
}

type ArchiveChannel = Archive["channels"][number];

async function makeChannels(
  app: RunningApp,
  owner: Organization,
  people: readonly BenchPerson[],
): Promise<ArchiveChannel[]> {
  const realm = await app.identities.realmById(app.database.reader, owner.realm_id);
  return writing(app, owner.realm_id, async (tx) => {
    const channels: ArchiveChannel[] = [];
    for (let number = 0; number < CHANNELS; number++) {
      const channel = await insertBareChannel(tx, realm, {
        name: `channel ${number}`,
        invite_only: number % 5 === 4,
        can_send_message_group: realm.systemGroups["role:everyone"],
      });
      channels.push(channel);
      // The reader is in every second channel, everyone else in a quarter of them.
      const joining = people.filter(({ id }, index) => (index === 0 ? number % 2 === 0 : (id + number) % 4 === 0));
      const members = [{ id: owner.user_id }, ...joining];
      await insertSubscriptions(
        tx,
        members.map(({ id }) => ({ user_id: id, channel_id: channel.id, color: "#76ce90" })),
        0,
      );
    }
    return channels;
  });
}

/** Words of a made-up language. As in any language, a few occur in nearly every message, and most hardly ever. */
function vocabulary(random: () => number): () => string {
  const syllables = ["ba", "ko", "li", "mer", "na", "sto", "ti", "vu", "zer", "pla", "dro", "fin", "gu", "hel", "jo"];
  const make = () => Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables, random)).join("");
  const words = Array.from({ length: WORDS }, make);
  return () => words[Math.floor(WORDS ** random()) - 1] as string;
}

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T;

function writeMessages(
  file: string,
  realmId: number,
  people: readonly BenchPerson[],
  channels: readonly ArchiveChannel[],
): Archive["topicToMove"] {
  const random = randomFrom(3);
  const word = vocabulary(random);
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; BEGIN");
  const insertTopic = database.prepare(
    "insert into topic (channel_id, name, name_key, max_message_id) values (?, ?, ?, 0) returning id",
  );
  const insertMessage = database.prepare(
    `insert into message (realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client, traits)
     values (?, ?, ?, ?, ?, ?, ?, ?, 'bench', ?)`,
  );
  const insertRecipient = database.prepare("insert into recipient (realm_id, direct_key) values (?, ?) returning id");
  const insertParticipant = database.prepare(
    "insert into direct_participant (recipient_id, user_id, read_upto, max_message_id) values (?, ?, 0, 0)",
  );
  const insertReaction = database.prepare(
    `insert into reaction (message_id, user_id, reaction_type, emoji_code, emoji_name)
     values (?, ?, 'unicode_emoji', '1f44d', '+1')`,
  );
  const insertFlags = database.prepare(
    "insert or ignore into user_message (user_id, message_id, flags) values (?, ?, ?)",
  );

  const places = channels.flatMap((channel) =>
    Array.from({ length: TOPICS_PER_CHANNEL }, (_, number) => {
      const name = `topic ${number} ${word()}`;
      const row = insertTopic.get(channel.id, name, name);
      return { recipient: channel.recipient_id, topic: row?.id as number, name, channel, sent: 0 };
    }),
  );
  const [reader] = people as [BenchPerson];
  const direct = people.slice(1, 400).map((person) => {
    const row = insertRecipient.get(realmId, [reader.id, person.id].sort((a, b) => a - b).join());
    for (const { id } of [reader, person]) insertParticipant.run(row?.id as number, id);
    return row?.id as number;
  });

  const toMove = places[0] as (typeof places)[number];
  const begin = 1_700_000_000;
  let moveId = 0;
  for (let number = 1; number <= MESSAGES; number++) {
    const sent = begin + Math.floor((number / MESSAGES) * 700 * REALM_PER_DAY);
    const sender = people[Math.floor(PEOPLE * random() ** 3)] as BenchPerson;
    const content = Array.from({ length: 4 + Math.floor(random() * 16) }, word).join(" ");
    const html = `<p>${content}</p>`;
    const traits = random() < 0.05 ? 1 : 0;
    if (random() < 0.03) {
      insertMessage.run(realmId, pick(direct, random), sender.id, null, "", content, html, sent, traits);
      continue;
    }
    const isForMove = number % Math.floor(MESSAGES / TO_MOVE) === 0;
    const place = isForMove ? toMove : places[1 + Math.floor((places.length - 1) * random() ** 2)];
    if (!place) continue;
    const stored = [realmId, place.recipient, sender.id, place.topic, place.name, content, html, sent, traits];
    const id = Number(insertMessage.run(...(stored as number[])).lastInsertRowid);
    if (isForMove) moveId = id;
    if (random() < 0.02) insertReaction.run(id, sender.id);
    // Starred, or mentioned.
    if (random() < 0.001) insertFlags.run(reader.id, id, random() < 0.5 ? 2 : 8);
  }
  database.exec(`
    update topic set max_message_id = coalesce((select max(id) from message where topic_id = topic.id), 0);
    update channel set first_message_id = (select min(id) from message where recipient_id = channel.recipient_id);
    update direct_participant
      set max_message_id = coalesce((select max(id) from message where recipient_id = direct_participant.recipient_id), 0);
    update subscription set read_upto = (select max(id) from message);
    update direct_participant set read_upto = max_message_id;
    COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)`);
  // The messages to mark as read are above the reader's mark in the first channel.
  const unread = channels[0] as ArchiveChannel;
  const mark = database
    .prepare("select id from message where recipient_id = ? order by id desc limit 1 offset ?")
    .get(unread.recipient_id, TO_MARK) as { id: number } | undefined;
  database
    .prepare("update subscription set read_upto = ? where user_id = ? and channel_id = ?")
    .run(mark?.id ?? 0, reader.id, unread.id);
  database.close();
  return { name: toMove.name, newestMessageId: moveId };
}
