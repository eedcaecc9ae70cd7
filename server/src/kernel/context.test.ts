import assert from "node:assert/strict";
import { sql } from "kysely";
import { listen, type Organization, org, test } from "../../test/index.ts";
import { realmUpdateEvent } from "../organization/realms/events.ts";
import { change, partOf, type Writing } from "./context.ts";
import { toEveryone } from "./events/audience.ts";
import { append } from "./events/log.ts";
import { enqueue, jobKind } from "./jobs/job-kind.ts";
import { serverContext } from "./server-context.ts";

/** No worker runs these jobs, so they stay to be counted. */
const counted = jobKind<{ name: string }>("counted_by_a_test");

/** Adds a row, an event and a job with this name. */
async function leave(ctx: Writing, name: string): Promise<void> {
  await ctx.db
    .insertInto("realm_domain")
    .values({ realm_id: ctx.realm.id, domain: name, allow_subdomains: false })
    .execute();
  append(ctx, realmUpdateEvent({ op: "update", property: "name", value: name }), toEveryone);
  enqueue(ctx, counted({ name }));
}

async function found({ server, realm }: Organization) {
  const { reader } = server.app.database;
  const rows = await reader
    .selectFrom("realm_domain")
    .select("domain")
    .where("realm_id", "=", realm.id)
    .orderBy("id")
    .execute();
  const jobs = await reader
    .selectFrom("job")
    .select("payload")
    .where("kind", "=", "counted_by_a_test")
    .where("realm_id", "=", realm.id)
    .orderBy("id")
    .execute();
  return { rows: rows.map((row) => row.domain), jobs: jobs.map((job) => (job.payload as { name: string }).name) };
}

for (const [what, fails] of Object.entries<(ctx: Writing) => Promise<unknown>>({
  "an error": async () => Promise.reject(new Error("no")),
  "a statement that the database refuses": (ctx) => sql`select * from no_such_table`.execute(ctx.db),
}))
  test(`a part of a change that fails with ${what} leaves nothing, and the rest stays [E1]`, async (t) => {
    const acme = await org(t);
    acme.stopFollowing("the events are made up");
    const ear = await listen(acme.owner, { event_types: ["realm"] });
    await change(serverContext(acme.server.app, acme.realm), async (ctx) => {
      await leave(ctx, "before.example");
      await partOf(ctx, (part) => leave(part, "kept.example"));
      const failing = partOf(ctx, async (part) => {
        await leave(part, "dropped.example");
        await fails(part);
      });
      await assert.rejects(failing);
      await leave(ctx, "after.example");
    });
    const kept = ["before.example", "kept.example", "after.example"];
    assert.deepEqual(await found(acme), { rows: kept, jobs: kept });
    assert.deepEqual(
      (await ear.hears()).map((event) => event.value),
      kept,
    );
  });

test("a change that begins another one fails instead of waiting for itself", async (t) => {
  const acme = await org(t);
  const ctx = serverContext(acme.server.app, acme.realm);
  const nested = change(ctx, async (writing) => {
    await leave(writing, "outer.example");
    await change(writing, (inner) => leave(inner, "inner.example"));
  });
  await assert.rejects(nested, { message: "A change cannot begin another one." });
  assert.deepEqual(await found(acme), { rows: [], jobs: [] });
});
