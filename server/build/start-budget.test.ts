/** Limits on what a start loads: the code of the built server, without the parts that are loaded when they are first used. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type BuiltChunk, CHUNKS_FILE } from "./chunks.ts";

const BUILT = join(import.meta.dirname, "../dist");
/** Its name, and the hash of what it contains. */
const THREAD = /^(.*-thread)-.{8}\.js$/;
const chunks = new Map(
  (JSON.parse(readFileSync(join(BUILT, CHUNKS_FILE), "utf8")) as BuiltChunk[]).map((chunk) => [chunk.file, chunk]),
);

/** A chunk and everything that is loaded with it. */
function loadedWith(file: string, found = new Map<string, BuiltChunk>()): Map<string, BuiltChunk> {
  const chunk = chunks.get(file);
  if (!chunk || found.has(file)) return found;
  found.set(file, chunk);
  for (const each of chunk.imports) loadedWith(each, found);
  return found;
}

/** The entry turns on the compile cache before it loads the rest. */
function loadedByStart(): readonly BuiltChunk[] {
  const [main = ""] = chunks.get("main.js")?.later ?? [];
  return [...loadedWith("main.js").values(), ...loadedWith(main).values()];
}

test("a start loads at most 4.8 MB of code in at most 1,800 modules", () => {
  const loaded = loadedByStart();
  const bytes = loaded.reduce((sum, chunk) => sum + chunk.bytes, 0);
  const modules = loaded.flatMap((chunk) => chunk.modules);
  assert.ok(bytes <= 4_800_000, `${(bytes / 1e6).toFixed(2)} MB`);
  assert.ok(modules.length <= 1_800, `${modules.length} modules`);
  assert.ok(modules.length >= 500, `Only ${modules.length} modules: this test does not see what is loaded.`);
});

test("a start reads at most 30 files", () => {
  const { length } = loadedByStart();
  assert.ok(length <= 30, `${length} files`);
});

test("threads do not load a server", () => {
  const threads = [...chunks.keys()].filter((file) => THREAD.test(file));
  const withServer = threads.filter((file) =>
    [...loadedWith(file).values()].some(({ modules }) => modules.includes("server/src/app.ts")),
  );
  assert.deepEqual(withServer.map((file) => THREAD.exec(file)?.[1]).sort(), [
    "cli-backup-kept-thread",
    "reading-thread",
  ]);
});

test("a start loads nothing that is rarely used", () => {
  const modules = loadedByStart().flatMap((chunk) => chunk.modules);
  const rare = [
    "@fastify/ajv-compiler",
    "@simplewebauthn/server",
    "@zxcvbn-ts/core",
    "@zxcvbn-ts/language-common",
    "disposable-email-domains-js",
    "highlight.js",
    "htmlparser2",
    "jose",
    "katex",
    "nodemailer",
    "openid-client",
  ];
  for (const name of rare)
    assert.deepEqual(
      modules.filter((path) => path.startsWith(`node_modules/${name}/`)),
      [],
      name,
    );
});

test("packages that are not part of the build are loaded when they are first used, except the log", () => {
  const outside = loadedByStart().flatMap((chunk) => chunk.imports.filter((file) => !chunks.has(file)));
  assert.deepEqual([...new Set(outside)].filter((name) => !name.startsWith("node:")).sort(), ["pino"]);
});

test("the text of the code is ASCII, which V8 keeps in one byte for each character", () => {
  for (const file of chunks.keys()) {
    const [found] = /[^\p{ASCII}].{0,40}/u.exec(readFileSync(join(BUILT, file), "utf8")) ?? [];
    assert.equal(found, undefined, file);
  }
});
