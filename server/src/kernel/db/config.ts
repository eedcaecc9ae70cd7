/** How this server connects to PostgreSQL. */
import { ConfigError, wholeNumber } from "../config-values.ts";
import type { VariableName, Variables } from "../variables.ts";

/** A time of 0 means no limit. */
export interface DatabaseConfig {
  /** The number of connections for reading, writing and delivering events. */
  readonly readers: number;
  readonly writers: number;
  readonly deliverers: number;
  /** How long a request waits for a connection. */
  readonly waitMs: number;
  /** The statement timeout; a little later, a connection without a response is closed. */
  readonly statementMs: number;
  /** How long a statement waits for a lock. */
  readonly lockMs: number;
  /** How often the listening connection is checked, and how long a check may take. */
  readonly probeMs: number;
  /** How long the start waits for a server that is not available yet. */
  readonly startMs: number;
  /** Where notifications come from, if not through the database URL. */
  readonly listenUrl: string | undefined;
}

export const DATABASE_DEFAULTS: DatabaseConfig = {
  readers: 8,
  writers: 8,
  deliverers: 4,
  waitMs: 5000,
  statementMs: 20_000,
  lockMs: 10_000,
  probeMs: 5000,
  startMs: 60_000,
  listenUrl: undefined,
};

export function readDatabaseConfig(env: Variables): DatabaseConfig {
  const { readers, writers, deliverers, waitMs, statementMs, lockMs, probeMs, startMs } = DATABASE_DEFAULTS;
  return {
    readers: wholeNumber(env, "PARLEY_DATABASE_READERS", readers, 1, 1000),
    writers: wholeNumber(env, "PARLEY_DATABASE_WRITERS", writers, 1, 1000),
    deliverers: wholeNumber(env, "PARLEY_DATABASE_DELIVERERS", deliverers, 1, 1000),
    waitMs: wholeNumber(env, "PARLEY_DATABASE_WAIT_MS", waitMs, 100, 600_000),
    statementMs: wholeNumber(env, "PARLEY_DATABASE_STATEMENT_MS", statementMs, 0, 3_600_000),
    lockMs: wholeNumber(env, "PARLEY_DATABASE_LOCK_MS", lockMs, 0, 3_600_000),
    probeMs: wholeNumber(env, "PARLEY_DATABASE_PROBE_MS", probeMs, 100, 600_000),
    startMs: wholeNumber(env, "PARLEY_DATABASE_START_MS", startMs, 0, 3_600_000),
    listenUrl: postgresUrl(env, "PARLEY_DATABASE_LISTEN_URL", "or be left out to listen at PARLEY_DATABASE_URL"),
  };
}

/** The error does not repeat the URL: it may contain a password. */
export function postgresUrl(env: Variables, name: VariableName, otherwise: string): string | undefined {
  const url = env[name] || undefined;
  if (url && !(/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)))
    throw new ConfigError(`${name} must be an address that begins with postgres://, ${otherwise}.`);
  return url;
}
