/** The first connection of a process: waits if that may help, and otherwise says what is wrong. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isConnectionUseless, isPoolerRefusal } from "./postgres-errors.ts";
import { APPLICATION_NAME } from "./postgres-pool.ts";
import { UnreachableDatabase } from "./unavailable.ts";

const OLDEST_VERSION = 15;
const RETRY_MS = 500;

export interface StartOptions {
  readonly waitMs: number;
  /** How long to retry while the server may be starting. */
  readonly startMs: number;
  /** Called with the reason for waiting, each time. */
  onWait(sentence: string): void;
  /** Where the URL comes from, for the messages. */
  readonly name?: string;
}

/** Resolves when the database at the URL can be used. */
export async function reachPostgres(url: string, options: StartOptions): Promise<void> {
  const { waitMs, startMs, onWait, name = "PARLEY_DATABASE_URL" } = options;
  const giveUpAt = performance.now() + startMs;
  for (;;) {
    const fault = await tryOnce(url, waitMs, name);
    if (!fault) return;
    if (!fault.mayPass || performance.now() > giveUpAt)
      throw new UnreachableDatabase(fault.sentence, { cause: fault.cause });
    onWait(`${fault.sentence} Trying again.`);
    await sleep(RETRY_MS);
  }
}

interface StartFault {
  readonly sentence: string;
  /** Whether waiting may help. */
  readonly mayPass: boolean;
  readonly cause?: unknown;
}

async function tryOnce(url: string, waitMs: number, name: string): Promise<StartFault | undefined> {
  const place = placeOf(url);
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version, pg_is_in_recovery() as is_standby",
    );
    const { version, is_standby } = rows[0] as { version: number; is_standby: boolean };
    if (version < OLDEST_VERSION * 10_000) return { sentence: tooOld(place, version), mayPass: false };
    if (is_standby) return { sentence: `PostgreSQL at ${place} is a read-only standby.`, mayPass: true };
    return undefined;
  } catch (error) {
    return faultFrom(error, { url, place, name });
  } finally {
    client.end().catch(() => {});
  }
}

const tooOld = (place: string, version: number): string =>
  `PostgreSQL at ${place} has version ${Math.floor(version / 10_000)}. Parley needs version ${OLDEST_VERSION} or newer.`;

/** Without user and password. */
function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return searchParams.get("host") ?? `${hostname || "localhost"}:${port || 5432}`;
}

const WRONG_PASSWORD = "28P01";
const NOT_ADMITTED = "28000";
const NO_SUCH_DATABASE = "3D000";
const NOT_PERMITTED = "42501";
const TOO_MANY_CONNECTIONS = "53300";
const STARTING = "57P03";

function faultFrom(
  error: unknown,
  { url, place, name: variable }: { readonly url: string; readonly place: string; readonly name: string },
): StartFault {
  const { code, message, errors } = error as { code?: string; message: string; errors?: Error[] };
  const because = errors?.[0]?.message ?? message;
  const final = (sentence: string): StartFault => ({ sentence, mayPass: false, cause: error });
  const passing = (sentence: string): StartFault => ({ sentence, mayPass: true, cause: error });
  switch (code) {
    case WRONG_PASSWORD:
    case NOT_ADMITTED:
      return final(`PostgreSQL at ${place} rejected the user in ${variable}: ${because}.`);
    case NO_SUCH_DATABASE: {
      const name = decodeURIComponent(new URL(url).pathname.slice(1));
      return final(`PostgreSQL at ${place} has no database "${name}". Create it, for example with: createdb ${name}`);
    }
    case NOT_PERMITTED:
      return final(`The user in ${variable} may not use the database: ${because}.`);
    case TOO_MANY_CONNECTIONS:
      return passing(`PostgreSQL at ${place} has no free connections (max_connections).`);
    case STARTING:
      return passing(`PostgreSQL at ${place} is starting up or shutting down.`);
    case "ECONNREFUSED":
      return passing(`PostgreSQL does not accept connections at ${place}. Is it running, and is ${variable} right?`);
    case "ENOENT":
      return passing(`There is no PostgreSQL socket at ${place}. Is it running, and is ${variable} right?`);
    case "ENOTFOUND":
      // With containers, the host name appears together with the database.
      return passing(`The host name in ${variable} (${place}) is unknown.`);
  }
  if (isPoolerRefusal(error)) return final(`The pooler at ${place} refused the connection: ${because}.`);
  if (/timeout/.test(message)) return passing(`The server at ${place} does not respond like PostgreSQL.`);
  if (isConnectionUseless(error)) return passing(`The connection to PostgreSQL at ${place} was lost: ${because}.`);
  return final(`The server at ${place} cannot be used as PostgreSQL: ${because}`);
}
