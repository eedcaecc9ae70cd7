/**
 * Template databases that each server under test gets a copy of: already migrated, because migrating takes several
 * times as long as copying, and with the neighbours, an organization that no test may change. Tests of new
 * installations ask for a template without neighbours.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../src/kernel/db/handles.ts";
import { openPostgres } from "../src/kernel/db/postgres.ts";
import { openSqlite } from "../src/kernel/db/sqlite.ts";
import { createDatabase } from "./databases.ts";

const kinds = { empty: "parley_empty", populated: "parley_populated" } as const;
export type TemplateKind = keyof typeof kinds;

/** The directory of the templates, if any: `npm test` creates them for the whole run. */
const TEMPLATES = process.env.PARLEY_TEST_TEMPLATES;
export const hasTemplates = TEMPLATES !== undefined;

const sqliteTemplate = (directory: string, kind: TemplateKind) => join(directory, `${kind}.db`);
/** Queries that show whether the neighbours' rows changed, for each engine. */
export const rowsFile = (engine: Database["engine"], directory = TEMPLATES ?? "") =>
  join(directory, `rows.${engine}.sql`);

/** Adds the neighbours to a migrated database, and closes it. */
export type Populate = (database: { file?: string; url?: string }, rowsFile: string) => Promise<void>;

/** Returns the directory for `PARLEY_TEST_TEMPLATES`. */
export async function makeTemplates(
  place: string,
  postgres: string | undefined,
  populate: Populate,
): Promise<{ directory: string; remove(): void }> {
  const directory = mkdtempSync(join(place, "parley-templates-"));
  const [empty, populated] = [sqliteTemplate(directory, "empty"), sqliteTemplate(directory, "populated")];
  await migrated(openSqlite(empty));
  copyFileSync(empty, populated);
  await populate({ file: populated }, rowsFile("sqlite", directory));
  if (postgres !== undefined) {
    await migrated(openPostgres(await createDatabase(postgres, kinds.empty)));
    const url = await createDatabase(postgres, kinds.populated, kinds.empty);
    await populate({ url }, rowsFile("postgres", directory));
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

async function migrated(database: Database): Promise<void> {
  await database.migrate();
  await database.close();
}

export function copySqliteTemplate(kind: TemplateKind, to: string): void {
  if (TEMPLATES) copyFileSync(sqliteTemplate(TEMPLATES, kind), to);
}

export const postgresTemplate = (kind: TemplateKind) => (TEMPLATES ? kinds[kind] : undefined);
