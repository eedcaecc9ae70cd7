import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { readConfig } from "../../kernel/config.ts";
import { APPLICATION_NAME } from "../../kernel/db/postgres-pool.ts";
import { installation } from "../testing.ts";
import { refuseWhileServed } from "./in-use.ts";

/** A database with one connection that looks like a server's. */
async function served(t: TestContext) {
  const { url, drop } = await makeDatabase();
  t.after(drop);
  const { directory, env } = installation(t, { PARLEY_DATABASE_URL: url });
  mkdirSync(join(directory, "data"));
  const client = new pg.Client({ connectionString: url, application_name: APPLICATION_NAME });
  await client.connect();
  return { config: readConfig(env), client };
}

test("the connections of a server that has just ended are waited for", { skip: !POSTGRES }, async (t) => {
  const { config, client } = await served(t);
  let isOver = false;
  const looking = refuseWhileServed(config).then(() => {
    isOver = true;
  });
  await client.query("select pg_sleep(0.3)");
  assert.equal(isOver, false, "it is still connected");
  await client.end();
  await looking;
});

test("a server that goes on running is not waited for", { skip: !POSTGRES }, async (t) => {
  const { config, client } = await served(t);
  await assert.rejects(refuseWhileServed(config), /A server is using this data/);
  await client.end();
});
