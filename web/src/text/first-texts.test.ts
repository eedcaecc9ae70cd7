/** No part shows a text or icon that is loaded later: it would show the text's key, and a gap. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { en } from "./en/index.ts";
import { laterTexts } from "./en/index-later.ts";
import { openedTexts } from "./en/index-opened.ts";

const SOURCE = join(import.meta.dirname, "..");
const LATER = /\bimport\("(\.[^"]+\.tsx?)"\)/g;
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:([^"';]*?)\sfrom\s+)?"(\.[^"]+\.tsx?)";/gm;

/** `{ type A, type B }` is nothing but types. */
const isTypes = (names = ""): boolean =>
  /^\{[^}]*\}$/.test(names) &&
  names
    .slice(1, -1)
    .split(",")
    .every((name) => /^\s*(?:type\s|$)/.test(name));

/** The files that are loaded with `file`, and their code. */
function loadedWith(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found;
  const code = readFileSync(file, "utf8");
  found.set(file, code);
  for (const [, names, path = ""] of code.matchAll(IMPORT))
    if (!isTypes(names)) loadedWith(join(dirname(file), path), found);
  return found;
}

/** The palette and the list of keys, which show the names of shortcuts, are loaded later; a panel's are names in the storage. */
const NAMED_ONLY = ["keyboard/keys.ts", "panel/open-panel.ts"];

const pathOf = (file: string) => relative(SOURCE, file).replaceAll("\\", "/");

const first = loadedWith(join(SOURCE, "main.tsx"));

/** The texts that these files show. */
const textsIn = (files: ReadonlyMap<string, string>) =>
  [...files]
    .filter(([file]) => !NAMED_ONLY.includes(pathOf(file)))
    .flatMap(([file, code]) =>
      [...code.matchAll(/["'`]([a-zA-Z]+)\.\w*(?:["'`]|\$\{)/g)].map(([text, area = ""]) => ({
        file: pathOf(file),
        area,
        text,
      })),
    );

test("the first screen has all its texts", () => {
  assert.ok(first.size > 100, "the imports are followed");
  const missing = textsIn(first).flatMap(({ file, area, text }) =>
    (area in laterTexts || area in openedTexts) && !(area in en) ? `${file}: ${text}` : [],
  );
  assert.deepEqual(missing, []);
});

test("what is opened has its texts", () => {
  const parts = globSync("**/*.{ts,tsx}", { cwd: SOURCE, exclude: (name) => name.endsWith(".test.ts") }).flatMap(
    (file) =>
      [...readFileSync(join(SOURCE, file), "utf8").matchAll(LATER)].map(([, path = ""]) =>
        join(SOURCE, dirname(file), path),
      ),
  );
  assert.ok(parts.length > 30, "they are found");
  const missing = [...new Set(parts)].flatMap((part) => {
    const loaded = loadedWith(part);
    const learnt = [...loaded].flatMap(([file, code]) =>
      pathOf(file).startsWith("text/") ? [] : [...code.matchAll(/^learn\(\{ (\w+) \}\);/gm)].map(([, area]) => area),
    );
    return textsIn(loaded).flatMap(({ file, area, text }) =>
      area in openedTexts && !learnt.includes(area) ? `${pathOf(part)} with ${file}: ${text}` : [],
    );
  });
  assert.deepEqual(missing, []);
});

test("the first screen has all its icons", () => {
  const icons = readFileSync(join(SOURCE, "parts/later-icons.tsx"), "utf8");
  const later = new Set([...icons.matchAll(/^ {2}(\w+): [("]/gm)].map(([, name]) => name));
  assert.ok(later.has("archive"), "the names are found");
  const missing = [...first].flatMap(([file, code]) =>
    // `icon="bell"`, `icon: "bell"`, `<Icon name={isFolded ? "right" : "down"}`
    [...code.matchAll(/(?:\bicon[=:]\s?|<Icon name=)("\w+"|\{[^}]*\})/g)].flatMap(([, given = ""]) =>
      [...given.matchAll(/"(\w+)"/g)].flatMap(([, name = ""]) =>
        later.has(name) ? `${relative(SOURCE, file)}: ${name}` : [],
      ),
    ),
  );
  assert.deepEqual(missing, []);
});
