/** Every text of the interface is used: translators have no work with what nobody sees. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { en } from "./en/index.ts";
import { auditLogTexts } from "./en/index-audit-log.ts";
import { channelTexts } from "./en/index-channels.ts";
import { importTexts } from "./en/index-imports.ts";
import { integrationTexts } from "./en/index-integrations.ts";
import { laterTexts } from "./en/index-later.ts";
import { openedTexts } from "./en/index-opened.ts";
import { secondFactorTexts } from "./en/index-second-factors.ts";
import { settingsTexts } from "./en/index-settings.ts";

const ROOT = `${import.meta.dirname}/../../..`;
/** Their names are data. */
const EMOJI_GROUPS = readFileSync(`${import.meta.dirname}/../emoji/groups.json`, "utf8");
const read = (pattern: string, except: RegExp) =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !except.test(file.replaceAll("\\", "/")))
    .map((file) => readFileSync(`${ROOT}/${file}`, "utf8"))
    .join("\n");

const client = read("web/src/**/*.{ts,tsx}", /web\/src\/text\/|\.test\.tsx?$/);
/** Names of settings, permissions and actions: texts are looked up by them. */
const server = read("server/src/**/*.ts", /\.test\.ts$|error-texts\//);

const quoted = new Set(client.match(/(?<=["'`])[a-zA-Z]+\.\w+(?=["'`])/g));
/** `palette.${name}`, `actions.reason_${type}`: what the key begins with. */
const begun = [...new Set(client.match(/(?<=`)[a-zA-Z]+\.\w*(?=\$\{)/g))];
/** What can stand in the place of a name. */
const names = new Set(`${client}\n${server}\n${EMOJI_GROUPS}`.match(/(?<=["'`])\w+(?=["'`])|\b\w+(?=\??:)/g));

const isUsed = (key: string): boolean =>
  quoted.has(key) || begun.some((beginning) => key.startsWith(beginning) && names.has(key.slice(beginning.length)));

test("every text is used", () => {
  const areas = {
    ...en,
    ...laterTexts,
    ...openedTexts,
    ...settingsTexts,
    ...channelTexts,
    ...secondFactorTexts,
    ...auditLogTexts,
    ...importTexts,
    ...integrationTexts,
  };
  const keys = Object.entries(areas).flatMap(([area, texts]) => Object.keys(texts).map((name) => `${area}.${name}`));
  assert.deepEqual(
    keys.filter((key) => !isUsed(key)),
    [],
  );
});
