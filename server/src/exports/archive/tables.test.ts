/** Checks the declarations against the schema: what no row of a test contains would otherwise go unnoticed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { archivedTable, archivedTables } from "./tables.ts";

const SCHEMA = readFileSync(join(import.meta.dirname, "../../kernel/db/schema.sqlite.sql"), "utf8");
const TABLE = /create table "(\w+)" \((.*?)\n?\);?$/gims;
const REFERENCE = /"(\w+)" [^,]*? references "(\w+)"/gi;

test("an import moves every id that the schema declares as a reference", () => {
  const references = [...SCHEMA.matchAll(TABLE)].flatMap(([, table = "", columns = ""]) =>
    [...columns.matchAll(REFERENCE)].map(([, column = "", target = ""]) => ({ table, column, target })),
  );
  assert.ok(references.length > archivedTables.length, "the schema is understood");
  const left = references.filter(({ table, column, target }) => {
    const refs: Readonly<Record<string, string>> | undefined = archivedTable(table)?.refs;
    return refs && refs[column] !== target;
  });
  assert.deepEqual(left, []);
});

/** Tables with rows of one user that are exported without consent, with the reasons. */
const FOR_ALL: Readonly<Record<string, string>> = {
  bot: "every member sees bots; their configuration is removed",
  bot_service: "bots need it to work after an import; its token is encrypted",
  unclaimed_account: "says that the account is nobody's yet",
  user_status: "every member sees it",
};

test("rows that belong to one user are exported only with their consent, except those listed with a reason", () => {
  const tables = archivedTables.filter(({ refs, personal }) => Object.values(refs)[0] === "user" && !personal);
  assert.deepEqual(tables.map(({ name }) => name).sort(), Object.keys(FOR_ALL));
});
