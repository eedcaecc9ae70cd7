import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { operations } from "../src/contract.ts";
import { outdatedFiles } from "./files.ts";
import { anchorOf, fileOf } from "./pages/markdown.ts";
import { MissingExamples, referenceFiles } from "./reference.ts";

test("docs/api is up to date with the contract and its examples, and its links work", async () => {
  const files = await referenceFiles();
  assert.deepEqual(outdatedFiles(files), [], "run `npm run generate:api-docs` to update them");

  const pages = new Map(Object.entries(files).map(([path, text]) => [basename(path), text]));
  for (const id of Object.keys(operations)) assert.ok(pages.has(fileOf(id)), id);
  const anchors = new Map([...pages].map(([name, text]) => [name, anchorsOf(text)]));
  for (const [name, found] of anchors)
    assert.equal(new Set(found).size, found.length, `headings of ${name} are unique`);
  for (const [name, text] of pages)
    for (const [, file = name, , anchor] of text.matchAll(/\]\(([\w-]+\.md)?(#([\w-]+))?\)/g)) {
      const found = anchors.get(file);
      assert.ok(anchor === undefined ? found : found?.includes(anchor), `${name} links to ${file}#${anchor}`);
    }
});

test("operations without an example are listed", () => {
  assert.match(new MissingExamples(["sendMessage"]).message, /server\/reference\/examples: sendMessage\.$/);
});

/** The headings' anchors. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
