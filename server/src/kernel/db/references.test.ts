/** A reference without an index makes the database read the whole table for each row that is deleted elsewhere. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openSqlite } from "./sqlite.ts";

/** Sixteen columns of small tables, which are read only when a setting's anonymous group is replaced. */
const NAMES_A_GROUP = /^(channel|user_group)\.can_\w+_group$/;

test("every reference to another table is the first column of an index", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "parley-references-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "parley.db");
  const migrated = openSqlite(file);
  await migrated.migrate();
  await migrated.close();
  const database = new DatabaseSync(file, { readOnly: true });
  t.after(() => database.close());
  const rows = (query: string, ...values: string[]) =>
    database.prepare(query).all(...values) as unknown as { name: string }[];
  const references = rows(
    "select m.name || '.' || f.'from' as name from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'",
  );
  const indexed = rows(
    `select m.name || '.' || c.name as name from sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
      where m.type = 'table' and i.partial = 0 and c.seqno = 0
     union select m.name || '.' || c.name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and c.pk = 1`,
  );
  const known = new Set(indexed.map(({ name }) => name));
  const without = references.map(({ name }) => name).filter((name) => !known.has(name) && !NAMES_A_GROUP.test(name));
  assert.ok(references.length > 50, "the schema has references");
  assert.deepEqual(without, []);
});
