/** The bytes of an ordinary message: what it takes for good, and what the log adds until it is pruned. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openApp, type RunningApp } from "@parley/server/app.ts";
import { subscribe } from "@parley/server/channels/contract.ts";
import { channelsByName } from "@parley/server/channels/store.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import { sendMessage } from "@parley/server/messages/contract.ts";
import { sql } from "kysely";
import { pino } from "pino";
import { startPostgres } from "../../server/test/postgres.ts";
import { type Organization, post, sendForm, texts } from "../population.ts";
import { parleyWith } from "../processes.ts";
import type { Figure, Scenario } from "../scenario.ts";

const MESSAGES = 20_000;
const TOPICS = 20;
const AT_ONCE = 50;

interface Sizes {
  /** The log. */
  event: number;
  /** Everything else. */
  kept: number;
}

export const disk: Scenario = {
  name: "disk",
  question: "How many bytes does an ordinary message take, with its indexes and its words?",
  async measureAlone() {
    const postgres = await startPostgres();
    try {
      return [
        ...figures("SQLite", 700, await bytesPerMessage({})),
        ...figures("PostgreSQL", 1200, await bytesPerMessage({ PARLEY_DATABASE_URL: postgres.url })),
      ];
    } finally {
      await postgres.stop();
    }
  },
};

const figures = (engine: string, atMost: number, { kept, event }: Sizes): Figure[] => [
  { what: `a message on ${engine}`, unit: " bytes", parley: kept, target: { atMost } },
  { what: `its event on ${engine}, until it is pruned`, unit: " bytes", parley: event },
];

async function bytesPerMessage(env: Readonly<Record<string, string>>): Promise<Sizes> {
  const directory = await mkdtemp(join(tmpdir(), "parley-bench-"));
  const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
  const made = (await parleyWith(env, directory, "init", "--json", "--name", "Bench", ...owner)) as Organization;
  const config = readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off", ...env });
  const app = await openApp(config, { log: pino({ level: "error" }) });
  try {
    const before = await sizes(app);
    await sendOrdinaryMessages(app, made);
    await untilIndexed(app);
    const after = await sizes(app);
    return { kept: (after.kept - before.kept) / MESSAGES, event: (after.event - before.event) / MESSAGES };
  } finally {
    await app.stop();
    await rm(directory, { recursive: true });
  }
}

async function sendOrdinaryMessages(app: RunningApp, owner: Organization): Promise<void> {
  const login = `${owner.email}:${owner.api_key}`;
  await post(app, subscribe.path, login, { subscriptions: JSON.stringify([{ name: "design" }]) });
  const [channel] = await channelsByName(app.database.reader, owner.realm_id, owner.user_id, ["design"]);
  if (!channel) throw new Error("The channel is missing.");
  const forms = texts(MESSAGES).map((text, index) => sendForm(channel.id, `topic ${index % TOPICS}`, text));
  for (let start = 0; start < MESSAGES; start += AT_ONCE)
    await Promise.all(forms.slice(start, start + AT_ONCE).map((form) => post(app, sendMessage.path, login, form)));
}

/** Messages are indexed for search shortly after they are sent. */
async function untilIndexed({ database: { reader } }: RunningApp): Promise<void> {
  for (;;) {
    const newest = reader.selectFrom("message").select((eb) => eb.fn.max("id").as("id"));
    const indexed = reader.selectFrom("search_cursor").select("upto_message_id as id");
    const [sent, upto] = await Promise.all([newest.executeTakeFirstOrThrow(), indexed.executeTakeFirst()]);
    if (upto && upto.id >= sent.id) return;
    await sleep(200);
  }
}

/** By table, with its indexes. */
async function sizes({ database }: RunningApp): Promise<Sizes> {
  const { rows } = await (database.engine === "sqlite"
    ? sql<{ name: string; bytes: number }>`
        select coalesce(schema.tbl_name, dbstat.name) as name, sum(pgsize) as bytes
        from dbstat left join sqlite_schema as schema on schema.name = dbstat.name group by 1`
    : sql<{ name: string; bytes: number }>`
        select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  ).execute(database.reader);
  const event = rows.find(({ name }) => name === "event")?.bytes ?? 0;
  return { event, kept: rows.reduce((sum, { bytes }) => sum + bytes, 0) - event };
}
