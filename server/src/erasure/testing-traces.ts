/** Looks for an erased person everywhere: in a backup, in the database's own files or rows, and in the stored files. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import type { Organization } from "../../test/index.ts";
import { writeBackup } from "../cli/backup/write.ts";
import { databaseFile } from "../kernel/db/open.ts";
import { secretKeyFile } from "../kernel/secrets.ts";

/** In everything that is the person's, in words that nobody else uses. */
export const CANARY = "zquoxel";

function filesBelow(directory: string): [string, Buffer][] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path)]);
}

export const hasCanary = (content: Buffer | string) => content.toString("latin1").toLowerCase().includes(CANARY);

/** Every row of every table, as a dump has them. */
async function rowsWithCanary({ server }: Organization): Promise<string[]> {
  const { reader } = server.app.database;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(reader);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(each)::text as row from ${sql.table(name)} as each`.execute(reader);
    found.push(...rows.filter(({ row }) => hasCanary(row)).map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

export async function tracesOf(acme: Organization): Promise<string[]> {
  const { app, engine } = acme.server;
  const { config } = app;
  const backup = join(config.dataDirectory, "traces.gz");
  // Test servers keep their key in memory; a backup contains the file.
  writeFileSync(secretKeyFile(config.dataDirectory), randomBytes(32).toString("hex"));
  await writeBackup(app, backup);
  const lines = gunzipSync(readFileSync(backup)).toString().split("\n");
  // Contents of files are lines with their key and a part in base64.
  const decoded = (line: string) =>
    line.replace(/"([A-Za-z0-9+/=]{8,})"\]$/, (_, part) => String(Buffer.from(part, "base64")));
  const inBackup = lines.filter((line) => hasCanary(line) || hasCanary(decoded(line)));
  const stored = filesBelow(config.dataDirectory)
    .filter(([path, content]) => path !== backup && (hasCanary(path) || hasCanary(content)))
    .map(([path]) => path.slice(config.dataDirectory.length));
  if (engine === "sqlite") assert.ok(filesBelow(config.dataDirectory).some(([path]) => path === databaseFile(config)));
  return [...inBackup, ...stored, ...(engine === "postgres" ? await rowsWithCanary(acme) : [])];
}
