/** Folders in the temporary directory that are created once per user of the machine and shared by all processes. */
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Creates the folder atomically, so that no process sees it half filled. Its name depends on its contents. */
export async function madeOnce(name: string, fill: (draft: string) => Promise<void>): Promise<string> {
  const place = join(tmpdir(), `parley-${name}-${userInfo().uid}`);
  if (existsSync(place)) return place;
  const draft = await mkdtemp(`${place}-`);
  await fill(draft);
  await rename(draft, place).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was first.
    await rm(draft, { recursive: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  return place;
}
