/** Folders in the temporary directory that are made once for each user of the machine, and then used by every process. */
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** A folder that nobody ever sees half filled. Its name changes with whatever is in it. */
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
