/**
 * Writes what is derived from the sources and committed so that a review sees it: the OpenAPI document, the page
 * of settings, and the schema of both databases. With --check it writes nothing and fails when one of them is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { chapters } from "../src/contract.ts";
import { openApiDocument } from "../src/kernel/http/openapi.ts";
import { postgresSchema } from "./postgres-schema.ts";
import { settingsPage } from "./settings-page.ts";
import { sqliteSchema } from "./sqlite-schema.ts";

const ROOT = join(import.meta.dirname, "../..");
const MADE_BY = "-- Made by `npm run generate` from the migrations. Not to be edited.\n\n";

const generated: Record<string, () => Promise<string>> = {
  "docs/openapi.json": async () => `${JSON.stringify(openApiDocument(chapters), null, 2)}\n`,
  "docs/settings.md": async () => settingsPage(),
  "server/src/kernel/db/schema.sqlite.sql": async () => MADE_BY + (await sqliteSchema()),
  "server/src/kernel/db/schema.postgres.sql": async () => MADE_BY + (await postgresSchema()),
};

const isCheck = process.argv.includes("--check");
const outdated: string[] = [];
for (const [name, make] of Object.entries(generated)) {
  const file = join(ROOT, name);
  const text = await make();
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  outdated.push(relative(ROOT, file));
  if (isCheck) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (outdated.length > 0) process.stdout.write(`${isCheck ? "Out of date" : "Written"}: ${outdated.join(", ")}\n`);
if (outdated.length > 0 && isCheck) {
  process.stdout.write("Run `npm run generate` and commit what it writes.\n");
  // Not `exitCode`: the embedded PostgreSQL's own hook at the end of the process would make it 0.
  process.exit(1);
}
