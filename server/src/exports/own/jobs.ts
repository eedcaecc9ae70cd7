/** Makes the exports of people's own data, in the background, and deletes old ones. */
import { rm, stat } from "node:fs/promises";
import { seconds } from "../../kernel/clock.ts";
import { change, type OpenContext } from "../../kernel/context.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { storageKey } from "../present.ts";
import { beginOwnExport, exportOwn, failOwnExport, finishOwnExport, putBackOwnExport } from "./actions.ts";
import { deleteExpired, type OwnExport } from "./store.ts";

/** One after the other: each may read very many messages. */
const LANES = { atOnce: 1, perLane: 1 };
/** An export that keeps crashing the process is not started a fourth time. */
const MOST_ATTEMPTS = 3;
const HOUR = 3600;
const DELETED_AT_ONCE = 100;

export const ownExportJobs = [
  exportOwn.outside(
    async (ctx, { export_id }, { signal }) => {
      const row = await change(ctx, (writing) => beginOwnExport(writing, export_id));
      if (!row) return;
      try {
        if (row.attempts > MOST_ATTEMPTS) throw new Error("The export was interrupted too often.");
        const size = await make(ctx, row, signal);
        await change(ctx, (writing) => finishOwnExport(writing, row, size));
      } catch (error) {
        if (signal.aborted) {
          await change(ctx, (writing) => putBackOwnExport(writing, row));
          throw error;
        }
        // The person sees it and can try again; an immediate retry would not help.
        ctx.app.log.error({ err: error, export: export_id }, "an export of somebody's own data failed");
        await change(ctx, (writing) => failOwnExport(writing, row));
      }
    },
    undefined,
    LANES,
  ),

  recurringJob("delete_own_exports", HOUR, async (app) => {
    for (;;) {
      const gone = await app.database.transaction((tx) => deleteExpired(tx, seconds(app.clock), DELETED_AT_ONCE));
      await app.storage.remove(gone.map(storageKey));
      if (gone.length < DELETED_AT_ONCE) return;
    }
  }),
];

/** Stores the archive for download. Returns its size. */
async function make(ctx: OpenContext, row: OwnExport, signal: AbortSignal): Promise<number> {
  const file = await unfinishedFile(ctx.app.config.dataDirectory);
  try {
    // Loaded with the first export (decision 100).
    const { writeOwnData } = await import("./write.ts");
    await writeOwnData(ctx, row.user_id, file, signal);
    const { size } = await stat(file);
    await ctx.app.storage.adopt(file, storageKey(row), "application/gzip");
    return size;
  } finally {
    await rm(file, { force: true });
  }
}
