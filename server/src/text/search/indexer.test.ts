import assert from "node:assert/strict";
import { sql } from "kysely";
import { TestClock } from "../../../test/clock.ts";
import { org, test, until } from "../../../test/index.ts";
import { Indexer } from "./indexer.ts";
import { isBehind } from "./progress.ts";

/** One less than what FTS5 merges by itself, with the one that is there. */
const BATCHES = 14;

test("the index is merged also while messages keep arriving, before FTS5 merges any amount at once", async (t) => {
  const acme = await org(t);
  const { server, realm, owner } = acme;
  const { database, log } = server.app;
  if (server.engine !== "sqlite") return;
  await acme.channel("design", [owner]);
  const clock = new TestClock();
  const indexer = new Indexer({ database, log, clock, mostWaiting: 0 });
  t.after(() => indexer.close());
  const segments = async () => {
    // Each page of the index has the number of its segment in its highest bits.
    const { rows } = await sql<{
      count: number;
    }>`select count(distinct id >> 37) as count from search_index_data`.execute(database.reader);
    return rows[0]?.count ?? 0;
  };
  const before = await segments();
  for (let batch = 0; batch < BATCHES; batch++) {
    await owner.sends("#design > logo", `Draft ${batch}`);
    // It is never quiet for a second.
    await until(async () => {
      indexer.wake();
      await clock.advance({ seconds: 0.5 });
      return !(await isBehind(database.reader, realm.id, 0));
    });
  }
  assert.ok((await segments()) - before < BATCHES / 2);
});
