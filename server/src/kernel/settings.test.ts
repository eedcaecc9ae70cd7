import assert from "node:assert/strict";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";
import { DEFAULT_COLLECTION_LIMITS } from "./limits/collections.ts";
import { loadConfig, settingsIn, warningsAbout } from "./settings.ts";
import {
  flagOf,
  isOfDevelopment,
  isVariable,
  nearestTo,
  shown,
  VARIABLE_NAMES,
  VARIABLES,
  type VariableName,
} from "./variables.ts";

const ROOT = join(import.meta.dirname, "../../..");

function dataDirectory(t: TestContext, file?: string): NodeJS.ProcessEnv {
  const directory = mkdtempSync(join(tmpdir(), "parley-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  if (file !== undefined) writeFileSync(join(directory, "parley.env"), file);
  return { PARLEY_DATA: directory };
}

const sourceOf = (env: NodeJS.ProcessEnv, name: VariableName) =>
  settingsIn(env).all.find((setting) => setting.name === name);

test("the environment comes before parley.env, and that before the defaults", (t) => {
  const env = dataDirectory(t, "PARLEY_PORT=9801\nPARLEY_HOST=0.0.0.0\n");
  assert.deepEqual(sourceOf({ ...env, PARLEY_PORT: "9802" }, "PARLEY_PORT"), {
    name: "PARLEY_PORT",
    value: "9802",
    source: "environment",
  });
  assert.equal(sourceOf({ ...env, PARLEY_PORT: "" }, "PARLEY_PORT")?.source, "file", "empty counts as not set");
  const { port, host, logLevel } = loadConfig({ ...env, PARLEY_PORT: "9802" });
  assert.deepEqual([port, host, logLevel], [9802, "0.0.0.0", "info"]);
  assert.deepEqual(sourceOf(env, "PARLEY_LOG_LEVEL")?.source, "default");
});

test("flags come before the environment, and --data before PARLEY_DATA", (t) => {
  const env = dataDirectory(t, "PARLEY_HOST=0.0.0.0\n");
  const other = dataDirectory(t, "PARLEY_HOST=::1\n").PARLEY_DATA as string;
  const inForce = (flags: Parameters<typeof settingsIn>[1], name: VariableName) => {
    const { value, source } = settingsIn({ ...env, PARLEY_PORT: "9801" }, flags).all.find(
      (setting) => setting.name === name,
    ) as { value: string; source: string };
    return [value, source];
  };
  assert.deepEqual(inForce({ PARLEY_PORT: "9802" }, "PARLEY_PORT"), ["9802", "flag"]);
  assert.deepEqual(inForce({ PARLEY_PORT: "" }, "PARLEY_PORT"), ["9801", "environment"], "empty counts as not set");
  assert.deepEqual(inForce({ PARLEY_DATA: other }, "PARLEY_HOST"), ["::1", "file"]);
  assert.deepEqual(inForce({ PARLEY_DATA: other }, "PARLEY_DATA"), [other, "flag"]);
  assert.equal(loadConfig(env, { PARLEY_PORT: "9802" }).port, 9802);
  assert.throws(() => loadConfig(env, { PARLEY_PORT: "x" }), /PARLEY_PORT must be a whole number/);
});

test("secrets among the flags are warned about, without repeating them", () => {
  const [warning = "", ...more] = warningsAbout({
    PARLEY_SMTP_URL: "smtp://chat:hunter2@mail.example.com",
    PARLEY_DATABASE_URL: "postgres://db/parley",
    PARLEY_HOST: "0.0.0.0",
  });
  assert.match(warning, /^--smtp-url contains a secret, .* Set PARLEY_SMTP_URL in parley\.env/);
  assert.ok(!warning.includes("hunter2"));
  assert.deepEqual(more, [], "an address without a password is no secret");
  assert.equal(warningsAbout({ PARLEY_GIPHY_API_KEY: "hunter2" }).length, 1);
});

test("without parley.env nothing is missing", (t) => {
  const env = dataDirectory(t);
  assert.equal(settingsIn(env).file.exists, false);
  assert.equal(settingsIn({ PARLEY_DATA: join(env.PARLEY_DATA as string, "not", "yet") }).file.exists, false);
});

test("parley.env is read as systemd and Docker read such files", (t) => {
  const env = dataDirectory(
    t,
    `# The mail server\r\n\n  PARLEY_SMTP_URL = "smtp://mail.example.com"\nPARLEY_GIPHY_API_KEY=a #b\nPARLEY_MAIL_FROM='chat@example.com'\nPARLEY_JITSI_URL=\n`,
  );
  const { smtpUrl, mailFrom, giphyApiKey, jitsiServerUrl } = loadConfig(env);
  assert.deepEqual(
    [smtpUrl, mailFrom, giphyApiKey, jitsiServerUrl],
    ["smtp://mail.example.com", "chat@example.com", "a #b", "https://meet.jit.si"],
  );
});

test("a line in parley.env that would have no effect is refused, without repeating it", (t) => {
  for (const [file, sentence] of [
    ["PARLEY_PORT=1\nhunter2", /parley\.env, line 2: write NAME=value/],
    ["export PARLEY_PORT=1", /line 1: write NAME=value/],
    ["PARLEY_PORT=1\nPARLEY_PORT=2", /line 2: PARLEY_PORT is set twice/],
    ['PARLEY_SMTP_URL="smtp://hunter2', /line 1: the value begins with a quote/],
    ['PARLEY_SMTP_URL="a" # hunter2', /line 1: the value begins with a quote/],
    ["PARLEY_DATA=/elsewhere", /cannot set PARLEY_DATA/],
    ["PARLEY_HOTS=hunter2", /parley\.env sets PARLEY_HOTS, which Parley does not know\. Did you mean PARLEY_HOST\?/],
    ["NODE_OPTIONS=hunter2", /parley\.env sets NODE_OPTIONS, which Parley does not know/],
  ] as const)
    assert.throws(
      () => loadConfig(dataDirectory(t, file)),
      (error: Error) => {
        assert(error instanceof ConfigError);
        assert.match(error.message, sentence);
        assert.ok(!error.message.includes("hunter2"));
        return true;
      },
    );
});

test("an unknown variable is refused with the nearest known one", (t) => {
  const env = dataDirectory(t);
  for (const [name, meant] of [
    ["PARLEY_SMPT_URL", "PARLEY_SMTP_URL"],
    ["PARLEY_DATABASE", "PARLEY_DATA"],
    ["PARLEY_TRUSTED_PROXY", "PARLEY_TRUSTED_PROXIES"],
    ["PARLEY_DB_URL", "PARLEY_URL"],
    ["PARLEY_port", "PARLEY_PORT"],
  ] as const) {
    assert.throws(() => settingsIn({ ...env, [name]: "x" }), new RegExp(`sets ${name}, which .* ${meant}\\?`), name);
  }
  assert.equal(nearestTo("PARLEY_QUUX"), undefined);
  assert.throws(() => settingsIn({ ...env, PARLEY_QUUX: "x" }), /docs\/operations\.md lists all settings/);
  assert.throws(() => settingsIn({ ...env, PARLEY_SERVICE_HOST: "10.0.0.1" }), /enableServiceLinks: false/);
  settingsIn({ ...env, PARLEY_TEST_POSTGRES: "postgres://x", OTHER: "y" });
});

test("secrets are hidden, and what is not secret is shown", () => {
  const hidden = (name: VariableName, value: string) => shown(name, value);
  assert.equal(
    hidden("PARLEY_SMTP_URL", "smtps://chat:hunter2@mail.example.com:465"),
    "smtps://chat:********@mail.example.com:465",
  );
  assert.equal(
    hidden("PARLEY_DATABASE_URL", "postgres://u:hunter2@db/parley?password=hunter2&sslmode=require"),
    "postgres://u:********@db/parley?password=********&sslmode=require",
  );
  assert.equal(hidden("PARLEY_DATABASE_URL", "postgres://hunter2@@:x"), "********", "not a URL");
  assert.equal(hidden("PARLEY_S3_SECRET_ACCESS_KEY", "hunter2"), "********");
  assert.equal(hidden("PARLEY_S3_SECRET_ACCESS_KEY", ""), "");
  assert.equal(hidden("PARLEY_HOST", "0.0.0.0"), "0.0.0.0");
});

test("the defaults in the table are those in force", () => {
  const written = Object.entries(VARIABLES).map(([name, { fallback }]) => [name, fallback]);
  assert.deepEqual(readConfig(Object.fromEntries(written)), readConfig({}));
});

test("every variable in the code is known or of development, and operations.md describes the known ones", () => {
  const files = globSync("{server,client,web,bench,e2e}/**/*.ts", {
    cwd: ROOT,
    exclude: ["**/node_modules/**", "**/dist/**", "**/settings.test.ts", "**/config.test.ts"],
  });
  const named = new Set(
    files.flatMap((file) => readFileSync(join(ROOT, file), "utf8").match(/\bPARLEY_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []),
  );
  // Parts of names, and names of what others set.
  const EXPECTED_UNKNOWN = ["PARLEY_SERVICE", "PARLEY_SERVICE_HOST", "PARLEY_PORT_9800_TCP"];
  assert.deepEqual(
    [...named].filter((name) => !isVariable(name) && !isOfDevelopment(name) && !EXPECTED_UNKNOWN.includes(name)),
    [],
  );
  const manual = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  assert.deepEqual(
    Object.keys(VARIABLES).filter((name) => !manual.includes(`\`${name}\``)),
    [],
  );
});

/** "`drafts` and `reminders` 1000, `push_tokens` (old devices) 100": each number is of all names since the one before. */
function maximaIn(paragraph: string): Record<string, number> {
  const said: Record<string, number> = {};
  let names: string[] = [];
  for (const [, name, number] of paragraph.matchAll(/`([a-z_]+)`|\b(\d+)\b/g)) {
    if (name !== undefined) names.push(name);
    else {
      for (const each of names) said[each] = Number(number);
      names = [];
    }
  }
  return said;
}

test("operations.md describes every limit, with the maximum of every collection", () => {
  const manual = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const paragraphs = manual.split("\n\n");
  const [limits = "", maxima = ""] = ["Rate limits:", "Collection limits"].map((begin) =>
    paragraphs.find((each) => each.startsWith(begin)),
  );
  assert.deepEqual(
    Object.keys(readConfig({}).rateLimits ?? {}).filter((name) => !limits.includes(`\`${name}\``)),
    [],
  );
  assert.deepEqual(maximaIn(maxima), DEFAULT_COLLECTION_LIMITS);
});

test("every variable has a flag of its own and a line of help", () => {
  assert.equal(flagOf("PARLEY_DATABASE_URL"), "--database-url");
  assert.equal(new Set(VARIABLE_NAMES.map(flagOf)).size, VARIABLE_NAMES.length);
  for (const name of VARIABLE_NAMES) {
    const { meaning, placeholder } = VARIABLES[name];
    assert.match(flagOf(name), /^--[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.match(meaning, /^\S.{3,80}[^.\s]$/, name);
    assert.match(placeholder, /^[a-z|]+$/, name);
  }
});
