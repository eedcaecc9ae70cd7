/**
 * An organization of any size in the proportions of a very large one: 100,000 people, 10,000 channels, and half of the
 * people online. Written directly to the tables of either engine; through the API each account would be announced.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp, type RunningApp } from "@parley/server/app.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import type { TurnTx } from "@parley/server/kernel/db/handles.ts";
import { pino } from "pino";
import { administer } from "../../server/test/databases.ts";
import { type BenchPerson, insertBareChannel, makePeople, type Organization, writing } from "../population.ts";
import { parleyWith } from "../processes.ts";

export const PEOPLE = 100_000;
const CHANNELS = 10_000;
/** People in one transaction: on PostgreSQL a transaction's statements must end in time. */
const PEOPLE_AT_ONCE = 10_000;

const SEEN_BEFORE_SECONDS = 100;

export interface LargeChannel {
  readonly id: number;
  readonly members: readonly BenchPerson[];
}

export interface LargeOrganization {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly people: readonly BenchPerson[];
  /** Every second person. */
  readonly online: readonly BenchPerson[];
  /** Everyone is in the first one. */
  readonly channels: readonly [LargeChannel, ...LargeChannel[]];
  remove(): Promise<void>;
}

/** The share of the people who are in a channel. Most channels are small, whatever the size of the organization. */
export function shareOf(number: number, channels: number): number {
  if (number === 0) return 1;
  if (number <= channels / 1000) return 1 / 10;
  return number <= channels / 90 ? 1 / 100 : 1 / 1000;
}

export async function makeLargeOrganization(scale: number, databaseUrl?: string): Promise<LargeOrganization> {
  const root = await mkdtemp(join(tmpdir(), "parley-scale-"));
  const directory = join(root, "data");
  const env: Record<string, string> = databaseUrl === undefined ? {} : { PARLEY_DATABASE_URL: databaseUrl };
  const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
  const made = (await parleyWith(env, directory, "init", "--json", "--name", "Scale", ...owner)) as Organization;
  const app = await openApp(readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off", ...env }), {
    log: pino({ level: "error" }),
  });
  try {
    const people: BenchPerson[] = [];
    const size = Math.round(PEOPLE * scale);
    for (let from = 0; from < size; from += PEOPLE_AT_ONCE) {
      const count = Math.min(PEOPLE_AT_ONCE, size - from);
      people.push(...(await writing(app, made.realm_id, (tx) => makePeople(app, tx, made, count, from + 1))));
    }
    const [everyone, ...others] = await makeChannels(app, made.realm_id, people, Math.round(CHANNELS * scale));
    if (!everyone) throw new Error("The organization is too small to have channels.");
    await writing(app, made.realm_id, (tx) => writePresence(tx, made.realm_id));
    // After so many rows at once, as the database's own maintenance would.
    if (databaseUrl !== undefined) await administer(databaseUrl, "analyze");
    return {
      directory,
      env,
      people,
      online: people.filter((_, index) => index % 2 === 0),
      channels: [everyone, ...others],
      remove: () => rm(root, { recursive: true }),
    };
  } finally {
    await app.stop();
  }
}

async function makeChannels(
  app: RunningApp,
  realmId: number,
  people: readonly BenchPerson[],
  count: number,
): Promise<LargeChannel[]> {
  const realm = await app.identities.realmById(app.database.reader, realmId);
  return writing(app, realmId, async (tx) => {
    const channels: LargeChannel[] = [];
    for (let number = 0; number < count; number++) {
      const { id } = await insertBareChannel(tx, realm, {
        name: `channel ${number}`,
        description: `Where ${number} is talked about.`,
        rendered_description: `<p>Where ${number} is talked about.</p>`,
        invite_only: false,
        can_send_message_group: realm.systemGroups["role:everyone"],
      });
      const size = Math.max(2, Math.round(people.length * shareOf(number, count)));
      const start = (number * size) % (people.length - size + 1);
      const members = people.slice(start, start + size);
      await subscribe(tx, id, members);
      channels.push({ id, members });
    }
    return channels;
  });
}

/** Everyone online was here a while ago, so that the next report is news. */
async function writePresence(tx: TurnTx, realmId: number): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000) - SEEN_BEFORE_SECONDS;
  await tx.insertInto("presence_counter").values({ realm_id: realmId, last_update_id: 1 }).execute();
  await tx
    .insertInto("user_presence")
    .columns(["user_id", "realm_id", "last_connected_at", "last_active_at", "last_update_id"])
    .expression(
      tx
        .selectFrom("user")
        .select((eb) => [
          "id",
          "realm_id",
          eb.lit(seconds).as("last_connected_at"),
          eb.lit(seconds).as("last_active_at"),
          eb.lit(1).as("last_update_id"),
        ])
        .where("realm_id", "=", realmId)
        // As many as are online, but not the same ones.
        .where((eb) => eb(eb("id", "%", eb.lit(2)), "=", 0)),
    )
    .execute();
}

/** One statement for each table and channel: people who follow one another have ids that do, too. */
async function subscribe(tx: TurnTx, channelId: number, members: readonly BenchPerson[]): Promise<void> {
  const membersWith = tx
    .selectFrom("user")
    .select((eb) => ["id", eb.cast<number>(eb.val(channelId), "bigint").as("channel_id")])
    .where("id", ">=", members[0]?.id ?? 0)
    .where("id", "<=", members.at(-1)?.id ?? 0);
  await tx
    .insertInto("subscription")
    .columns(["user_id", "channel_id", "is_subscribed", "color", "is_muted", "pin_to_top", "read_upto"])
    .expression(
      membersWith.select((eb) => [
        eb.lit(true).as("is_subscribed"),
        eb.cast<string>(eb.val("#76ce90"), "text").as("color"),
        eb.lit(false).as("is_muted"),
        eb.lit(false).as("pin_to_top"),
        eb.lit(0).as("read_upto"),
      ]),
    )
    .execute();
  await tx
    .insertInto("subscription_period")
    .columns(["user_id", "channel_id", "from_message_id"])
    .expression(membersWith.select((eb) => eb.lit(1).as("from_message_id")))
    .execute();
}
