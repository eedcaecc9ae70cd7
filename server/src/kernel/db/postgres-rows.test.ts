/** What PostgreSQL sends becomes the same values as `pg` makes of it, whichever way a statement is run. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import type { Database } from "./handles.ts";
import { openPostgres } from "./postgres.ts";

const onPostgres = POSTGRES ? test : test.skip;

async function opened(t: TestContext): Promise<Database> {
  const { url, drop } = await makeDatabase();
  const database = openPostgres(url, { readers: 1 });
  t.after(async () => {
    await database.close();
    await drop();
  });
  return database;
}

/** Prepared from the third time on, and without a description of its columns from the fourth. */
const RUNS = 5;

onPostgres("cells of every kind are read, prepared and not", async (t) => {
  const database = await opened(t);
  const everyKind = sql`select 0::bigint as zero, -17::bigint as negative, ${"9007199254740991"}::bigint as large,
    (-9007199254740991)::bigint as smallest, 7::int as int4, (-3)::smallint as int2, 1.5::numeric as numeric,
    2.25::float8 as float, true as yes, false as no, null::bigint as nothing, null::text as no_text, '' as empty,
    'Zoë 🎉'::text as text, 'v'::varchar as varchar, '{"a":[1,null]}'::json as json, array[1,2]::bigint[] as list`;
  const expected = {
    ...{ zero: 0, negative: -17, large: Number.MAX_SAFE_INTEGER, smallest: Number.MIN_SAFE_INTEGER, int4: 7, int2: -3 },
    ...{ numeric: 1.5, float: 2.25, yes: true, no: false, nothing: null, no_text: null, empty: "" },
    ...{ text: "Zoë 🎉", varchar: "v", json: { a: [1, null] }, list: ["1", "2"] },
  };
  for (let run = 0; run < RUNS; run++)
    for (const { rows } of [
      await everyKind.execute(database.reader),
      await database.snapshot((db) => everyKind.execute(db)),
      await database.transaction((tx) => everyKind.execute(tx)),
    ])
      assert.deepEqual(rows, [expected]);
});

onPostgres("a row that comes in many pieces is whole, and so are those behind it", async (t) => {
  const database = await opened(t);
  const rows = sql<{ n: number; text: string }>`
    select n, repeat('é', (n * 20000)::int) as text from generate_series(1::bigint, 10) as n order by n`;
  for (let run = 0; run < RUNS; run++) {
    const found = (await rows.execute(database.reader)).rows.map(({ n, text }) => [n, text.length]);
    assert.deepEqual(
      found,
      Array.from({ length: 10 }, (_, index) => [index + 1, (index + 1) * 20_000]),
    );
  }
});

onPostgres("statements without rows say how many they have changed", async (t) => {
  const database = await opened(t);
  await database.transaction((tx) => sql`create table item (id bigint primary key)`.execute(tx));
  for (const isPipelined of [false, true])
    for (let run = 0; run < RUNS; run++) {
      const counts = await database.transaction(
        async (tx) => {
          const results = [
            await sql`insert into item select generate_series(1, ${3}::int)`.execute(tx),
            await sql`update item set id = id + ${10} where id > ${1}`.execute(tx),
            await sql`delete from item where id > ${0}`.execute(tx),
            await sql`delete from item where id > ${0}`.execute(tx),
          ];
          return results.map(({ numAffectedRows }) => numAffectedRows);
        },
        { isPipelined },
      );
      assert.deepEqual(counts, [3n, 2n, 3n, 0n]);
    }
});
