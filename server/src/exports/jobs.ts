/** Runs exports: in the background, again after a crash, but not for ever. */
import { rm, stat } from "node:fs/promises";
import { type App, change, type OpenContext, type Realm } from "../kernel/context.ts";
import { UNHURRIED } from "../kernel/steps.ts";
import { unfinishedFile } from "../kernel/storage/unfinished.ts";
import { beginExport, failExport, finishExport, putBackExport } from "./actions.ts";
import type { ScopeKind } from "./archive/scope.ts";
import { type ExportFormat, ExportType } from "./contract.ts";
import { exportOrganization } from "./job-kind.ts";
import { formatOf, storageKey } from "./present.ts";
import type { ExportRow } from "./store.ts";

/** One after the other: each reads everything, and people work meanwhile. */
const LANES = { atOnce: 1, perLane: 1 };
/** An export that keeps crashing the process is not started a fourth time. */
const MOST_ATTEMPTS = 3;

export const exportJobs = [
  exportOrganization.outside(
    async (ctx, { export_id }, { signal }) => {
      const row = await change(ctx, (writing) => beginExport(writing, export_id));
      if (!row) return;
      try {
        if (row.attempts > MOST_ATTEMPTS) throw new Error("The export was interrupted too often.");
        const size = await make(ctx, row, signal);
        await change(ctx, (writing) => finishExport(writing, row, size));
      } catch (error) {
        if (signal.aborted) {
          await change(ctx, (writing) => putBackExport(writing, row));
          throw error;
        }
        // The requester is notified and can try again; an immediate retry would not help.
        ctx.app.log.error({ err: error, export: export_id }, "an export failed");
        await change(ctx, (writing) => failExport(writing, row));
      }
    },
    undefined,
    LANES,
  ),
];

type WriteExport = (app: App, realm: Realm, file: string, how: ExportWriting) => Promise<unknown>;
interface ExportWriting {
  readonly kind: ScopeKind;
  readonly signal: AbortSignal;
}

/** Loaded with the first export (decision 100). */
const WRITERS: Readonly<Record<ExportFormat, WriteExport>> = {
  parley: async (app, realm, file, { kind, signal }) =>
    (await import("./archive/write.ts")).writeArchive(app, realm, file, kind, { restFactor: UNHURRIED, signal }),
  zulip: async (app, realm, file, { kind, signal }) =>
    (await import("./zulip/write.ts")).writeZulipArchive(app, realm, file, { kind, restFactor: UNHURRIED, signal }),
};

/** Stores the archive for download. Returns its size. */
async function make({ app, realm }: OpenContext, row: ExportRow, signal: AbortSignal): Promise<number> {
  const kind = row.export_type === ExportType.consented ? "consented" : "public";
  const file = await unfinishedFile(app.config.dataDirectory);
  try {
    await WRITERS[formatOf(row)](app, realm, file, { kind, signal });
    const { size } = await stat(file);
    await app.storage.adopt(file, storageKey(row), "application/gzip");
    return size;
  } finally {
    await rm(file, { force: true });
  }
}
