import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { operations } from "../../src/contract.ts";
import { ABSENT, ABSENT_UNDESCRIBED, absentTable } from "./absent.ts";

const HERE = import.meta.dirname;
/** Method and path of every operation that the upstream document describes. */
const upstream = JSON.parse(readFileSync(join(HERE, "operations.json"), "utf8")) as string[];

/** Upstream's document does not describe operations that only work in a session. */
const present = new Set(
  Object.values(operations)
    .filter(({ only }) => only !== "session")
    .map(({ method, path }) => `${method} ${path}`),
);

test("every upstream operation is in the contract, or is absent for a reason", () => {
  assert.ok(upstream.length > 130);
  const unexplained = upstream.filter((each) => !present.has(each) && !Object.hasOwn(ABSENT, each));
  assert.deepEqual(unexplained, []);
});

test("every operation listed as absent is one of upstream's and not in the contract", () => {
  const undescribed = Object.keys(ABSENT_UNDESCRIBED);
  const absent = Object.keys(ABSENT);
  assert.deepEqual(
    [...absent, ...undescribed].filter((each) => present.has(each)),
    [],
  );
  assert.deepEqual(
    absent.filter((each) => !upstream.includes(each)),
    [],
  );
  assert.deepEqual(
    undescribed.filter((each) => upstream.includes(each)),
    [],
  );
});

test("docs/compatibility.md lists what is absent", () => {
  const page = readFileSync(join(HERE, "../../../docs/compatibility.md"), "utf8");
  assert.ok(page.includes(absentTable()), "docs/compatibility.md has the table that absentTable() makes");
});
