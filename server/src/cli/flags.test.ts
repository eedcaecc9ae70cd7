/** Settings as flags of the server and of the other commands. */
import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { flagOf, VARIABLE_NAMES } from "../kernel/variables.ts";
import { installation, parley, parleyAlone, serve } from "./testing.ts";

test("serve takes every setting as a flag, before the environment, and lists them in its help", async (t) => {
  const { env, directory } = installation(t, { PARLEY_PORT: "1", PARLEY_LOG_LEVEL: "loud" });
  const data = join(directory, "elsewhere");
  const url = await serve(t, env, [
    "--port",
    "0",
    "--data",
    data,
    "--log-level=info",
    "--url",
    "https://chat.example.com",
  ]);
  assert.equal(url, "https://chat.example.com");
  assert.ok(readFileSync(join(data, "secret.key")).length > 0);

  const { code, stdout, stderr } = await parleyAlone(env, ["serve", "--help"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^Usage: parley serve \[options\]$/m);
  for (const name of VARIABLE_NAMES) assert.match(stdout, new RegExp(`^ +${flagOf(name)} <[a-z|]+> +\\S`, "m"), name);
  assert.match(stdout, /--port <number> +port to listen on \(default: 9800\)/);
});

test("other commands take them too, and say where to look for them", async (t) => {
  const { env, directory } = installation(t);
  const data = join(directory, "elsewhere");
  mkdirSync(data);
  writeFileSync(join(data, "parley.env"), "PARLEY_HOST=::1\n");
  const { code, stdout, stderr } = await parley(env, ["config", "--json", "--data", data, "--max-upload-mib", "7"]);
  assert.deepEqual([code, stderr], [0, ""]);
  const { settings } = JSON.parse(stdout) as { settings: { name: string; value: string; source: string }[] };
  const found = (name: string) => settings.find((each) => each.name === name);
  assert.deepEqual(found("PARLEY_MAX_UPLOAD_MIB"), { name: "PARLEY_MAX_UPLOAD_MIB", value: "7", source: "flag" });
  assert.deepEqual(found("PARLEY_HOST"), { name: "PARLEY_HOST", value: "::1", source: "file" });
  assert.match((await parley(env, ["config", "--port", "7"])).stdout, /^PARLEY_PORT +flag +7$/m);

  const help = await parley(env, ["organization", "list", "--help"]);
  assert.match(help.stdout, /Every setting is also a flag, such as --data: see parley serve --help\./);
  assert.doesNotMatch(help.stdout, /--smtp-url/);
});

test("a secret among the flags is warned about, and not printed", async (t) => {
  const { env } = installation(t);
  const flags = ["--smtp-url", "smtp://chat:hunter2@mail.example.com"];
  const { code, stdout, stderr } = await parley(env, ["config", ...flags]);
  assert.equal(code, 0);
  assert.match(
    stderr,
    /^parley: Warning: --smtp-url contains a secret, .* parley\.env or in the environment instead\.\n$/,
  );
  assert.ok(!`${stdout}${stderr}`.includes("hunter2"));
});

test("wrong values and unknown flags are refused", async (t) => {
  const { env } = installation(t);
  const wrong = await parleyAlone(env, ["serve", "--port", "x"]);
  assert.deepEqual([wrong.code, wrong.stderr], [1, "parley: PARLEY_PORT must be a whole number from 0 to 65535: x\n"]);
  const unknown = await parleyAlone(env, ["serve", "--prot", "1"]);
  assert.match(unknown.stderr, /unknown option '--prot'\n\(Did you mean --port\?\)/);
  assert.equal(unknown.code, 2);
  const elsewhere = await parley(env, ["organization", "list", "--prot", "1"]);
  assert.match(elsewhere.stderr, /unknown option '--prot'/);
  assert.equal(elsewhere.code, 2);
  const lacking = await parleyAlone(env, ["serve", "--port"]);
  assert.match(lacking.stderr, /option '--port <number>' argument missing/);
  assert.equal(lacking.code, 2);
});

test("no command reads the environment past the flags", () => {
  for (const file of globSync("**/*.ts", { cwd: import.meta.dirname, exclude: ["**/*.test.ts", "flags.ts"] }))
    assert.doesNotMatch(
      readFileSync(join(import.meta.dirname, file), "utf8"),
      /(?:loadConfig|settingsIn)\(process\.env/,
      `${file}: use commandConfig or commandSettings`,
    );
});
