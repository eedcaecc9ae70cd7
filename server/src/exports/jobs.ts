/** Runs exports: in the background, again after a crash, but not for ever. */
import { rm, stat } from "node:fs/promises";
import { change, type OpenContext } from "../kernel/context.ts";
import { UNHURRIED } from "../kernel/steps.ts";
import { unfinishedFile } from "../kernel/storage/unfinished.ts";
import { beginExport, failExport, finishExport } from "./actions.ts";
import { ExportType } from "./contract.ts";
import { exportOrganization } from "./job-kind.ts";
import { storageKey } from "./present.ts";
import type { ExportRow } from "./store.ts";

/** One after the other: each reads everything, and people work meanwhile. */
const LANES = { atOnce: 1, perLane: 1 };
/** An export that keeps crashing the process is not started a fourth time. */
const MOST_ATTEMPTS = 3;

export const exportJobs = [
  exportOrganization.outside(
    async (ctx, { export_id }) => {
      const row = await change(ctx, (writing) => beginExport(writing, export_id));
      if (!row) return;
      try {
        if (row.attempts > MOST_ATTEMPTS) throw new Error("The export was interrupted too often.");
        const size = await make(ctx, row);
        await change(ctx, (writing) => finishExport(writing, row, size));
      } catch (error) {
        // The requester is notified and can try again; an immediate retry would not help.
        ctx.app.log.error({ err: error, export: export_id }, "an export failed");
        await change(ctx, (writing) => failExport(writing, row));
      }
    },
    undefined,
    LANES,
  ),
];

/** Stores the archive for download. Returns its size. */
async function make({ app, realm }: OpenContext, row: ExportRow): Promise<number> {
  const file = await unfinishedFile(app.config.dataDirectory);
  try {
    // Loaded with the first export (decision 100).
    const { writeArchive } = await import("./archive/write.ts");
    const scope = row.export_type === ExportType.consented ? "consented" : "public";
    await writeArchive(app, realm, file, scope, { restFactor: UNHURRIED });
    const { size } = await stat(file);
    await app.storage.adopt(file, storageKey(row), "application/gzip");
    return size;
  } finally {
    await rm(file, { force: true });
  }
}
