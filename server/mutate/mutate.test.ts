import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { allMutants, SOURCES } from "./all.ts";
import { LIMITS, nearTests, wideTests } from "./belongs.ts";
import { Coverage } from "./coverage.ts";
import { derive } from "./derive.ts";
import { parse } from "./parse.ts";
import { batches, filesFor } from "./plan.ts";
import { Results } from "./results.ts";
import { survivors } from "./survivors.ts";
import { withSwitches } from "./switches.ts";

test("mutants are derived from checks, rules, conditions, events, versions and limits", () => {
  const source = `
    export const mayRead = (user: User): boolean => user.isIn;
    export async function remove(ctx: WriteContext, id: number) {
      demand(mayRead(ctx.user), new Refused());
      if (id < 0) throw new Refused();
      if (id > 9) throw new Error("cannot be");
      await demandRoom(ctx, "things", {});
      await tx.deleteFrom("thing").where("realm_id", "=", ctx.realm.id).where("id", "=", id).execute();
      await raiseVersion(tx, ctx.realm.id);
      append(ctx, removed({ id }), toEveryone);
    }`;
  const found = derive("things/permissions.ts", source).map(({ kind, text }) => [kind, text]);
  assert.deepEqual(found, [
    ["rule", "!(user.isIn)"],
    ["check", "!(mayRead(ctx.user))"],
    ["check", "!(id < 0)"],
    ["limit", "undefined"],
    ["realm", `tx.deleteFrom("thing")`],
    ["version", "undefined"],
    ["event", "undefined"],
  ]);
});

test("switches can be nested, and without an active one the code is unchanged", () => {
  const source = "const f = (a: number) => g(a + 1) > 2;";
  const at = (text: string) => ({
    start: source.indexOf(text),
    end: source.indexOf(text) + text.length,
    isBlock: false,
  });
  const switched = withSwitches(source, [
    { id: 0, text: "!(g(a + 1) > 2)", ...at("g(a + 1) > 2") },
    { id: 1, text: "a", ...at("a + 1") },
    { id: 2, text: "a - 1", ...at("a + 1") },
  ]);
  assert.equal(
    switched,
    "const f = (a: number) => (__mutant(0) ? (!(g(a + 1) > 2)) : (g((__mutant(1) ? (a) : __mutant(2) ? (a - 1) : (a + 1))) > 2));",
  );
});

const mutants = allMutants();

test("every mutant has a location, tests and a unique key, and its file still parses", () => {
  assert.equal(new Set(mutants.map(({ key }) => key)).size, mutants.length);
  assert.ok(mutants.filter(({ kind }) => kind === "hand").length >= 100);
  for (const [file, inFile] of Map.groupBy(mutants, (mutant) => mutant.file)) {
    const source = readFileSync(join(SOURCES, file), "utf8");
    assert.doesNotThrow(
      () =>
        parse(
          file,
          withSwitches(
            source,
            inFile.map((mutant, id) => ({ id, ...mutant })),
          ),
        ),
      file,
    );
    assert.ok(nearTests(file).length + wideTests(file).length > 0, file);
  }
});

test("survivors lists only existing mutants", () => {
  const keys = new Set(mutants.map(({ key }) => key));
  assert.deepEqual(
    Object.keys(survivors).filter((key) => !keys.has(key)),
    [],
  );
});

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "parley-mutate-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

test("a mutant gets the tests that reach it, the fastest first, also from an earlier run", (t) => {
  const directory = folder(t);
  const [first, second, third] = mutants;
  assert(first && second && third);
  const [near = ""] = filesFor(first, "near");
  const coverage = new Coverage(directory, mutants);
  coverage.addLoading([2]);
  coverage.add(near, "sqlite", [
    { nth: 0, ms: 90, reaches: [0] },
    { nth: 1, ms: 20, reaches: [0, 1] },
    { nth: 2, ms: 50, reaches: [] },
  ]);
  for (const known of [coverage, new Coverage(directory, mutants)]) {
    assert.deepEqual([known.knows(near, "sqlite"), known.knows(near, "both")], [true, false]);
    const nths = (mutant: typeof first) => known.testsFor(mutant, [near], "sqlite").map(({ nth }) => nth);
    assert.deepEqual([nths(first), nths(second), nths(third)], [[1, 0], [1], []]);
    assert.deepEqual(
      [first, third].map((mutant) => known.isReachedByLoading(mutant)),
      [false, true],
    );
    const [batch] = batches([first], "near", known, () => "sqlite");
    assert.deepEqual(
      batch?.trials.map(({ tests }) => tests.map(({ file, nth }) => [file, nth])),
      [
        [
          [near, 1],
          [near, 0],
        ],
      ],
    );
  }
});

test("mutants of a limit are first tried with the tests of limits, and then with those of their file", () => {
  const limit = mutants.find(({ kind }) => kind === "limit");
  assert(limit);
  assert.deepEqual(filesFor(limit, "near"), [LIMITS]);
  assert.ok(nearTests(limit.file).every((file) => file === LIMITS || filesFor(limit, "wide").includes(file)));
});

test("results of a stopped run are known to the next, and what is unclear is tried again", (t) => {
  const path = join(folder(t), "results.jsonl");
  const [killed, survivor, unclear] = mutants;
  assert(killed && survivor && unclear);
  const results = new Results(path, { isNew: false });
  results.add("near", { key: killed.key, status: "killed", by: "a test" });
  results.add("near", { key: survivor.key, status: "survived", by: "3 tests" });
  results.add("near", { key: unclear.key, status: "unclear", by: "a test" });
  appendFileSync(path, '{"key":"half a li');
  const known = new Results(path, { isNew: false });
  const all = [killed, survivor, unclear];
  assert.deepEqual(
    all.flatMap((each) => [known.isTriedNear(each), known.isFinal(each)]),
    [...[true, true], ...[true, false], ...[false, false]],
  );
  known.add("wide", { key: survivor.key, status: "uncovered", by: "" });
  const last = new Results(path, { isNew: false });
  assert.deepEqual([last.isFinal(survivor), last.statusOf(survivor)], [true, "survived"]);
});
