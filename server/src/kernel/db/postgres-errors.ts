/** What the errors of PostgreSQL and of the way to it mean. */

interface Fault {
  readonly code?: string;
  readonly message?: string;
  readonly severity?: string;
  readonly errors?: readonly Error[];
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
/** Another transaction took the name or made the row after this one had looked: run again, it sees that. */
const UNIQUE_VIOLATION = "23505";
/** Another transaction removed what the row refers to, after this one had found it there. */
const FOREIGN_KEY_VIOLATION = "23503";
const LOST_CONFLICTS: readonly unknown[] = [SERIALIZATION_FAILURE, DEADLOCK, UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION];

/** Whether the transaction should be run again instead of going on. */
export const isLostConflict = (error: unknown): boolean => LOST_CONFLICTS.includes((error as Fault).code);

const LOCK_NOT_AVAILABLE = "55P03";
const STATEMENT_TIMEOUT = "57014";
const READ_ONLY = "25006";
const IDLE_IN_TRANSACTION = "25P03";
const PROTOCOL_VIOLATION = "08P01";

/** Faults of the server as a whole: it lacks something, is being stopped or started, or the connection has failed. */
const OF_THE_SERVER = /^(08|53|57P|58)/;
/** Faults of the way to it, as Node names them. */
const OF_THE_NETWORK = /^(E[A-Z]+|ERR_SSL.*|ERR_TLS.*)$/;
/** What `pg` says without a code. */
const BROKEN_OFF =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e|This socket)/;

/** Whether the same request may succeed soon. */
export function isUnavailable(error: unknown): boolean {
  const { code } = error as Fault;
  return code === LOCK_NOT_AVAILABLE || code === STATEMENT_TIMEOUT || isConnectionUseless(error);
}

/** A server that was a primary when we connected to it; where only reading was asked for, a fault of the statement. */
export const isReadOnlyRefusal = (error: unknown): boolean => (error as Fault).code === READ_ONLY;

/** Whether another connection would be better than this one. */
export function isConnectionUseless(error: unknown): boolean {
  const { code, message = "" } = error as Fault;
  if (code === undefined) return BROKEN_OFF.test(message);
  return code === IDLE_IN_TRANSACTION || OF_THE_SERVER.test(code) || OF_THE_NETWORK.test(code);
}

/** A pooler that accepts none of the parameters that set our limits. */
export function isPoolerRefusal(error: unknown): boolean {
  const { code, message = "" } = error as Fault;
  return code === PROTOCOL_VIOLATION && /startup parameter/.test(message);
}

const SENTENCES: Readonly<Record<string, string>> = {
  [LOCK_NOT_AVAILABLE]: "A row was locked by another transaction for too long.",
  [STATEMENT_TIMEOUT]: "A statement took too long and was ended.",
  [IDLE_IN_TRANSACTION]: "PostgreSQL ended a transaction in which nothing happened.",
  [READ_ONLY]: "PostgreSQL is read-only: it is a standby, or was made one.",
  "53300": "PostgreSQL has no connection left (max_connections).",
  "53100": "The disk of PostgreSQL is full.",
  "57P01": "PostgreSQL is being stopped, or the connection was ended by an administrator.",
  "57P02": "PostgreSQL is recovering from a crash of one of its processes.",
  "57P03": "PostgreSQL is still starting, or is being stopped.",
  ECONNREFUSED: "PostgreSQL does not accept connections.",
  ECONNRESET: "The connection to PostgreSQL was lost.",
  EPIPE: "The connection to PostgreSQL was lost.",
  ETIMEDOUT: "PostgreSQL cannot be reached.",
  EHOSTUNREACH: "PostgreSQL cannot be reached.",
  ENETUNREACH: "PostgreSQL cannot be reached.",
  ENOTFOUND: "The host name of PostgreSQL is not known.",
  EAI_AGAIN: "The host name of PostgreSQL cannot be looked up now.",
};

/** A sentence that anybody may read. */
export function explain(error: unknown): string {
  const { code, message = "", errors } = error as Fault;
  if (code !== undefined && SENTENCES[code]) return SENTENCES[code];
  // A host with several addresses fails once for each.
  if (errors?.[0]) return explain(errors[0]);
  if (/^timeout exceeded/.test(message)) return "No connection to PostgreSQL became free in time.";
  if (/timeout/.test(message)) return "PostgreSQL does not answer.";
  if (BROKEN_OFF.test(message)) return "The connection to PostgreSQL was lost.";
  return "PostgreSQL cannot be used.";
}
