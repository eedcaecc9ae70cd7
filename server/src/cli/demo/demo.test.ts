import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { openApp } from "../../app.ts";
import { readConfig } from "../../kernel/config.ts";
import { diagnose } from "../doctor/command.ts";
import { installation, parley } from "../testing.ts";
import { bots, people } from "./people.ts";

test("the demo creates a lively, consistent organization, and only once", async (t) => {
  const { env } = installation(t);
  const { code, stdout, stderr } = await parley(env, ["demo", "--json"]);
  assert.equal(code, 0, stderr);
  const made = JSON.parse(stdout) as Record<string, unknown>;
  assert.equal(made.people, Object.keys(people).length + Object.keys(bots).length);
  assert.ok((made.messages as number) > 350);
  assert.match(made.api_key as string, /^[A-Za-z0-9]{32}$/);

  const findings = await diagnose(readConfig(env));
  assert.deepEqual(
    findings.filter((finding) => !finding.ok),
    [],
  );

  const app = await openApp(readConfig(env), { log: pino({ level: "silent" }) });
  const times = await app.database.reader.selectFrom("message").select("sent_at").orderBy("id").execute();
  const kinds = await app.database.reader
    .selectFrom("channel")
    .select(["invite_only", "is_web_public", "history_public_to_subscribers"])
    .distinct()
    .execute();
  await app.stop();
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
  assert.match(again.stderr, /already has messages/);
});
