import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import packageFile from "../../package.json" with { type: "json" };
import lockFile from "../../package-lock.json" with { type: "json" };
import serverFile from "../package.json" with { type: "json" };
import { type BuiltChunk, CHUNKS_FILE } from "./chunks.ts";
import { NODE_VERSION, PLATFORMS } from "./platforms.ts";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
}
const locked = lockFile.packages as Readonly<Record<string, Locked>>;

test("the lock file has the runtime of every platform, in one version and with its hash", () => {
  const named = PLATFORMS.flatMap(({ runtime }) => runtime ?? []);
  assert.deepEqual(Object.keys(packageFile.optionalDependencies).sort(), named.sort());
  for (const name of named) {
    const { version, integrity, dev } = locked[`node_modules/${name}`] ?? {};
    assert.equal(version, NODE_VERSION, name);
    assert.match(integrity ?? "", /^sha512-/, name);
    assert.notEqual(dev, true, name);
  }
});

test("scripts need no particular shell", () => {
  for (const [name, script] of Object.entries(packageFile.scripts))
    for (const command of script.split(" && "))
      assert.match(command, /^(?:node|npm|vite|biome|tsc) [\w@ ./:=-]*$/, `${name}: ${script}`);
});

test("what the built server does not contain is an ordinary dependency, and is installed without the others", () => {
  const chunks = JSON.parse(readFileSync(join(import.meta.dirname, "../dist", CHUNKS_FILE), "utf8")) as BuiltChunk[];
  const files = new Set(chunks.map(({ file }) => file));
  const imported = chunks.flatMap(({ imports, later }) => [...imports, ...later]).filter((name) => !files.has(name));
  const outside = new Set(imported.filter((name) => !isBuiltin(name)));
  assert.ok(outside.has("pino"), "the chunks are looked at");
  for (const name of outside) assert.ok(Object.hasOwn(serverFile.dependencies, name), name);
  for (const name of Object.keys(serverFile.dependencies))
    assert.notEqual(locked[`node_modules/${name}`]?.dev, true, name);
});
