/** The first screen shows no text or icon that is loaded later: it would show the text's key, and a gap. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { en } from "./en/index.ts";
import { laterTexts } from "./en/index-later.ts";

const SOURCE = join(import.meta.dirname, "..");
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

const first = loadedWith(join(SOURCE, "main.tsx"));

test("the first screen has all its texts", () => {
  assert.ok(first.size > 100, "the imports are followed");
  const missing = [...first]
    .filter(([file]) => !NAMED_ONLY.includes(relative(SOURCE, file).replaceAll("\\", "/")))
    .flatMap(([file, code]) =>
      [...code.matchAll(/["'`]([a-zA-Z]+)\.\w*(?:["'`]|\$\{)/g)].flatMap(([text, area = ""]) =>
        area in laterTexts && !(area in en) ? `${relative(SOURCE, file)}: ${text}` : [],
      ),
    );
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
