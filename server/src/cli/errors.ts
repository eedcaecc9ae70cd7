/** What a command, or the start of the server, says when it ends badly, and the exit code that goes with it. */
import { CommanderError } from "commander";
import { ApiError } from "../api/index.ts";
import { ConfigError } from "../config.ts";
import { NewerDatabase } from "../db/migrate.ts";
import { DamagedFile } from "../json-lines.ts";
import { UnreadableKey } from "../secrets.ts";
import { WrongSecretKey } from "../secrets-check.ts";

export const ExitCode = { ok: 0, failure: 1, usage: 2, bug: 70 } as const;

/** Something the operator can act on: the sentence says what. */
export class Refusal extends Error {}

/** The command itself was not understood. */
export class UsageError extends Error {}

const EXPECTED = [Refusal, DamagedFile, ApiError, ConfigError, NewerDatabase, WrongSecretKey, UnreadableKey];

/** Errors of the system and of the database that say what is wrong with the machine and not with Parley. */
const OF_THE_MACHINE = new Set([
  ...["EACCES", "EPERM", "ENOENT", "EEXIST", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS"],
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH"],
  ...["EADDRINUSE", "EADDRNOTAVAIL"],
  // PostgreSQL: wrong password, no such role, no such database, not allowed, too many connections.
  ...["28P01", "28000", "3D000", "42501", "53300"],
]);
/** SQLite: no permission, busy, read-only, disk full, cannot open, not a database. */
const SQLITE_OF_THE_MACHINE = new Set([3, 5, 8, 13, 14, 26]);

interface SystemError extends Error {
  code?: string;
  errcode?: number;
  errors?: Error[];
}

function isOfTheMachine({ code, errcode }: SystemError): boolean {
  if (code === "ERR_SQLITE_ERROR") return SQLITE_OF_THE_MACHINE.has((errcode ?? 0) & 0xff);
  return code !== undefined && OF_THE_MACHINE.has(code);
}

/** Writes the sentence to stderr and answers with the exit code. */
export function report(error: unknown): number {
  // Commander has said what there is to say.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
  const thrown = error as SystemError;
  if (thrown instanceof UsageError) return complain(thrown.message, ExitCode.usage);
  if (EXPECTED.some((kind) => thrown instanceof kind)) return complain(thrown.message, ExitCode.failure);
  // A host with several addresses fails once for each; the first failure is as good as any.
  if (isOfTheMachine(thrown)) return complain(thrown.errors?.[0]?.message || thrown.message, ExitCode.failure);
  process.stderr.write(`parley: This is a bug in Parley.\n${thrown.stack}\n`);
  return ExitCode.bug;
}

function complain(sentence: string, code: number): number {
  process.stderr.write(`parley: ${sentence}\n`);
  return code;
}
