/** The pages as they are committed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DIRECTORY = join(import.meta.dirname, "../../docs/api");

type Pages = Readonly<Record<string, string>>;

/** What would be written, and what belongs to operations that are no more. */
export function outdatedPages(pages: Pages): string[] {
  const changed = Object.keys(pages).filter((name) => {
    const file = join(DIRECTORY, name);
    return !existsSync(file) || readFileSync(file, "utf8") !== pages[name];
  });
  return [...changed, ...abandoned(pages)].map((name) => `docs/api/${name}`);
}

const abandoned = (pages: Pages): string[] =>
  existsSync(DIRECTORY) ? readdirSync(DIRECTORY).filter((name) => !Object.hasOwn(pages, name)) : [];

export function writePages(pages: Pages): void {
  mkdirSync(DIRECTORY, { recursive: true });
  for (const name of abandoned(pages)) rmSync(join(DIRECTORY, name));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(DIRECTORY, name), text);
}
