/** Checks the lists of what settings do: the named files and tests must mention the settings. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Meaning } from "./meaning.ts";
import { realmMeanings } from "./realm.ts";
import { permissionMeanings } from "./realm-permissions.ts";
import { userMeanings } from "./user.ts";

const sources = new Map<string, string>();
function source(path: string): string {
  const known = sources.get(path) ?? readFileSync(join(import.meta.dirname, "../../..", path), "utf8");
  sources.set(path, known);
  return known;
}

const all: [string, Meaning][] = [realmMeanings, permissionMeanings, userMeanings].flatMap((each) =>
  Object.entries(each as Record<string, Meaning>),
);

test("each setting that the server implements is mentioned in the file and test that the list names", () => {
  for (const [name, { server }] of all)
    for (const path of server ? [server.where, server.test] : [])
      assert.ok(source(path).includes(name), `${path} does not mention ${name}`);
});
