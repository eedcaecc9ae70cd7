/** The database that the configuration names. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Database, DatabaseWatch } from "./handles.ts";
import { openSqlite } from "./sqlite.ts";

export const databaseFile = (config: Config): string => join(config.dataDirectory, "parley.db");

export async function openDatabase(config: Config, watch?: DatabaseWatch): Promise<Database> {
  if (config.databaseUrl) {
    // With its packages, which nobody loads who uses SQLite.
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(config.databaseUrl, { ...config.database, watch });
  }
  mkdirSync(config.dataDirectory, { recursive: true, mode: 0o700 });
  return openSqlite(databaseFile(config), { watch });
}
