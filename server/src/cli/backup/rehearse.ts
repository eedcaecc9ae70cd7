/** Restores a backup into a temporary installation, which shows that it can be restored, and touches nothing else. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import type { Progress } from "../../kernel/progress.ts";
import { type Restored, restoreBackup } from "./restore.ts";

/** Files in it take as much room as the backup, unpacked. */
export async function rehearseRestore(config: Config, file: string, progress: Progress): Promise<Restored> {
  const directory = await mkdtemp(join(tmpdir(), "parley-rehearsal-"));
  try {
    const own = { ...config, dataDirectory: join(directory, "data"), databaseUrl: undefined, s3: undefined };
    return await restoreBackup(own, file, progress);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
