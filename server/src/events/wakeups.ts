/**
 * How the processes that share a database hear of each other's changes. On PostgreSQL a notification after each commit;
 * on SQLite, where the other process is a command-line tool, a look at the file's change counter. A slow look at
 * everything makes up for any notification that was lost with the process that should have sent it.
 */

import { sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import type { RealmId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/handles.ts";
import { APPLICATION_NAME } from "../db/postgres.ts";

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

const CHANNEL = "parley";
const LOOK_EVERY_MS = 1000;
const RECONNECT_AFTER_MS = 1000;

/** One process: only the command line may change something behind its back. */
export function watchSqlite(database: Database, clock: Clock, heard: Heard): Wakeups {
  let version: number | undefined;
  let stop = clock.after(LOOK_EVERY_MS, look);

  function look(): void {
    stop = clock.after(LOOK_EVERY_MS, look);
    void sql<{ data_version: number }>`pragma data_version`.execute(database.reader).then(({ rows }) => {
      const current = rows[0]?.data_version;
      if (version !== undefined && current !== version) heard.unknown();
      version = current;
    });
  }

  const nothing = () => {};
  return { logGrew: nothing, queueGone: nothing, ephemeral: nothing, close: async () => stop() };
}

export async function listenOnPostgres(url: string, clock: Clock, log: Logger, heard: Heard): Promise<Wakeups> {
  let client: pg.Client | undefined;
  let closing = false;
  let sending = false;
  const grown = new Set<RealmId>();
  const messages: string[] = [];

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: APPLICATION_NAME });
    next.on("notification", ({ payload }) => receive(payload ?? ""));
    next.on("error", (error) => {
      log.warn({ err: error }, "lost the connection that listens for changes");
      client = undefined;
      reconnect();
    });
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    client = next;
    heard.unknown();
  }

  function reconnect(): void {
    if (closing) return;
    clock.after(RECONNECT_AFTER_MS, () => {
      connect().catch(() => reconnect());
    });
  }

  function receive(payload: string): void {
    const kind = payload[0];
    const rest = payload.slice(1);
    if (kind === "g") for (const id of rest.split(",")) heard.grown(Number(id));
    else if (kind === "q") heard.queueGone(rest);
    else if (kind === "e") heard.ephemeral(rest);
  }

  /** Sends outside the changing transaction: notifying inside it would make all commits of the database queue up. */
  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      while (client && (grown.size > 0 || messages.length > 0)) {
        const payloads = messages.splice(0);
        if (grown.size > 0) payloads.push(`g${[...grown].slice(0, 500).join(",")}`);
        grown.clear();
        await client.query("select pg_notify($1, payload) from unnest($2::text[]) as payload", [CHANNEL, payloads]);
      }
    } catch (error) {
      log.warn({ err: error }, "could not tell the other nodes of a change");
    } finally {
      sending = false;
    }
  }

  await connect();
  let stop = clock.after(LOOK_EVERY_MS, look);
  function look(): void {
    stop = clock.after(LOOK_EVERY_MS, look);
    heard.unknown();
  }

  return {
    logGrew(realmId) {
      grown.add(realmId);
      void send();
    },
    queueGone(queueId) {
      messages.push(`q${queueId}`);
      void send();
    },
    ephemeral(payload) {
      messages.push(`e${payload}`);
      void send();
    },
    async close() {
      closing = true;
      stop();
      while (sending) await new Promise((resolve) => setImmediate(resolve));
      await client?.end();
    },
  };
}
