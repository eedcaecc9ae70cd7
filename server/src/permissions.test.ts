/**
 * One set of rules decides what people may do, on the server and in clients (decision 071): only rules read a permission's
 * value to decide by it, and they load wherever they are asked.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, matchesGlob, relative } from "node:path";
import { test } from "node:test";
import { CHANNEL_PERMISSIONS, GROUP_PERMISSIONS, REALM_PERMISSIONS } from "./kernel/access/permission-settings.ts";

const ROOT = join(import.meta.dirname, "../..");
const NAMES = new RegExp(
  `(?<![a-z])(?:realm_)?(?:${[...REALM_PERMISSIONS, ...CHANNEL_PERMISSIONS, ...GROUP_PERMISSIONS].join("|")})(?![a-z_])`,
);

/** Who may name a permission, and what for. */
const MAY_NAME: readonly string[] = [
  // Rules.
  "server/src/**/permissions.ts",
  // Contracts, and the documents made from them.
  "server/src/kernel/access/permission-settings.ts",
  "server/src/organization/settings/meanings/*.ts",
  "server/src/registration/answer/settings.ts",
  // Where values are stored, and queries that say a rule for many rows at once.
  "server/src/kernel/db/**",
  "server/src/exports/archive/tables.ts",
  "server/src/messages/mention-permissions.ts",
  "server/src/messages/visibility.ts",
  // What follows when somebody changes it.
  "server/src/people/users/access/changes.ts",
  // Presentation: the values themselves are shown.
  "server/src/channels/present.ts",
  "server/src/registration/organization.ts",
  "web/src/composer/who-posts.ts",
  // Settings: giving and changing the values.
  "server/src/channels/update/holders.ts",
  "server/src/set-up/initial-settings.ts",
  "server/src/cli/demo/play.ts",
  // Organizations to test with.
  "server/src/**/testing.ts",
  "server/src/**/test-*.ts",
];

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

const sources = globSync("{server,client,web}/src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const named = sources.filter((file) => NAMES.test(withoutComments(readFileSync(join(ROOT, file), "utf8"))));

test("whoever wants to know what somebody may do asks a rule, and reads no permission", () => {
  assert.ok(sources.length > 1000, "the sources were found");
  const strangers = named.filter((file) => !MAY_NAME.some((pattern) => matchesGlob(file, pattern)));
  assert.deepEqual(strangers, [], "Ask a rule of a permissions.ts, or write one there.");
});

test("no place is excepted that does not need it", () => {
  const idle = MAY_NAME.filter((pattern) => !named.some((file) => matchesGlob(file, pattern)));
  assert.deepEqual(idle, []);
});

/** What rules are made of: besides other rules, who somebody is and which permissions there are. */
const FOUNDATIONS = ["kernel/access/holds.ts", "kernel/access/roles.ts", "kernel/access/permission-settings.ts"].map(
  (file) => join(ROOT, "server/src", file),
);

test("rules load without the server, also in a browser: they are made of nothing but rules", () => {
  const rules = globSync("server/src/**/permissions.ts", { cwd: ROOT }).map((file) => join(ROOT, file));
  const allowed = new Set([...rules, ...FOUNDATIONS]);
  for (const file of allowed) {
    const code = stripTypeScriptTypes(readFileSync(file, "utf8"));
    for (const [, from = ""] of code.matchAll(/\bfrom\s*["']([^"']+)["']/g))
      assert.ok(allowed.has(join(dirname(file), from)), `${relative(ROOT, file)} loads ${from}`);
  }
});
