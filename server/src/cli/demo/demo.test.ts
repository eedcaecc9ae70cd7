import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { openApp } from "../../app.ts";
import { readConfig } from "../../kernel/config.ts";
import { diagnose } from "../doctor/command.ts";
import { installation, parley, parleyAlone } from "../testing.ts";
import { bots, people } from "./people.ts";

test("the demo creates a lively, consistent organization of its own, and only once", async (t) => {
  const { env } = installation(t);
  const init = ["init", "--name", "Acme", "--owner-email", "o@example.com", "--owner-name", "Olivia", "--json"];
  const acme = JSON.parse((await parley(env, init)).stdout) as { realm_id: number };
  const ip = await parley({ ...env, PARLEY_URL: "http://192.0.2.7:9800" }, ["demo"]);
  assert.deepEqual([ip.code, /PARLEY_URL is an IP address/.test(ip.stderr)], [1, true]);
  const before = await rowsOf(env, acme.realm_id);
  const located = { ...env, PARLEY_URL: "http://localhost:9800" };
  const { code, stdout, stderr } = await parleyAlone(located, ["demo", "--json"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await rowsOf(env, acme.realm_id), before, "the other organization is as it was");
  const made = JSON.parse(stdout) as Record<string, unknown> & { realm_id: number };
  assert.equal(made.realm_url, "http://demo.localhost:9800");
  assert.equal(made.people, Object.keys(people).length + Object.keys(bots).length);
  assert.ok((made.messages as number) > 350);
  assert.match(made.api_key as string, /^[A-Za-z0-9]{32}$/);

  const findings = await diagnose(readConfig(env));
  assert.deepEqual(
    findings.filter((finding) => !finding.ok),
    [],
  );

  const app = await openApp(readConfig(env), { log: pino({ level: "silent" }) });
  const times = await app.database.reader
    .selectFrom("message")
    .select("sent_at")
    .where("realm_id", "=", made.realm_id)
    .orderBy("id")
    .execute();
  const kinds = await app.database.reader
    .selectFrom("channel")
    .select(["invite_only", "is_web_public", "history_public_to_subscribers"])
    .where("realm_id", "=", made.realm_id)
    .distinct()
    .execute();
  const shown: Record<string, number> = {};
  for (const table of [
    "channel_folder",
    "user_status",
    "draft",
    "saved_snippet",
    "scheduled_message",
    "submessage",
    "attachment",
  ] as const)
    shown[table] = (await app.database.reader.selectFrom(table).selectAll().execute()).length;
  const topics = await app.database.reader.selectFrom("topic").select("name").where("name", "like", "✔ %").execute();
  await app.stop();
  for (const [table, count] of Object.entries(shown)) assert.ok(count > 0, `there is some ${table}`);
  assert.equal(topics.length, 1, "a topic is resolved");
  assert.equal(kinds.length, 4, "there is a channel of every kind");
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a.sent_at - b.sent_at),
    "older messages have smaller ids",
  );
  const weeks = ((times.at(-1)?.sent_at ?? 0) - (times[0]?.sent_at ?? 0)) / (7 * 86_400);
  assert.ok(weeks > 4 && weeks < 8);

  const again = await parley(env, ["demo"]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /There is already a demo here\. Name another one with --short-name/);
  const beside = await parley(located, ["demo", "--short-name", "showroom"]);
  assert.equal(beside.code, 0, beside.stderr);
  assert.match(beside.stdout, /^The demo is an organization of its own, at http:\/\/showroom\.localhost:9800\./);
  const taken = await parley(located, ["demo", "--short-name", "showroom"]);
  assert.equal(taken.code, 1, taken.stderr);
  const invalid = await parley(located, ["demo", "--short-name", "Show Room"]);
  assert.equal(invalid.code, 1, invalid.stderr);
});

async function rowsOf(env: NodeJS.ProcessEnv, realmId: number) {
  const app = await openApp(readConfig(env), { log: pino({ level: "silent" }) });
  const { reader } = app.database;
  const rows = {
    realms: await reader.selectFrom("realm").selectAll().where("id", "=", realmId).execute(),
    people: await reader.selectFrom("user").selectAll().where("realm_id", "=", realmId).execute(),
    channels: await reader.selectFrom("channel").selectAll().where("realm_id", "=", realmId).execute(),
    messages: await reader.selectFrom("message").selectAll().where("realm_id", "=", realmId).execute(),
  };
  await app.stop();
  return rows;
}
