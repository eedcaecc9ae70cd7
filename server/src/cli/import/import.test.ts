/** What the command imports, and what it refuses. How it bears to be killed is in `killed.test.ts`. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { largeSlackArchive } from "../../imports/slack/testing.ts";
import { installation, parley, parleyAlone, serve } from "../testing.ts";

const MESSAGES = 600;
const OWNER = ["--owner-email", "o@example.com", "--owner-name", "Olivia"];

test("an operator imports an archive of Slack once, beside what is there", async (t) => {
  const { directory, env } = installation(t);
  const file = join(directory, "export.zip");
  writeFileSync(file, largeSlackArchive({ messages: MESSAGES }));
  await parley(env, ["init", "--name", "Acme", ...OWNER]);

  const planned = await parley(env, ["import", file, "--dry-run", "--json"]);
  assert.equal(planned.code, 0, planned.stderr);
  const { taken } = JSON.parse(planned.stdout) as { taken: Record<string, number> };
  assert.deepEqual([taken.messages, taken.people_created, taken.channels_created], [MESSAGES, 20, 8]);

  const last = await parleyAlone(env, ["import", file]);
  assert.equal(last.code, 0, last.stderr);
  const again = await parley(env, ["import", "slack", file, "--json"]);
  const outcome = JSON.parse(again.stdout) as { was_finished: boolean; taken: Record<string, number> };
  assert.deepEqual([outcome.was_finished, outcome.taken], [true, taken]);
  const nothingMore = await parley(env, ["import", file, "--dry-run"]);
  assert.match(nothingMore.stdout, /^This archive was imported into Acme at .* before; nothing has changed\./);
  const doctor = await parley(env, ["doctor"]);
  assert.equal(doctor.code, 0, doctor.stdout);

  const url = await serve(t, env);
  const key = (await parley(env, ["user", "api-key", "o@example.com"])).stdout.trim();
  const authorization = `Basic ${Buffer.from(`o@example.com:${key}`).toString("base64")}`;
  const answer = await fetch(`${url}/api/v1/streams`, { headers: { authorization } });
  const { streams } = (await answer.json()) as { streams: { name: string }[] };
  assert(streams.some(({ name }) => name === "channel-8"));
  assert.match((await parley(env, ["import", file])).stderr, /A server is using this data/);
});

test("files that are no archives, and options that make no sense, are refused", async (t) => {
  const { directory, env } = installation(t);
  const file = join(directory, "notes.txt");
  writeFileSync(file, "just text");
  await parley(env, ["init", "--name", "Acme", ...OWNER]);
  const refused = async (args: string[], message: RegExp, code = 1) => {
    const outcome = await parley(env, ["import", ...args]);
    assert.equal(outcome.code, code, outcome.stderr);
    assert.match(outcome.stderr, message);
  };
  await refused([file], /neither a Parley export nor an archive/);
  await refused(["slack", file], /not a zip file/);
  await refused(["irc", file], /not one of/, 2);
  await refused(["slack", join(directory, "none.zip")], /no such file/i);
  const archive = join(directory, "export.zip");
  writeFileSync(archive, largeSlackArchive({ messages: 10 }));
  await refused([archive, "--token-file", file], /is for --download/, 2);
  await refused([archive, "--realm", "nobody"], /no organization named nobody/);
  await refused([archive, "--new-organization", "B"], /needs --owner-email/, 2);
});
