import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { jsonElements } from "./elements.ts";

const elements = async (bytes: Buffer, size: number, longest?: number) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, n * size + size),
  );
  const found: unknown[] = [];
  for await (const each of jsonElements(Readable.from(chunks), longest)) found.push(each);
  return found;
};

test("the elements of an array are found wherever the pieces of a file end", async () => {
  const value = [{ a: '],[\\"{', b: [1, [2, { c: "é😀" }]] }, 7, null, "x,y", [], {}, "\\"];
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
    for (const size of [1, 2, 3, 7, 1000]) assert.deepEqual(await elements(Buffer.from(text), size), value);
  for (const empty of ["[]", " [ ] "]) assert.deepEqual(await elements(Buffer.from(empty), 1), []);
});

test("arrays that are damaged, not complete or too large are refused", async () => {
  for (const damaged of ["", "[", "[1", "[1,", '["', "[{]", "[1 2]", "[,]"])
    await assert.rejects(elements(Buffer.from(damaged), 1), { name: "Error" }, damaged);
  await assert.rejects(elements(Buffer.from(`["${"x".repeat(100)}"]`), 10, 50), /too long/);
});
