/**
 * Distinguishes a first start from a lost database or key. Starting over beside the remains would look like success
 * until people found their data missing.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { serveCommandLine } from "./command-line.ts";
import { type Secrets, secretKeyFile } from "./secrets.ts";
import { fingerprintOf } from "./secrets-check.ts";

export class DatabaseMissing extends Error {
  constructor(databaseFile: string, dataDirectory: string) {
    super(
      `${databaseFile} is missing or empty, but the secret key in ${dataDirectory} has been used before. ` +
        "Restore the database from a backup, or set PARLEY_DATABASE_URL if it is in PostgreSQL. " +
        `To start a new installation here: ${serveCommandLine("--new")}`,
    );
  }
}

export class SecretKeyMissing extends Error {
  constructor(dataDirectory: string) {
    super(
      `${secretKeyFile(dataDirectory)} is missing, but the database was created with it. Copy it from a backup of the data ` +
        "directory or from another node, or restore a backup made by parley. Without it all API keys, sessions and " +
        "emailed links would be invalid, and stored secrets unreadable.",
    );
  }
}

/** Contains the key's fingerprint, so that it is meaningless beside another key. */
const markOf = (dataDirectory: string): string => `${secretKeyFile(dataDirectory)}.used`;

/** Whether a server has been started with this key in this directory. */
export function wasUsed(dataDirectory: string, secrets: Secrets): boolean {
  const mark = markOf(dataDirectory);
  return existsSync(mark) && readFileSync(mark, "utf8").trim() === fingerprintOf(secrets);
}

export function markUsed(dataDirectory: string, secrets: Secrets): void {
  if (!wasUsed(dataDirectory, secrets))
    writeFileSync(markOf(dataDirectory), `${fingerprintOf(secrets)}\n`, { mode: 0o600 });
}

export function isMissingOrEmpty(databaseFile: string): boolean {
  return (statSync(databaseFile, { throwIfNoEntry: false })?.size ?? 0) === 0;
}
