import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allMutants, SOURCES } from "./all.ts";
import { nearTests, wideTests } from "./belongs.ts";
import { derive } from "./derive.ts";
import { parse } from "./parse.ts";
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
