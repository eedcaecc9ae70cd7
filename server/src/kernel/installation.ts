/** Opens what a server works on: its database, and the secrets that belong to it. */
import { randomBytes } from "node:crypto";
import type { Config } from "./config.ts";
import type { Database } from "./db/handles.ts";
import { databaseFile, openDatabase } from "./db/open.ts";
import { DatabaseMissing, isMissingOrEmpty, markUsed, SecretKeyMissing, wasUsed } from "./first-start.ts";
import type { Troubles } from "./health/troubles.ts";
import { type Progress, unobserved } from "./progress.ts";
import { findSecrets, loadSecrets, Secrets } from "./secrets.ts";
import { checkSecrets, storedFingerprint } from "./secrets-check.ts";

export interface InstallationOptions {
  secrets?: Secrets;
  /** Starts a new installation even if an earlier one here has lost its database. */
  isNew?: boolean;
  /** Called when the process must end because the stored state is unknown. */
  onFatal?(error: Error): void;
  /** Shows how far migrations and rebuilding the search index are. */
  progress?: Progress;
}

interface OpenedInstallation {
  readonly database: Database;
  readonly secrets: Secrets;
}

/** Migrates the database if it must, and refuses secrets of another one. */
export async function openInstallation(
  config: Config,
  options: InstallationOptions,
  troubles: Troubles,
): Promise<OpenedInstallation> {
  const { dataDirectory } = config;
  const { progress = unobserved } = options;
  const found = options.secrets ?? findSecrets(dataDirectory);
  const mustHaveDatabase = !config.databaseUrl && !options.isNew && found && wasUsed(dataDirectory, found);
  if (mustHaveDatabase && isMissingOrEmpty(databaseFile(config)))
    throw new DatabaseMissing(databaseFile(config), dataDirectory);
  const database = await openDatabase(config, { troubles, onFatal: options.onFatal ?? (() => {}) });
  try {
    await database.migrate(undefined, { progress });
    const isFirstStart = (await storedFingerprint(database)) === undefined;
    if (isFirstStart && mustHaveDatabase) throw new DatabaseMissing(databaseFile(config), dataDirectory);
    if (!isFirstStart && !found) throw new SecretKeyMissing(dataDirectory);
    const secrets = found ?? loadSecrets(dataDirectory);
    await checkSecrets(database, secrets);
    if (!options.secrets) markUsed(dataDirectory, secrets);
    return { database, secrets };
  } catch (error) {
    // Open connections would keep the process from ending.
    await database.close();
    throw error;
  }
}

/** For a thread that only reads: it has no secrets, and nothing that would write. */
export async function openToRead(config: Config, troubles: Troubles): Promise<OpenedInstallation> {
  const database = await openDatabase(config, { troubles, onFatal() {} });
  const refuse = () => Promise.reject(new Error("A reading thread does not write."));
  return { database: Object.assign(database, { transaction: refuse }), secrets: new Secrets(randomBytes(32)) };
}
