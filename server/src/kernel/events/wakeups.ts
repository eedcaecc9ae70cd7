/**
 * How the processes that share a database hear of each other's changes. On PostgreSQL a notification after each commit;
 * on SQLite, where the other process is a command-line tool, a look at the file's change counter. A slow look at
 * everything makes up for any notification that was lost with the process that should have sent it.
 */

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import type { RealmId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/handles.ts";
import { APPLICATION_NAME, cut, KEEP_ALIVE_MS } from "../db/postgres-pool.ts";
import type { Troubles } from "../health/troubles.ts";

/** What other processes did; a process does not hear itself. */
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
/** PostgreSQL refuses notifications of 8000 bytes. */
const LARGEST_PAYLOAD = 7900;
const REALMS_PER_PAYLOAD = 500;

/** One process: only the command line may change something behind its back. */
export function watchSqlite(database: Database, clock: Clock, log: Logger, heard: Heard): Wakeups {
  let version: number | undefined;
  let stop = clock.after(LOOK_EVERY_MS, look);

  function look(): void {
    stop = clock.after(LOOK_EVERY_MS, look);
    dataVersion(database).then(
      (current) => {
        // The first look counts too: something may have changed since the start.
        if (current !== version) heard.unknown();
        version = current;
      },
      (error: unknown) => log.warn({ err: error }, "could not look for changes"),
    );
  }

  const nothing = () => {};
  return { logGrew: nothing, queueGone: nothing, ephemeral: nothing, close: async () => stop() };
}

async function dataVersion(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(database.reader);
  return rows[0]?.data_version;
}

/** A message that only asks whether notifications arrive. */
const PROBE = "p";
const SILENT = "listening";
const UNHEARD = "notifications";

export interface ListenOptions {
  readonly url: string;
  /** How often, and how long, the connection is asked whether it still works. */
  readonly probeMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly troubles: Troubles;
  /** Notifies through the ordinary connections. */
  notify(channel: string, payload: string): Promise<void>;
}

export async function listenOnPostgres(options: ListenOptions, heard: Heard): Promise<Wakeups> {
  const { url, probeMs, clock, log, troubles } = options;
  let client: pg.Client | undefined;
  let closing = false;
  let sending: Promise<void> | undefined;
  let stopReconnecting = () => {};
  let stopProbing = () => {};
  let probeHeard = (_isHeard: boolean) => {};
  let probeText = "";
  const grown = new Set<RealmId>();
  const messages: string[] = [];
  /** The beginnings of long payloads, by the connection they come from. */
  const begun = new Map<number, string>();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: probeMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    next.on("notification", ({ payload = "", processId }) => {
      if (payload === probeText) probeHeard(true);
      else if (processId !== (next as unknown as { processID: number }).processID) receive(payload, processId);
    });
    next.on("error", (error) => {
      if (client === next) lose(error);
    });
    try {
      await next.connect();
      await withinProbeTime(next, next.query(`LISTEN ${CHANNEL}`));
    } catch (error) {
      cut(next);
      throw error;
    }
    if (closing) return cut(next);
    client = next;
    troubles.endWarning(SILENT);
    // What happened while nobody listened.
    heard.unknown();
    void probeNotifications();
    stopProbing = clock.after(probeMs, probe);
    return send();
  }

  function lose(error: unknown): void {
    client = undefined;
    stopProbing();
    begun.clear();
    const sentence = `Changes of other nodes are noticed up to a second late: the connection that listens for them was lost.`;
    troubles.warn(SILENT, sentence, error);
    reconnect();
  }

  function reconnect(): void {
    if (closing) return;
    stopReconnecting = clock.after(RECONNECT_AFTER_MS, () => {
      connect().catch(() => reconnect());
    });
  }

  /** A connection may be dead without anybody having been told: then it is closed, and its statement fails. */
  async function withinProbeTime<T>(asked: pg.Client, answer: Promise<T>): Promise<T> {
    const impatient = setTimeout(() => cut(asked), probeMs);
    try {
      return await answer;
    } finally {
      clearTimeout(impatient);
    }
  }

  function probe(): void {
    const asked = client;
    if (!asked) return;
    withinProbeTime(asked, asked.query("select 1")).then(
      () => {
        if (client === asked) stopProbing = clock.after(probeMs, probe);
      },
      // The connection has reported its end.
      () => {},
    );
  }

  /** Notifications are lost where the connections to the database are shared by transaction, as some poolers do. */
  async function probeNotifications(): Promise<void> {
    probeText = `${PROBE}${randomUUID()}`;
    const arrives = new Promise<boolean>((resolve) => {
      probeHeard = resolve;
    });
    try {
      await options.notify(CHANNEL, probeText);
    } catch {
      // Nothing was sent, so nothing is known; the next connection asks again.
      return;
    }
    const impatient = setTimeout(() => probeHeard(false), probeMs);
    const isHeard = await arrives;
    clearTimeout(impatient);
    if (isHeard) troubles.endWarning(UNHEARD);
    else if (client && !closing)
      troubles.warn(
        UNHEARD,
        "Notifications of PostgreSQL do not arrive, as behind a pooler in transaction mode: changes of other nodes are " +
          "noticed up to a second late, and typing is not shown. Set PARLEY_DATABASE_LISTEN_URL to an address past the pooler.",
      );
  }

  function receive(payload: string, from: number): void {
    const kind = payload[0];
    const rest = payload.slice(1);
    if (kind === "g") for (const id of rest.split(",")) heard.grown(Number(id));
    else if (kind === "q") heard.queueGone(rest);
    else if (kind === "+" || kind === "e") {
      const text = (begun.get(from) ?? "") + rest.slice(rest.indexOf(":") + 1);
      begun.delete(from);
      if (kind === "+") begun.set(from, text);
      else heard.ephemeral(text);
    }
  }

  /** Sends outside the changing transaction: notifying inside it would make all commits of the database queue up. */
  async function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    try {
      while (client && (grown.size > 0 || messages.length > 0)) {
        // First that the log has grown: what is not stored never overtakes what was committed before it.
        const realms = [...grown];
        grown.clear();
        const payloads: string[] = [];
        for (let start = 0; start < realms.length; start += REALMS_PER_PAYLOAD)
          payloads.push(`g${realms.slice(start, start + REALMS_PER_PAYLOAD).join(",")}`);
        payloads.push(...messages.splice(0));
        const asked = client;
        await withinProbeTime(
          asked,
          asked.query("select pg_notify($1, payload) from unnest($2::text[]) as payload", [CHANNEL, payloads]),
        );
      }
    } catch (error) {
      log.warn({ err: error }, "could not tell the other nodes of a change");
    }
  }

  // Without it changes of others are noticed late, which is no reason not to start.
  await connect().catch(lose);
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
      // Nobody is there to tell, and later it means nothing.
      if (!client) return;
      messages.push(...inParts(payload));
      void send();
    },
    async close() {
      closing = true;
      stop();
      stopReconnecting();
      stopProbing();
      await sending;
      if (client) await withinProbeTime(client, client.end());
    },
  };
}

let partCount = 0;

/** JSON text in pieces that each fit into a notification; the last one is marked. */
function inParts(payload: string): string[] {
  // Escaped to ASCII, so that a character is a byte and may be followed by a cut.
  const ascii = payload.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const parts: string[] = [];
  for (let start = 0; start < ascii.length; start += LARGEST_PAYLOAD)
    parts.push(ascii.slice(start, start + LARGEST_PAYLOAD));
  // Numbered, because PostgreSQL sends only one of several equal notifications.
  return parts.map((part, index) => `${index === parts.length - 1 ? "e" : "+"}${++partCount}:${part}`);
}
