import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installation, parley, parleyAlone, serve } from "../testing.ts";

const signIn = async (url: string, username: string, password: string) => {
  const body = new URLSearchParams({ username, password });
  const answer = await fetch(`${url}/api/v1/fetch_api_key`, { method: "POST", body });
  return (await answer.json()) as { result: string; api_key?: string };
};

test("an operator moves an organization to another installation, including passwords and API keys", async (t) => {
  const { directory, env } = installation(t);
  const owner = ["--owner-email", "o@example.com", "--owner-name", "Olivia", "--owner-password", "correct horse"];
  await parley(env, ["init", "--name", "Acme", "--short-name", "acme", ...owner]);
  await parley(env, ["init", "--name", "Other", "--short-name", "other", ...owner]);
  const file = join(directory, "acme.gz");

  const written = await parleyAlone(env, ["export", file, "--realm", "acme", "--json"]);
  assert.equal(written.code, 0, written.stderr);
  assert(JSON.parse(written.stdout).rows > 20);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match((await parley(env, ["export", file])).stderr, /already exists/);
  assert.match((await parley(env, ["export", `${file}2`, "--realm", "nobody"])).stderr, /no organization named nobody/);

  const again = await parley(env, ["import", file]);
  assert.deepEqual([again.code, again.stderr], [1, "parley: An organization named acme already exists.\n"]);

  const target = installation(t);
  const read = await parleyAlone(target.env, ["import", file, "--json"]);
  assert.equal(read.code, 0, read.stderr);
  assert.match((await parley(target.env, ["import", join(directory, "none.gz")])).stderr, /no such file/i);

  const key = async (from: NodeJS.ProcessEnv) => (await parley(from, ["user", "api-key", "o@example.com"])).stdout;
  assert.equal(await key(target.env), await key(env));
  const doctor = await parley(target.env, ["doctor"]);
  assert.equal(doctor.code, 0, doctor.stdout);
  const url = await serve(t, target.env);
  const { result, api_key } = await signIn(url, "o@example.com", "correct horse");
  assert.deepEqual([result, `${api_key}\n`], ["success", await key(env)]);
  assert.match((await parley(target.env, ["import", file, "--short-name", "b"])).stderr, /A server is using this data/);
});

test("an operator exports to Zulip's format, is told what Zulip does not take, and imports the file again", async (t) => {
  const { directory, env } = installation(t);
  const owner = ["--owner-email", "o@example.com", "--owner-name", "Olivia", "--owner-password", "correct horse"];
  await parley(env, ["init", "--name", "Acme", "--short-name", "acme", ...owner]);
  const file = join(directory, "acme.tar.gz");
  const written = await parley(env, ["export", file, "--format", "zulip"]);
  assert.equal(written.code, 0, written.stderr);
  assert.match(
    written.stdout,
    /Exported Acme to .*: \d+ messages and \d+ files\.\nZulip does not take:\n {2}1 passwords: /,
  );
  assert.match(
    (await parley(env, ["export", `${file}2`, "--format", "rar"])).stderr,
    /Allowed choices are parley, zulip/,
  );

  const target = installation(t);
  const read = await parley(target.env, ["import", file]);
  assert.equal(read.code, 0, read.stderr);
  assert.match(read.stdout, /Imported Acme at/);
  const key = async (from: NodeJS.ProcessEnv) => (await parley(from, ["user", "api-key", "o@example.com"])).stdout;
  assert.equal(await key(target.env), await key(env));
  const doctor = await parley(target.env, ["doctor"]);
  assert.equal(doctor.code, 0, doctor.stdout);
  const url = await serve(t, target.env);
  assert.equal((await signIn(url, "o@example.com", "correct horse")).result, "success");
});
