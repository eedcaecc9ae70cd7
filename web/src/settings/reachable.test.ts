/**
 * Everything that the API can change can be changed by a person in the browser: each parameter of each operation that
 * changes something is a declared setting, or is named in a file that calls the operation, or is listed here with the
 * reason why not. A new parameter fails this test until one of these is true.
 *
 * Files are compared by words: a parameter counts as reachable if a file that names the operation also names the
 * parameter.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { operations } from "@parley/server/contract";
import { pages } from "./pages.ts";
import { NOT_BUILT, NOT_OFFERED, SENT_ELSEWHERE } from "./unreachable.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The words of each file of the client. */
const files = ["web/src", "client/src"].flatMap((folder) =>
  globSync("**/*.{ts,tsx}", { cwd: join(ROOT, folder) })
    .filter((path) => !/test|testing|unreachable\.ts/.test(path))
    .map((path) => new Set(readFileSync(join(ROOT, folder, path), "utf8").match(/\w+/g))),
);

const declared = new Set(
  pages.flatMap((page) =>
    page.groups.flatMap(({ source, settings }) => settings.map(({ key }) => `${source.operation?.path} ${key}`)),
  ),
);

const changing = Object.entries(operations).filter(([, { method, deprecated }]) => method !== "GET" && !deprecated);

/** `operation` alone, for calling it at all, and `operation.parameter`. What is in the path comes with the call. */
const wanted = changing.flatMap(([id, { params, pathParams }]) => [
  id,
  ...Object.keys(params).flatMap((name) => (pathParams.includes(name) ? [] : [`${id}.${name}`])),
]);

function isReachable(one: string): boolean {
  const [id = "", parameter] = one.split(".");
  const operation = operations[id];
  if (Object.hasOwn(SENT_ELSEWHERE, one)) return true;
  if (parameter !== undefined && declared.has(`${operation?.path} ${parameter}`)) return true;
  if (parameter === undefined && [...declared].some((each) => each.startsWith(`${operation?.path} `))) return true;
  return files.some((words) => words.has(id) && (parameter === undefined || words.has(parameter)));
}

/** An operation in a list covers its parameters, unless it has a line of its own. */
const isIn = (list: Readonly<Record<string, string>>, one: string): boolean =>
  Object.hasOwn(list, one) || Object.hasOwn(list, one.split(".")[0] ?? "");

/** Each operation with its parameters; the operation itself is among them if it is not called at all. */
const notBuilt = new Set(
  Object.entries(NOT_BUILT).flatMap(([id, listed]) =>
    listed.split(" ").map((name) => (name === id ? id : `${id}.${name}`)),
  ),
);

test("every parameter of every change is reachable from a screen, or is listed with a reason", () => {
  const missing = wanted.filter((one) => !isReachable(one) && !isIn(NOT_OFFERED, one) && !notBuilt.has(one));
  assert.deepEqual(missing, []);
});

test("nothing is listed that is reachable, or that does not exist", () => {
  const known = new Set(wanted);
  assert.deepEqual(
    [...notBuilt].filter((one) => !known.has(one) || isReachable(one)),
    [],
    "built, or gone",
  );
  assert.deepEqual(
    Object.keys({ ...NOT_OFFERED, ...SENT_ELSEWHERE }).filter((one) => !known.has(one)),
    [],
    "gone",
  );
});

test("what is sent by another file is named there", () => {
  for (const [one, path] of Object.entries(SENT_ELSEWHERE)) {
    const name = one.split(".")[1] ?? operations[one]?.path.slice(1) ?? one;
    assert.ok(readFileSync(join(ROOT, "web/src", path), "utf8").includes(name), `${path} sends ${name}`);
  }
});
