/**
 * A company where someone returns from vacation: 5,000 people, 500 channels, and 20,000 unread messages. Written
 * directly to the tables; sending them would take longer than the measurement.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openApp, type RunningApp } from "@parley/server/app.ts";
import { insertSubscriptions } from "@parley/server/channels/subscriptions/store.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import { pino } from "pino";
import { type BenchPerson, insertBareChannel, makePeople, type Organization, writing } from "./population.ts";
import { parley } from "./processes.ts";

export const PEOPLE = 5000;
export const CHANNELS = 500;
export const UNREAD = 20_000;
/** Subscribers per channel; everyone is in the first one. */
const SUBSCRIBERS = 100;
const TOPICS_PER_CHANNEL = 4;
/** How many of the unread messages are direct, and from how many people. */
const DIRECT = 500;
const WRITERS = 50;

export interface Company {
  readonly directory: string;
  readonly realmId: number;
  readonly people: readonly BenchPerson[];
  /** The person with the unread messages; in every second channel. */
  readonly reader: BenchPerson;
  /** The channel that everyone is in. */
  readonly everybody: number;
  remove(): Promise<void>;
}

interface CompanyChannel {
  readonly id: number;
  readonly recipient_id: number;
}

export async function makeCompany(): Promise<Company> {
  const root = await mkdtemp(join(tmpdir(), "parley-company-"));
  const directory = join(root, "data");
  const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
  const made = (await parley(directory, "init", "--json", "--name", "Company", ...owner)) as Organization;
  const app = await openApp(readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off" }), {
    log: pino({ level: "error" }),
  });
  // The owner is one of the people.
  const people = await writing(app, made.realm_id, (tx) => makePeople(app, tx, made, PEOPLE - 1));
  const channels = await makeChannels(app, made.realm_id, people);
  await app.stop();
  writeMessages(join(directory, "parley.db"), made.realm_id, people, channels);
  return {
    directory,
    realmId: made.realm_id,
    people,
    reader: people[0] as BenchPerson,
    everybody: channels[0]?.id as number,
    remove: () => rm(root, { recursive: true }),
  };
}

async function makeChannels(
  app: RunningApp,
  realmId: number,
  people: readonly BenchPerson[],
): Promise<CompanyChannel[]> {
  const realm = await app.identities.realmById(app.database.reader, realmId);
  const [reader, ...others] = people;
  return writing(app, realmId, async (tx) => {
    const { count } = await tx
      .selectFrom("channel")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const channels: CompanyChannel[] = [];
    for (let number = 0; number < CHANNELS - count; number++) {
      const channel = await insertBareChannel(tx, realm, {
        name: `channel ${number}`,
        description: `Where ${number} is talked about.`,
        rendered_description: `<p>Where ${number} is talked about.</p>`,
        invite_only: false,
        can_send_message_group: realm.systemGroups["role:everyone"],
      });
      channels.push(channel);
      const start = (number * SUBSCRIBERS) % others.length;
      const joining = number === 0 ? others : others.slice(start, start + SUBSCRIBERS);
      const members = number % 2 === 0 ? [reader as BenchPerson, ...joining] : joining;
      const rows = members.map(({ id }) => ({ user_id: id, channel_id: channel.id, color: "#76ce90" }));
      await insertSubscriptions(tx, rows, 0);
    }
    return channels;
  });
}

/** Writes messages that are newer than the reader's marks. */
function writeMessages(
  file: string,
  realmId: number,
  people: readonly BenchPerson[],
  channels: readonly CompanyChannel[],
): void {
  const [reader, ...writers] = people.slice(0, WRITERS + 1) as [BenchPerson, ...BenchPerson[]];
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN");
  const insertTopic = database.prepare(
    "insert into topic (channel_id, name, name_key, max_message_id) values (?, ?, ?, 0) returning id",
  );
  const insertMessage = database.prepare(
    `insert into message (realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client, traits)
     values (?, ?, ?, ?, ?, 'As we said.', '<p>As we said.</p>', 1700000000, 'bench', 0)`,
  );
  const insertRecipient = database.prepare("insert into recipient (realm_id, direct_key) values (?, ?) returning id");
  const insertParticipant = database.prepare(
    "insert into direct_participant (recipient_id, user_id, read_upto, max_message_id) values (?, ?, 0, 0)",
  );
  const places = channels
    .filter((_, number) => number % 2 === 0)
    .flatMap(({ id, recipient_id }) =>
      Array.from({ length: TOPICS_PER_CHANNEL }, (_, number) => {
        const name = `topic ${number}`;
        return { recipient: recipient_id, topic: insertTopic.get(id, name, name)?.id as number, name };
      }),
    );
  const conversations = writers.map((writer) => {
    const recipient = insertRecipient.get(realmId, `${reader.id},${writer.id}`)?.id as number;
    for (const { id } of [reader, writer]) insertParticipant.run(recipient, id);
    return { recipient, topic: null, name: "" };
  });
  for (let number = 0; number < UNREAD; number++) {
    const among = number < DIRECT ? conversations : places;
    const { recipient, topic, name } = among[number % among.length] as (typeof among)[number];
    insertMessage.run(realmId, recipient, (writers[number % WRITERS] as BenchPerson).id, topic, name);
  }
  database.exec(`
    update topic set max_message_id = coalesce((select max(id) from message where topic_id = topic.id), 0);
    update channel set first_message_id = (select min(id) from message where recipient_id = channel.recipient_id);
    update direct_participant
      set max_message_id = coalesce((select max(id) from message where recipient_id = direct_participant.recipient_id), 0);
    COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
}
