/** The first connection of a process: waits where that helps, and says what is wrong where it does not. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isConnectionUseless, isPoolerRefusal } from "./postgres-errors.ts";
import { APPLICATION_NAME } from "./postgres-pool.ts";

/** The database cannot be used as it is; the sentence says what the operator can do. */
export class UnreachableDatabase extends Error {}

const OLDEST_VERSION = 15;
const RETRY_MS = 500;

export interface StartOptions {
  readonly waitMs: number;
  /** How long to go on trying while the server may be starting. */
  readonly startMs: number;
  /** Told what is waited for, each time anew. */
  onWait(sentence: string): void;
}

/** Resolves when the database at the address can be used. */
export async function reachPostgres(url: string, { waitMs, startMs, onWait }: StartOptions): Promise<void> {
  const giveUpAt = performance.now() + startMs;
  for (;;) {
    const fault = await tryOnce(url, waitMs);
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

async function tryOnce(url: string, waitMs: number): Promise<StartFault | undefined> {
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
    if (is_standby)
      return { sentence: `PostgreSQL at ${place} is a standby, which cannot be written to.`, mayPass: true };
    return undefined;
  } catch (error) {
    return faultFrom(error, url, place);
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

function faultFrom(error: unknown, url: string, place: string): StartFault {
  const { code, message, errors } = error as { code?: string; message: string; errors?: Error[] };
  const because = errors?.[0]?.message ?? message;
  const final = (sentence: string): StartFault => ({ sentence, mayPass: false, cause: error });
  const passing = (sentence: string): StartFault => ({ sentence, mayPass: true, cause: error });
  switch (code) {
    case WRONG_PASSWORD:
    case NOT_ADMITTED:
      return final(`PostgreSQL at ${place} does not admit the user of PARLEY_DATABASE_URL: ${because}.`);
    case NO_SUCH_DATABASE: {
      const name = decodeURIComponent(new URL(url).pathname.slice(1));
      return final(`PostgreSQL at ${place} has no database "${name}". Create it, for example with: createdb ${name}`);
    }
    case NOT_PERMITTED:
      return final(`The user of PARLEY_DATABASE_URL may not use the database: ${because}.`);
    case TOO_MANY_CONNECTIONS:
      return passing(`PostgreSQL at ${place} has no connection left (max_connections).`);
    case STARTING:
      return passing(`PostgreSQL at ${place} is still starting, or is being stopped.`);
    case "ECONNREFUSED":
      return passing(
        `PostgreSQL does not accept connections at ${place}. Is it running, and is PARLEY_DATABASE_URL right?`,
      );
    case "ENOENT":
      return passing(`There is no socket of PostgreSQL at ${place}. Is it running, and is PARLEY_DATABASE_URL right?`);
    case "ENOTFOUND":
      // Among containers the name appears together with the database.
      return passing(`The host name of PARLEY_DATABASE_URL (${place}) is not known.`);
  }
  if (isPoolerRefusal(error)) return final(`The pooler at ${place} refuses the connection: ${because}.`);
  if (/timeout/.test(message)) return passing(`Nothing answers at ${place} as PostgreSQL would.`);
  if (isConnectionUseless(error)) return passing(`The connection to PostgreSQL at ${place} was lost: ${because}.`);
  return final(`What answers at ${place} cannot be used as PostgreSQL: ${because}`);
}
