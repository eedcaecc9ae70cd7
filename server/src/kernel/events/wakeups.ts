/**
 * How processes sharing a database learn of each other's changes. On PostgreSQL, a notification after each commit
 * (`postgres-wakeups.ts`); on SQLite, where the other process is a command-line tool, the file's change counter.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { RealmId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/handles.ts";
import type { Troubles } from "../health/troubles.ts";

/** Changes by other processes; a process does not receive its own. */
export interface Heard {
  /** The organization's log has grown. */
  grown(realmId: RealmId): void;
  /** Anything may have changed. */
  unknown(): void;
  /** A queue was deleted. */
  queueGone(queueId: string): void;
  /** An event that is not stored. */
  ephemeral(payload: string): void;
}

export interface Wakeups {
  logGrew(realmId: RealmId): void;
  queueGone(queueId: string): void;
  ephemeral(payload: string): void;
  close(): Promise<void>;
}

/** How often everything is checked. */
export const LOOK_EVERY_MS = 1000;

/** For a process that does not work in the background. */
export const NO_WAKEUPS: Wakeups = { logGrew() {}, queueGone() {}, ephemeral() {}, async close() {} };

interface WakeupsOptions {
  readonly config: Pick<Config, "database" | "databaseUrl">;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly troubles: Troubles;
}

export async function openWakeups(options: WakeupsOptions, heard: Heard): Promise<Wakeups> {
  const { config, database, clock, log, troubles } = options;
  const { listenUrl, probeMs } = config.database;
  const url = config.databaseUrl && (listenUrl ?? config.databaseUrl);
  if (!url) return watchSqlite(database, clock, log, heard);
  // Loaded by those who use PostgreSQL.
  const { listenOnPostgres } = await import("./postgres-wakeups.ts");
  const notify = (channel: string, payload: string) =>
    database.delivery.transaction(async (tx) => {
      await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
    });
  return listenOnPostgres({ url, probeMs, clock, log, troubles, notify }, heard);
}

/** One process: only the command line may change data behind its back. */
function watchSqlite(database: Database, clock: Clock, log: Logger, heard: Heard): Wakeups {
  let version: number | undefined;
  let stop = clock.after(LOOK_EVERY_MS, look);

  function look(): void {
    stop = clock.after(LOOK_EVERY_MS, look);
    dataVersion(database).then(
      (current) => {
        // The first check counts too: something may have changed since the start.
        if (current !== version) heard.unknown();
        version = current;
      },
      (error: unknown) => log.warn({ err: error }, "could not check for changes"),
    );
  }

  const nothing = () => {};
  return { logGrew: nothing, queueGone: nothing, ephemeral: nothing, close: async () => stop() };
}

async function dataVersion(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(database.reader);
  return rows[0]?.data_version;
}
