/** Whether something that is built is up to date: a stamp beside it says what it was made from. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const STAMP = ".made-from";

/** Calls `build` unless the directory was built from sources with the same content. */
export async function keepBuilt(
  directory: string,
  sources: readonly string[],
  build: () => Promise<unknown>,
): Promise<void> {
  const stamp = join(directory, STAMP);
  const wanted = await fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await build();
  writeFileSync(stamp, wanted);
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
