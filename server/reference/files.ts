/** The committed files of the reference, by their path in the repository. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Contains only pages of the reference. */
export const PAGES = "docs/api";

type Files = Readonly<Record<string, string>>;

/** Files that would change, and pages of operations that no longer exist. */
export function outdatedFiles(files: Files): string[] {
  const changed = Object.keys(files).filter((name) => {
    const file = join(ROOT, name);
    return !existsSync(file) || readFileSync(file, "utf8") !== files[name];
  });
  return [...changed, ...abandoned(files)];
}

function abandoned(files: Files): string[] {
  const directory = join(ROOT, PAGES);
  const pages = existsSync(directory) ? readdirSync(directory).map((name) => `${PAGES}/${name}`) : [];
  return pages.filter((name) => !Object.hasOwn(files, name));
}

export function writeFiles(files: Files): void {
  mkdirSync(join(ROOT, PAGES), { recursive: true });
  for (const name of abandoned(files)) rmSync(join(ROOT, name));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(ROOT, name), text);
}
