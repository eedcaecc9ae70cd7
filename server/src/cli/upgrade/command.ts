import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { Command } from "commander";
import type { Config } from "../../kernel/config.ts";
import { databaseFile, openDatabase } from "../../kernel/db/open.ts";
import { reachPostgres } from "../../kernel/db/postgres-start.ts";
import { PRODUCT_VERSION } from "../../kernel/version.ts";
import { UsageError } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { print } from "../with-app.ts";
import { type Measured, measureOnPostgres, measureOnSqlite, pendingMigrations } from "./check.ts";

interface UpgradeOptions {
  check: boolean;
  copyUrl?: string;
  directory: string;
  json: boolean;
}

interface UpgradeReport {
  readonly version: string;
  /** What the next start runs, in order. */
  readonly migrations: readonly string[];
  readonly measured: Measured | null;
}

export const upgradeCommand = new Command("upgrade")
  .description("Say what an upgrade to this version would do to the data. Changes nothing; the server may be running.")
  .option("--check", "list the migrations that the next start runs, and how long they take on a copy", false)
  .option("--copy-url <address>", "PostgreSQL: the address of a copy of the database, on which to measure")
  .option("--directory <path>", "SQLite: where to put the copy; it is removed afterwards", tmpdir())
  .option("--json", "print one JSON object", false)
  .action(async ({ check, copyUrl, directory, json }: UpgradeOptions) => {
    if (!check)
      throw new UsageError(
        "Migrations run when the server starts. To see which, and for how long: parley upgrade --check",
      );
    const config = commandConfig();
    if (copyUrl !== undefined && !config.databaseUrl)
      throw new UsageError("--copy-url is for PostgreSQL. A copy of an SQLite database is made by the command itself.");
    if (copyUrl !== undefined && !(/^postgres(ql)?:\/\//.test(copyUrl) && URL.canParse(copyUrl)))
      throw new UsageError("--copy-url must be an address that begins with postgres://.");
    const report = await checkUpgrade(config, { copyUrl, directory });
    print(report, json, inWords(report, config));
  });

export async function checkUpgrade(
  config: Config,
  { copyUrl, directory }: { copyUrl: string | undefined; directory: string },
): Promise<UpgradeReport> {
  const version = PRODUCT_VERSION;
  const { databaseUrl, database: options } = config;
  // To open it would create it.
  if (!databaseUrl && !existsSync(databaseFile(config))) return { version, migrations: [], measured: null };
  if (databaseUrl) await reachPostgres(databaseUrl, { waitMs: options.waitMs, startMs: 0, onWait() {} });
  const database = await openDatabase({ ...config, database: { ...options, statementMs: 0, lockMs: 0 } });
  try {
    const migrations = await pendingMigrations(database.reader);
    if (migrations.length === 0) return { version, migrations, measured: null };
    if (!databaseUrl)
      return { version, migrations, measured: await measureOnSqlite(databaseFile(config), migrations, directory) };
    const measured = copyUrl === undefined ? null : await measureOnPostgres(database, copyUrl, migrations);
    return { version, migrations, measured };
  } finally {
    await database.close();
  }
}

function inWords({ version, migrations, measured }: UpgradeReport, config: Config): string {
  if (!config.databaseUrl && !existsSync(databaseFile(config)))
    return `There is no database yet. Parley ${version} creates it at its first start.`;
  if (migrations.length === 0) return `The database is up to date: Parley ${version} runs no migrations.`;
  const count = migrations.length === 1 ? "1 migration" : `${migrations.length} migrations`;
  const first = `Parley ${version} runs ${count} when it starts. Back up first: migrations only go forward.`;
  if (!measured)
    return [
      first,
      ...migrations.map((name) => `  ${name}`),
      "How long they take was not measured. Copy the database, and give the address of the copy: --copy-url postgres://…",
    ].join("\n");
  const width = Math.max(...migrations.map((name) => name.length));
  return [
    first,
    ...measured.migrations.map(({ name, seconds }) => `  ${name.padEnd(width)}  ${seconds.toFixed(3)} s`),
    `They took ${measured.seconds.toFixed(1)} s on a copy of ${(measured.bytes / 1024 / 1024).toFixed(1)} MiB. The server cannot be used meanwhile.`,
  ].join("\n");
}
