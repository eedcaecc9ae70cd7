/** Classifies errors of PostgreSQL and of the connection to it. */

interface Fault {
  readonly code?: string;
  readonly message?: string;
  readonly severity?: string;
  /** The function of PostgreSQL that reported it. */
  readonly routine?: string;
  readonly errors?: readonly Error[];
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
/** Another transaction inserted the row after this one looked: run again, it sees that row. */
const UNIQUE_VIOLATION = "23505";
/** Another transaction removed the referenced row after this one found it. */
const FOREIGN_KEY_VIOLATION = "23503";
const NO_SUCH_STATEMENT = "26000";
const STATEMENT_EXISTS = "42P05";
const NOT_SUPPORTED = "0A000";
const LOST_CONFLICTS: readonly unknown[] = [SERIALIZATION_FAILURE, DEADLOCK, UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION];

/** Whether the transaction should run again. */
export const isLostConflict = (error: unknown): boolean =>
  LOST_CONFLICTS.includes((error as Fault).code) || isUnknownStatement(error) || isOutdatedPlan(error);

/** A prepared statement is not this connection's: a pooler is in between. */
export const isUnknownStatement = (error: unknown): boolean =>
  [NO_SUCH_STATEMENT, STATEMENT_EXISTS].includes((error as Fault).code ?? "");

/** A newer node has changed the table since the statement was prepared. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as Fault;
  // The message may be in the server's language.
  return code === NOT_SUPPORTED && routine === "RevalidateCachedQuery";
}

const LOCK_NOT_AVAILABLE = "55P03";
const STATEMENT_TIMEOUT = "57014";
const READ_ONLY = "25006";
const IDLE_IN_TRANSACTION = "25P03";
const PROTOCOL_VIOLATION = "08P01";

/** Errors of the whole server: out of resources, stopping or starting, or a failed connection. */
const OF_THE_SERVER = /^(08|53|57P|58)/;
/** Network errors, by Node's codes. */
const OF_THE_NETWORK = /^(E[A-Z]+|ERR_SSL.*|ERR_TLS.*)$/;
/** Messages of `pg` without a code. */
const BROKEN_OFF =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e|This socket)/;

/** Whether the same request may succeed soon. */
export function isUnavailable(error: unknown): boolean {
  const { code } = error as Fault;
  return code === LOCK_NOT_AVAILABLE || code === STATEMENT_TIMEOUT || isConnectionUseless(error);
}

/** The server was a primary when we connected; in a read-only transaction, an error of the statement. */
export const isReadOnlyRefusal = (error: unknown): boolean => (error as Fault).code === READ_ONLY;

/** Whether to replace this connection. */
export function isConnectionUseless(error: unknown): boolean {
  const { code, message = "" } = error as Fault;
  if (code === undefined) return BROKEN_OFF.test(message);
  return code === IDLE_IN_TRANSACTION || OF_THE_SERVER.test(code) || OF_THE_NETWORK.test(code);
}

/** A pooler that rejects our timeout parameters. */
export function isPoolerRefusal(error: unknown): boolean {
  const { code, message = "" } = error as Fault;
  return code === PROTOCOL_VIOLATION && /startup parameter/.test(message);
}

const SENTENCES: Readonly<Record<string, string>> = {
  [LOCK_NOT_AVAILABLE]: "A row was locked by another transaction for too long.",
  [STATEMENT_TIMEOUT]: "A statement took too long and was cancelled.",
  [IDLE_IN_TRANSACTION]: "PostgreSQL ended an idle transaction.",
  [READ_ONLY]: "PostgreSQL is read-only: it is a standby, or became one.",
  "53300": "PostgreSQL has no free connections (max_connections).",
  "53100": "PostgreSQL's disk is full.",
  "57P01": "PostgreSQL is shutting down, or an administrator closed the connection.",
  "57P02": "PostgreSQL is recovering from a crash of one of its processes.",
  "57P03": "PostgreSQL is starting up or shutting down.",
  ECONNREFUSED: "PostgreSQL does not accept connections.",
  ECONNRESET: "The connection to PostgreSQL was lost.",
  EPIPE: "The connection to PostgreSQL was lost.",
  ETIMEDOUT: "Could not connect to PostgreSQL.",
  EHOSTUNREACH: "Could not connect to PostgreSQL.",
  ENETUNREACH: "Could not connect to PostgreSQL.",
  ENOTFOUND: "The PostgreSQL host name is unknown.",
  EAI_AGAIN: "Could not resolve the PostgreSQL host name.",
};

/** A message that anyone may read. */
export function explain(error: unknown): string {
  const { code, message = "", errors } = error as Fault;
  if (code !== undefined && SENTENCES[code]) return SENTENCES[code];
  // A host with several addresses fails once for each.
  if (errors?.[0]) return explain(errors[0]);
  if (/^timeout exceeded/.test(message)) return "No PostgreSQL connection became free in time.";
  if (/timeout/.test(message)) return "PostgreSQL does not respond.";
  if (BROKEN_OFF.test(message)) return "The connection to PostgreSQL was lost.";
  return "PostgreSQL is unavailable.";
}
