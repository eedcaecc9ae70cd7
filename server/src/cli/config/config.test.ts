import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installation, parley, parleyAlone } from "../testing.ts";

interface Printed {
  file: string | null;
  settings: { name: string; value: string | null; source: string }[];
}

test("config prints what is in force and where it comes from, without secrets", async (t) => {
  const { env } = installation(t, { PARLEY_PUSH_GATEWAY: "https://push.example.com" });
  const data = env.PARLEY_DATA as string;
  mkdirSync(data);
  const file = join(data, "parley.env");
  writeFileSync(
    file,
    "PARLEY_SMTP_URL=smtp://chat:hunter2@mail.example.com\nPARLEY_PUSH_GATEWAY_SECRET=hunter2hunter2hunter2\n",
  );
  const { code, stdout, stderr } = await parleyAlone(env, ["config", "--json"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.ok(!stdout.includes("hunter2"));
  const printed = JSON.parse(stdout) as Printed;
  assert.equal(printed.file, file);
  const found = (name: string) => printed.settings.find((setting) => setting.name === name);
  assert.deepEqual(found("PARLEY_PUSH_GATEWAY")?.source, "environment");
  assert.deepEqual(found("PARLEY_SMTP_URL"), {
    name: "PARLEY_SMTP_URL",
    value: "smtp://chat:********@mail.example.com",
    source: "file",
  });
  assert.deepEqual(found("PARLEY_HOST"), { name: "PARLEY_HOST", value: "127.0.0.1", source: "default" });
  assert.deepEqual(found("PARLEY_URL"), { name: "PARLEY_URL", value: null, source: "default" });

  const text = await parley(env, ["config"]);
  assert.match(text.stdout, /^PARLEY_SMTP_URL +parley\.env +smtp:\/\/chat:\*{8}@mail\.example\.com$/m);
  assert.ok(!text.stdout.includes("hunter2"));
});

test("config prints wrong values too, and then says what is wrong", async (t) => {
  const { env } = installation(t, { PARLEY_LOG_LEVEL: "loud" });
  const { code, stdout, stderr } = await parley(env, ["config"]);
  assert.equal(code, 1);
  assert.match(stdout, /^PARLEY_LOG_LEVEL +environment +loud$/m);
  assert.match(stderr, /^parley: PARLEY_LOG_LEVEL must be one of/);
});

test("commands and the server refuse unknown variables", async (t) => {
  const { env } = installation(t, { PARLEY_SMPT_URL: "smtp://mail.example.com" });
  for (const args of [["config"], ["organization", "list"], ["doctor"]]) {
    const { code, stderr } = await parley(env, args);
    assert.equal(code, 1);
    assert.equal(
      stderr,
      "parley: The environment sets PARLEY_SMPT_URL, which Parley does not know. Did you mean PARLEY_SMTP_URL?\n",
    );
  }
});
