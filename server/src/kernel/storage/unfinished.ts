/** Temporary files: deleted after their request. A crash may leave some behind. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Beside the stored files, so that adopting one is a rename and not a copy. */
const unfinishedDirectory = (dataDirectory: string): string => join(dataDirectory, "uploads", "unfinished");

export async function unfinishedFile(dataDirectory: string): Promise<string> {
  const directory = unfinishedDirectory(dataDirectory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return join(directory, randomUUID());
}

export async function removeUnfinished(dataDirectory: string, beforeMs: number): Promise<void> {
  const directory = unfinishedDirectory(dataDirectory);
  for (const name of await readdir(directory).catch(() => [])) {
    const file = join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < beforeMs) await rm(file, { force: true });
  }
}
