/** Error messages and exit codes of commands and of the server's start. */
import { CommanderError } from "commander";
import { ApiError } from "../kernel/api/index.ts";
import { ConfigError } from "../kernel/config.ts";
import { NewerDatabase } from "../kernel/db/migrate.ts";
import { faultOf, UnusableDatabase } from "../kernel/db/sqlite-faults.ts";
import { DatabaseUnavailable, UnreachableDatabase } from "../kernel/db/unavailable.ts";
import { DatabaseMissing, SecretKeyMissing } from "../kernel/first-start.ts";
import { DamagedFile } from "../kernel/json-lines.ts";
import { UnreadableKey } from "../kernel/secrets.ts";
import { WrongSecretKey } from "../kernel/secrets-check.ts";
import { DirectoryIsServed } from "../kernel/server-lock.ts";
import { StoreFault } from "../kernel/storage/s3.ts";
import { Interrupted } from "./progress/show.ts";

/** After a signal, the exit code is 128 and its number, as in a shell. */
export const ExitCode = { ok: 0, failure: 1, usage: 2, bug: 70 } as const;

/** An error that the operator can act on; the message says how. */
export class Refusal extends Error {}

/** The command line was invalid. */
export class UsageError extends Error {}

const EXPECTED = [
  ...[Refusal, DamagedFile, ApiError, ConfigError],
  ...[NewerDatabase, UnusableDatabase, UnreachableDatabase, DatabaseMissing, DatabaseUnavailable],
  ...[WrongSecretKey, UnreadableKey, SecretKeyMissing, DirectoryIsServed, StoreFault],
];

/** System and database errors caused by the machine, not by Parley. */
const SYSTEM_ERRORS = new Set([
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

function isSystemError(error: SystemError): boolean {
  return faultOf(error) !== undefined || (error.code !== undefined && SYSTEM_ERRORS.has(error.code));
}

/** Common mistakes get a clearer message than the system's. */
function aboutFile({ code, path }: SystemError): string | undefined {
  if (!path) return undefined;
  if (code === "EROFS")
    return `${path} is on a read-only file system. Parley must be able to write to its data directory.`;
  if (code === "ENOSPC" || code === "EDQUOT") return `Could not write ${path}: the disk is full.`;
  if (code === "EACCES" || code === "EPERM")
    return `This user may not access ${path}. Start Parley as the user who owns the data directory.`;
  return undefined;
}

/** Writes the message to stderr and returns the exit code. */
export function report(error: unknown): number {
  // Commander has already printed its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
  if (error instanceof Interrupted) return printError(error.message, error.exitCode);
  const thrown = error as SystemError;
  if (thrown instanceof UsageError) return printError(thrown.message, ExitCode.usage);
  if (EXPECTED.some((kind) => thrown instanceof kind)) return printError(thrown.message, ExitCode.failure);
  // A host with several addresses fails once per address; the first failure will do.
  if (isSystemError(thrown))
    return printError(aboutFile(thrown) ?? (thrown.errors?.[0]?.message || thrown.message), ExitCode.failure);
  process.stderr.write(`parley: This is a bug in Parley.\n${thrown.stack}\n`);
  return ExitCode.bug;
}

function printError(message: string, code: number): number {
  process.stderr.write(`parley: ${message}\n`);
  return code;
}
