/**
 * One set of rules decides on permissions, on the server and in clients (decision 071): only rules read a permission's
 * value to make decisions, and rules load anywhere.
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

/** The files that can name a permission, and why. */
const MAY_NAME: readonly string[] = [
  // Rules.
  "server/src/**/permissions.ts",
  // Contracts, and the documents made from them.
  "server/src/kernel/access/permission-settings.ts",
  "server/src/organization/settings/meanings/*.ts",
  "server/src/registration/answer/settings.ts",
  // Storage, and queries that express a rule for many rows.
  "server/src/kernel/db/**",
  "server/src/exports/archive/tables.ts",
  "server/src/messages/mention-permissions.ts",
  "server/src/messages/visibility.ts",
  // The effects of changes.
  "server/src/people/users/access/changes.ts",
  // Presentation of the values themselves.
  "server/src/channels/present.ts",
  "server/src/registration/organization.ts",
  "web/src/composer/who-posts.ts",
  // Setting and changing the values.
  "server/src/channels/update/holders.ts",
  "server/src/set-up/initial-settings.ts",
  "server/src/cli/demo/play.ts",
  "server/src/imports/channel-permissions.ts",
  "server/src/imports/zulip/channels.ts",
  "web/src/settings/channels/permissions.ts",
  "web/src/settings/groups/group-permissions.ts",
  "web/src/settings/organization/permissions/page.ts",
  "web/src/settings/unreachable.ts",
  // Test organizations.
  "server/src/**/testing.ts",
  "server/src/**/test-*.ts",
];

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

const sources = globSync("{server,client,web}/src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const named = sources.filter((file) => NAMES.test(withoutComments(readFileSync(join(ROOT, file), "utf8"))));

test("all code checks permissions through rules, and never reads a permission itself", () => {
  assert.ok(sources.length > 1000, "the sources were found");
  const unexpected = named.filter((file) => !MAY_NAME.some((pattern) => matchesGlob(file, pattern)));
  assert.deepEqual(unexpected, [], "Use a rule from a permissions.ts, or add one there.");
});

test("the list of exceptions is minimal", () => {
  const unused = MAY_NAME.filter((pattern) => !named.some((file) => matchesGlob(file, pattern)));
  assert.deepEqual(unused, []);
});

/** What rules are built on: besides other rules, roles and the list of permissions. */
const FOUNDATIONS = ["kernel/access/holds.ts", "kernel/access/roles.ts", "kernel/access/permission-settings.ts"].map(
  (file) => join(ROOT, "server/src", file),
);

test("rules load without the server, even in a browser: they import nothing but rules", () => {
  const rules = globSync("server/src/**/permissions.ts", { cwd: ROOT }).map((file) => join(ROOT, file));
  const allowed = new Set([...rules, ...FOUNDATIONS]);
  for (const file of allowed) {
    const code = stripTypeScriptTypes(readFileSync(file, "utf8"));
    for (const [, from = ""] of code.matchAll(/\bfrom\s*["']([^"']+)["']/g))
      assert.ok(allowed.has(join(dirname(file), from)), `${relative(ROOT, file)} loads ${from}`);
  }
});
