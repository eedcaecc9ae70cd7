/** Bundle size limits: the code loaded before the first view, and each part loaded later. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const DIST = join(import.meta.dirname, "../dist");

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;

/** A chunk and all of its static imports. */
function needed(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of manifest[name]?.imports ?? []) needed(imported, found);
  return found;
}

/** A group of the build's configuration. */
function grouped(name: string): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  assert.ok(found, `there is a script ${name}`);
  return found;
}

function kilobytes(files: Iterable<string>): number {
  const sizes = [...new Set(files)].map((file) => {
    const path = join(DIST, file);
    return existsSync(`${path}.gz`) ? readFileSync(`${path}.gz`).length : gzipSync(readFileSync(path)).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const initial = [...needed("index.html")].map((name) => manifest[name] as Chunk);

test("the script before the first view is below 150 KB, compressed", () => {
  const size = kilobytes(initial.map(({ file }) => file));
  assert.ok(size < 150, `${size.toFixed(1)} KB in ${initial.map(({ file }) => file).join(", ")}`);
});

for (const [part, most] of [
  ["src/emoji/EmojiPicker.tsx", 60],
  ["src/viewer/Viewer.tsx", 20],
  ["src/composer/typeahead/language-names.ts", 12],
] as const)
  test(`${part} is at most ${most} KB, compressed`, () => {
    const chunk = manifest[part];
    assert.ok(chunk, "it is a part of its own");
    const size = kilobytes([chunk.file]);
    assert.ok(size <= most, `${size.toFixed(1)} KB`);
  });

/** The first script, what is loaded right after the first view, and what is loaded when nothing else is to be done. */
const ahead = needed(grouped("third"), needed(grouped("second"), needed("index.html")));

test("what every start loads is at most 370 KB in 4 scripts, compressed", () => {
  const files = [...ahead].map((name) => (manifest[name] as Chunk).file);
  const size = kilobytes(files);
  assert.ok(size <= 370 && files.length <= 4, `${size.toFixed(1)} KB in ${files.join(", ")}`);
});

test("settings with any of their pages are at most 90 KB more, compressed", () => {
  const frame = "src/settings/Settings.tsx";
  const pages = Object.keys(manifest).filter((name) => /^src\/settings\/.*\.tsx$/.test(name));
  assert.ok(pages.includes(frame), "they are parts of their own");
  for (const page of pages) {
    const later = [...needed(frame), ...needed(page)].filter((name) => !ahead.has(name));
    const size = kilobytes(later.map((name) => (manifest[name] as Chunk).file));
    assert.ok(size <= 90, `${page}: ${size.toFixed(1)} KB`);
  }
});

test("the styles before the first view are at most 25 KB, compressed", () => {
  const size = kilobytes(initial.flatMap(({ css = [] }) => css));
  assert.ok(size <= 25, `${size.toFixed(1)} KB`);
});

test("few scripts are loaded before the first view", () => {
  assert.ok(initial.length <= 3, initial.map(({ file }) => file).join(", "));
});

test("the first screen, with its styles, is at most 40 KB", () => {
  const page = readFileSync(join(DIST, "index.html"), "utf8");
  const [, styles = ""] = /<link rel="stylesheet" href="\/([^"]+)">\s*<title>/.exec(page) ?? [];
  const size = (page.length + readFileSync(join(DIST, styles)).length) / 1000;
  assert.ok(size <= 40, `${size.toFixed(1)} KB`);
  assert.match(page.slice(0, page.indexOf('<link rel="stylesheet" crossorigin')), /Loading…/);
});

test("each font is there in one format, which all browsers read", () => {
  const fonts = readdirSync(join(DIST, "assets")).filter((file) => /\.(?:woff2?|ttf|otf|eot)$/.test(file));
  assert.notDeepEqual(fonts, []);
  assert.deepEqual(
    fonts.filter((file) => !file.endsWith(".woff2")),
    [],
  );
});
