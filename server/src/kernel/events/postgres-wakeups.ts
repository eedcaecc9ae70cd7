/**
 * Notifications of PostgreSQL, by which the nodes of an installation learn of each other's changes. A slow full check makes
 * up for those that are lost with their process.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Logger } from "pino";
import type { RealmId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import { APPLICATION_NAME, cut, KEEP_ALIVE_MS } from "../db/postgres-pool.ts";
import type { Troubles } from "../health/troubles.ts";
import { type Heard, LOOK_EVERY_MS, type Wakeups } from "./wakeups.ts";

const CHANNEL = "parley";
const RECONNECT_AFTER_MS = 1000;
/** PostgreSQL rejects notifications of 8000 bytes. */
const LARGEST_PAYLOAD = 7900;
const REALMS_PER_PAYLOAD = 500;
/** A message that only tests whether notifications arrive. */
const PROBE = "p";
const SILENT = "listening";
const UNHEARD = "notifications";

interface ListenOptions {
  readonly url: string;
  /** How often the connection is checked, and how long a check may take. */
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
  /** Partially received payloads, by connection. */
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
    // Whatever happened while nobody listened.
    heard.unknown();
    void probeNotifications();
    stopProbing = clock.after(probeMs, probe);
    return send();
  }

  function lose(error: unknown): void {
    client = undefined;
    stopProbing();
    begun.clear();
    const sentence = `Changes on other nodes take up to a second to arrive: the connection that listens for them was lost.`;
    troubles.warn(SILENT, sentence, error);
    reconnect();
  }

  function reconnect(): void {
    if (closing) return;
    stopReconnecting = clock.after(RECONNECT_AFTER_MS, () => {
      connect().catch(() => reconnect());
    });
  }

  /** A connection may be dead without notice: then it is closed, and its statement fails. */
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

  /** Notifications are lost if database connections are shared per transaction, as some poolers do. */
  async function probeNotifications(): Promise<void> {
    probeText = `${PROBE}${randomUUID()}`;
    const arrives = new Promise<boolean>((resolve) => {
      probeHeard = resolve;
    });
    try {
      await options.notify(CHANNEL, probeText);
    } catch {
      // Nothing was sent, so nothing is known; the next connection tests again.
      return;
    }
    const impatient = setTimeout(() => probeHeard(false), probeMs);
    const isHeard = await arrives;
    clearTimeout(impatient);
    if (isHeard) troubles.endWarning(UNHEARD);
    else if (client && !closing)
      troubles.warn(
        UNHEARD,
        "PostgreSQL notifications do not arrive, as behind a pooler in transaction mode: changes on other nodes take " +
          "up to a second to arrive, and typing is not shown. Set PARLEY_DATABASE_LISTEN_URL to an address that bypasses the pooler.",
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

  /** Sends outside of the transaction: notifying inside it would serialize all commits of the database. */
  async function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    try {
      while (client && (grown.size > 0 || messages.length > 0)) {
        // First the log notifications: events that are not stored never overtake committed ones.
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
      log.warn({ err: error }, "could not notify the other nodes of a change");
    }
  }

  // Without it, changes by others are noticed late, which is no reason not to start.
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
      // Nobody is connected, and later it means nothing.
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

/** Splits JSON text into parts that fit into notifications; the last one is marked. */
function inParts(payload: string): string[] {
  // Escaped to ASCII, so that it can be split at any byte.
  const ascii = payload.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const parts: string[] = [];
  for (let start = 0; start < ascii.length; start += LARGEST_PAYLOAD)
    parts.push(ascii.slice(start, start + LARGEST_PAYLOAD));
  // Numbered, because PostgreSQL drops duplicate notifications.
  return parts.map((part, index) => `${index === parts.length - 1 ? "e" : "+"}${++partCount}:${part}`);
}
