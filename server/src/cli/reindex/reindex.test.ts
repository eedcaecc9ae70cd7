import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { openApp } from "../../app.ts";
import { readConfig } from "../../kernel/config.ts";
import { installation, parley, parleyAlone } from "../testing.ts";

test("reindex rebuilds the search index from the messages", async (t) => {
  const { env } = installation(t);
  assert.equal((await parley(env, ["demo", "--json"])).code, 0);
  const app = await openApp(readConfig(env), { log: pino({ level: "silent" }) });
  t.after(() => app.stop());
  const { database } = app;
  const cursor = async () =>
    (await database.reader.selectFrom("search_cursor").select("upto_message_id").executeTakeFirst())?.upto_message_id;
  const newest = await database.reader.selectFrom("message").select("id").orderBy("id", "desc").executeTakeFirst();
  await database.transaction((tx) => tx.updateTable("search_cursor").set({ upto_message_id: 1 }).execute());
  const { code, stdout, stderr } = await parleyAlone(env, ["reindex"]);
  assert.deepEqual([code, stdout, stderr], [0, "The search index is rebuilt.\n", ""]);
  assert.equal(await cursor(), newest?.id);
});
