/** Reads and imports uploaded archives: in the background, and again after a crash, where it was. */
import { seconds } from "../../kernel/clock.ts";
import { type App, change } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { waitingPayloads } from "../../kernel/jobs/store.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { endImport } from "./actions.ts";
import { KEPT_SECONDS } from "./contract.ts";
import { importArchive, readArchive, settleImport } from "./job-kind.ts";
import { IMPORTS_PREFIX } from "./present.ts";
import { abandonedImports, importById, isActive, neededPaths } from "./store.ts";

/** One is read and one is imported at a time: each keeps a thread and the disk busy. */
const LANES = { atOnce: 1, perLane: 1 };
/** A server may be restarted several times meanwhile. */
const ATTEMPTS = 20;
const SWEEP_SECONDS = 3600;

// What they do is loaded with the first import (decision 100).
export const importJobs = [
  readArchive.outside(async (...given) => (await import("./run.ts")).runReading(...given), ATTEMPTS, LANES),
  importArchive.outside(async (...given) => (await import("./run.ts")).runImport(...given), ATTEMPTS, LANES),
  settleImport.outside(async (...given) => (await import("./run.ts")).settle(...given), ATTEMPTS),
  recurringJob("sweep_imports", SWEEP_SECONDS, sweep),
];

const WORK = [readArchive.kind, importArchive.kind];

/** Whether a process works on the import, or will: it may wait for others as long as they take. */
const hasJob = async (db: Db, id: number): Promise<boolean> =>
  (await waitingPayloads(db, WORK)).some((payload) => (payload as { import_id: number }).import_id === id);

/** Archives that nobody has begun to import, and imports that nobody works on any more. */
async function sweep(app: App): Promise<void> {
  const { reader } = app.database;
  const since = seconds(app.clock) - KEPT_SECONDS;
  for (const { id, realm_id } of await abandonedImports(reader, since)) {
    const realm = await app.identities.realmById(reader, realm_id);
    await change(serverContext(app, realm), async (ctx) => {
      const row = await importById(ctx.db, realm_id, id);
      if (!row || !isActive(row) || row.touched_at >= since) return;
      if (row.state === "ready") await endImport(ctx, row, { state: "cancelled" });
      else if (!(await hasJob(ctx.db, id))) await endImport(ctx, row, { state: "failed", problem: "internal" });
    });
  }
  const needed = await neededPaths(reader);
  for await (const { key, storedAtMs } of app.storage.list(IMPORTS_PREFIX))
    if (storedAtMs < since * 1000 && !needed.has(key.slice(IMPORTS_PREFIX.length))) await app.storage.remove([key]);
}
