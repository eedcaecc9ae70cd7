/** Migrated databases of which each server under test gets a copy: to migrate one takes several times as long. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../src/kernel/db/handles.ts";
import { openPostgres } from "../src/kernel/db/postgres.ts";
import { openSqlite } from "../src/kernel/db/sqlite.ts";
import { createDatabase } from "./databases.ts";

const POSTGRES_TEMPLATE = "parley_template";

/** The directory of the templates, while there are any: `npm test` makes them for the whole run. */
const TEMPLATES = process.env.PARLEY_TEST_TEMPLATES;

const sqliteTemplateIn = (directory: string) => join(directory, "parley.db");

/** Answers with the directory that `PARLEY_TEST_TEMPLATES` is to name. */
export async function makeTemplates(postgres: string): Promise<{ directory: string; remove(): void }> {
  const directory = mkdtempSync(join(tmpdir(), "parley-templates-"));
  await migrated(openSqlite(sqliteTemplateIn(directory)));
  await migrated(openPostgres(await createDatabase(postgres, POSTGRES_TEMPLATE)));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

async function migrated(database: Database): Promise<void> {
  await database.migrate();
  await database.close();
}

export function copySqliteTemplate(to: string): void {
  if (TEMPLATES) copyFileSync(sqliteTemplateIn(TEMPLATES), to);
}

export const postgresTemplate = TEMPLATES ? POSTGRES_TEMPLATE : undefined;
