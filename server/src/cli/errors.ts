/** What a command, or the start of the server, says when it ends badly, and the exit code that goes with it. */
import { CommanderError } from "commander";
import { ApiError } from "../kernel/api/index.ts";
import { ConfigError } from "../kernel/config.ts";
import { NewerDatabase } from "../kernel/db/migrate.ts";
import { UnreachableDatabase } from "../kernel/db/postgres-start.ts";
import { faultOf, UnusableDatabase } from "../kernel/db/sqlite-faults.ts";
import { DatabaseUnavailable } from "../kernel/db/unavailable.ts";
import { DatabaseMissing, SecretKeyMissing } from "../kernel/first-start.ts";
import { DamagedFile } from "../kernel/json-lines.ts";
import { UnreadableKey } from "../kernel/secrets.ts";
import { WrongSecretKey } from "../kernel/secrets-check.ts";
import { DirectoryIsServed } from "../kernel/server-lock.ts";

export const ExitCode = { ok: 0, failure: 1, usage: 2, bug: 70 } as const;

/** Something the operator can act on: the sentence says what. */
export class Refusal extends Error {}

/** The command itself was not understood. */
export class UsageError extends Error {}

const EXPECTED = [
  ...[Refusal, DamagedFile, ApiError, ConfigError],
  ...[NewerDatabase, UnusableDatabase, UnreachableDatabase, DatabaseMissing, DatabaseUnavailable],
  ...[WrongSecretKey, UnreadableKey, SecretKeyMissing, DirectoryIsServed],
];

/** Errors of the system and of the database that say what is wrong with the machine and not with Parley. */
const OF_THE_MACHINE = new Set([
  ...[
    "EACCES",
    "EPERM",
    "ENOENT",
    "EEXIST",
    "EISDIR",
    "ENOTDIR",
    "ENOSPC",
    "EROFS",
    "EIO",
    "EDQUOT",
    "EFBIG",
    "EMFILE",
    "ENFILE",
  ],
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH"],
  ...["EADDRINUSE", "EADDRNOTAVAIL"],
  // PostgreSQL: wrong password, no such role, no such database, not allowed, too many connections.
  ...["28P01", "28000", "3D000", "42501", "53300"],
]);
interface SystemError extends Error {
  code?: string;
  path?: string;
  errors?: Error[];
}

function isOfTheMachine(error: SystemError): boolean {
  return faultOf(error) !== undefined || (error.code !== undefined && OF_THE_MACHINE.has(error.code));
}

/** What happens to most operators once: better said than quoted. */
function aboutFile({ code, path }: SystemError): string | undefined {
  if (!path) return undefined;
  if (code === "EROFS")
    return `${path} is on a read-only file system. Parley must be able to write to its data directory.`;
  if (code === "ENOSPC" || code === "EDQUOT") return `Could not write ${path}: the disk is full.`;
  if (code === "EACCES" || code === "EPERM")
    return `This user may not access ${path}. Start Parley as the user who owns the data directory.`;
  return undefined;
}

/** Writes the sentence to stderr and answers with the exit code. */
export function report(error: unknown): number {
  // Commander has said what there is to say.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
  const thrown = error as SystemError;
  if (thrown instanceof UsageError) return complain(thrown.message, ExitCode.usage);
  if (EXPECTED.some((kind) => thrown instanceof kind)) return complain(thrown.message, ExitCode.failure);
  // A host with several addresses fails once for each; the first failure is as good as any.
  if (isOfTheMachine(thrown))
    return complain(aboutFile(thrown) ?? (thrown.errors?.[0]?.message || thrown.message), ExitCode.failure);
  process.stderr.write(`parley: This is a bug in Parley.\n${thrown.stack}\n`);
  return ExitCode.bug;
}

function complain(sentence: string, code: number): number {
  process.stderr.write(`parley: ${sentence}\n`);
  return code;
}
