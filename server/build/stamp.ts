/** Whether something that is built is up to date: a stamp beside it says what it was made from. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./copy.ts";
import { buildElsewhere } from "./elsewhere.ts";

const STAMP = ".made-from";

export interface Built {
  readonly sources: readonly string[];
  /** The package that builds it. */
  readonly tool: string;
  build(): Promise<unknown>;
}

/** Builds the directory, unless it was built from sources with the same content; elsewhere if the tool is not installed. */
export async function keepBuilt(directory: string, { sources, tool, build }: Built): Promise<void> {
  const stamp = join(directory, STAMP);
  const wanted = await fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  if (!isInstalled(tool)) return buildElsewhere();
  await build();
  writeFileSync(stamp, wanted);
}

function isInstalled(tool: string): boolean {
  try {
    import.meta.resolve(tool);
    return true;
  } catch {
    return false;
  }
}

async function fingerprint(sources: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  const files = (await Array.fromAsync(glob(sources, { cwd: ROOT, withFileTypes: true })))
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  return hash.digest("hex");
}
