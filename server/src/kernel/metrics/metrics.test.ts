import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ask } from "../../../test/ask.ts";
import { org, serverFor, test } from "../../../test/index.ts";
import { type MetricFamily, parsePrometheus } from "../../../test/prometheus.ts";
import { startServer, type TestServer } from "../../../test/server.ts";
import { chapters } from "../../contract.ts";
import { withPassword } from "../../people/sign-in/testing.ts";
import { jobKind } from "../jobs/job-kind.ts";
import { writeJobs } from "../jobs/store.ts";

async function metricsOf(server: TestServer): Promise<Map<string, MetricFamily>> {
  const { status, text } = await ask(server, "GET //metrics", { remoteAddress: "127.0.0.1" });
  assert.equal(status, 200);
  return parsePrometheus(text);
}

/** The value of one series, or of all that have these labels together. */
async function figureOf(server: TestServer, name: string, labels: Record<string, string> = {}): Promise<number> {
  const { samples } = (await metricsOf(server)).get(name) as MetricFamily;
  const meant = samples.filter((sample) =>
    Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return meant.reduce((sum, { value }) => sum + value, 0);
}

test("every figure is in the format of Prometheus, and documented", async (t) => {
  const { server, owner } = await org(t);
  await owner.writes([owner], "hello");
  const families = await metricsOf(server);
  const page = readFileSync(new URL("../../../../docs/metrics.md", import.meta.url), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `parley_"));
  const documented = rows.flatMap((row) => {
    const [, names = "", type = "", labels = ""] = row.split("|").map((cell) => cell.trim());
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).sort(),
    }));
  });
  const shown = [...families.values()].filter(({ name }) => name.startsWith("parley_"));
  assert.deepEqual(documented.map(({ name }) => name).sort(), shown.map(({ name }) => name).sort());
  for (const { name, type, labels } of documented) {
    const family = families.get(name) as MetricFamily;
    assert.equal(family.type, type, name);
    for (const sample of family.samples)
      assert.deepEqual(
        Object.keys(sample.labels)
          .filter((label) => label !== "le")
          .sort(),
        labels,
        name,
      );
  }
});

test("every server of a process shows what Node measures of it", async (t) => {
  const { server } = await org(t);
  const other = await server.anotherNode();
  try {
    const ofNode = async (shown: TestServer) =>
      [...(await metricsOf(shown)).keys()].filter((name) => /^nodejs_/.test(name));
    const names = await ofNode(other);
    assert.ok(names.includes("nodejs_eventloop_lag_p99_seconds"));
    assert.deepEqual(await ofNode(server), names);
  } finally {
    await other.close();
  }
});

test("the values of labels are known beforehand", async (t) => {
  const { server, owner, realm } = await org(t);
  await ask(server, "GET /users/me", { host: realm.host, as: owner });
  await ask(server, "GET /made/up?by=a-stranger");
  const paths = new Set([
    "other",
    ...chapters.flatMap(({ operations }) => Object.values(operations).map(({ path }) => path)),
  ]);
  for (const { labels } of (await metricsOf(server)).get("parley_requests_total")?.samples ?? [])
    assert.ok(paths.has(labels.path ?? ""), `${labels.path}`);
});

test("waiting, failed and late jobs are counted by kind", async (t) => {
  const { server } = await org(t);
  const { app, clock } = server;
  await clock.advance({ seconds: 60 });
  await app.jobs.settled();
  const before = await figureOf(server, "parley_jobs_waiting", { kind: "for_the_metrics" });
  assert.equal(before, 0);
  // Of a kind that no node here knows, so that none of them is run.
  const job = jobKind<{ n: number }>("for_the_metrics");
  const run = (n: number, runAtMs: number) => ({ ...job({ n }), realmId: null, runAtMs });
  await app.database.transaction(async (tx) => {
    await writeJobs(tx, [run(1, clock.now() - 90_000), run(2, clock.now() + 3_600_000), run(3, clock.now())]);
    await tx
      .updateTable("job")
      .set({ failed: true })
      .where("kind", "=", job.kind)
      .where("run_at_ms", "=", clock.now())
      .execute();
  });
  t.after(() => app.database.transaction((tx) => tx.deleteFrom("job").where("kind", "=", job.kind).execute()));
  assert.equal(await figureOf(server, "parley_jobs_waiting", { kind: job.kind }), 0, "not read again at once");
  await clock.advance({ seconds: 5 });
  assert.equal(await figureOf(server, "parley_jobs_waiting", { kind: job.kind }), 2);
  assert.equal(await figureOf(server, "parley_jobs_failed", { kind: job.kind }), 1);
  assert.equal(await figureOf(server, "parley_jobs_oldest_due_seconds"), 95);
});

test("what jobs came to is counted, and deliveries by their way", async (t) => {
  const failing = jobKind<{ fails: boolean }>("deliver_for_the_metrics", "webhook");
  const server = await startServer(
    "sqlite",
    {},
    {
      jobs: [
        failing.outside(async (_, { fails }) => {
          if (fails) throw new Error("not there");
        }, 2),
      ],
    },
  );
  t.after(() => server.close());
  const { app, clock } = server;
  const outcomes = async () => {
    const { samples } = (await metricsOf(server)).get("parley_jobs_total") as MetricFamily;
    const own = samples.filter(({ labels }) => labels.kind === failing.kind);
    return Object.fromEntries(own.map(({ labels, value }) => [labels.outcome, value]));
  };
  const realm = await app.database.reader.selectFrom("realm").select("id").executeTakeFirstOrThrow();
  await app.database.transaction((tx) =>
    writeJobs(
      tx,
      [false, true].map((fails) => ({ ...failing({ fails }), realmId: realm.id, runAtMs: clock.now() })),
    ),
  );
  app.jobs.wake();
  await app.jobs.settled();
  assert.deepEqual(await outcomes(), { done: 1, retried: 1 });
  await clock.advance({ seconds: 2 });
  await app.jobs.settled();
  assert.deepEqual(await outcomes(), { done: 1, retried: 1, failed: 1 });
  assert.equal(await figureOf(server, "parley_deliveries_total", { way: "webhook", outcome: "succeeded" }), 1);
  assert.equal(await figureOf(server, "parley_deliveries_total", { way: "webhook", outcome: "failed" }), 2);
});

test("refused sign-ins are counted by reason", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const count = () => figureOf(acme.server, "parley_sign_ins_refused_total", { reason: "wrong_password" });
  const before = await count();
  const form = { username: ada.email, password: "wrong" };
  await ask(acme.server, "POST /fetch_api_key", { host: acme.realm.host, form });
  assert.equal(await count(), before + 1);
});

test("the database, its pools and the disk are measured", async (t) => {
  const { server, owner } = await org(t);
  const before = await figureOf(server, "parley_database_statements_total", { pool: "writing" });
  await owner.writes([owner], "hello");
  assert.ok((await figureOf(server, "parley_database_statements_total", { pool: "writing" })) > before);
  for (const name of ["parley_database_bytes", "parley_disk_bytes", "parley_disk_free_bytes"])
    assert.ok((await figureOf(server, name)) > 1000, name);
  assert.ok((await figureOf(server, "parley_database_connections")) >= 1);
  assert.equal(await figureOf(server, "parley_database_waiting"), 0);
  const { samples } = (await metricsOf(server)).get("parley_info") as MetricFamily;
  assert.equal(samples[0]?.labels.engine, server.engine);
});

test("what cannot be read is left out, and the rest is there", async (t) => {
  const server = await serverFor(t);
  await server.clock.advance({ seconds: 60 });
  const away = t.mock.method(server.app.database.reader, "getExecutor", () => {
    throw new Error("The database is away.");
  });
  const families = await metricsOf(server);
  away.mock.restore();
  assert.match(server.faults.splice(0)[0]?.message ?? "", /The database is away/);
  assert.deepEqual(families.get("parley_jobs_oldest_due_seconds")?.samples, []);
  assert.ok((families.get("parley_requests_total")?.samples.length ?? 0) > 0);
});
