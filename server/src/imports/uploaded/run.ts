/** One attempt at reading or importing an uploaded archive. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import { change, type OpenContext, type Writing } from "../../kernel/context.ts";
import type { Attempt } from "../../kernel/jobs/job-kind.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { Steps, UNHURRIED } from "../../kernel/steps.ts";
import { importFrom } from "../import.ts";
import { Ledger, type LedgerWatch } from "../ledger.ts";
import { UPLOADED_EXPANSION } from "../limits.ts";
import { markAsRead } from "../read-marks.ts";
import { ArchiveThread, ArchiveTooLarge, UnusableArchive } from "../reading/archive-thread.ts";
import { archiveWith } from "../store.ts";
import { survey } from "../survey.ts";
import {
  announceSurroundings,
  archiveWasRead,
  beginAttempt,
  endImport,
  finishImport,
  reportEarlyEnd,
} from "./actions.ts";
import type { IMPORT_PROBLEMS } from "./contract.ts";
import { storageKey } from "./present.ts";
import { AttemptIsOver, ImportProgress } from "./progress.ts";
import { activeImport, type ImportRow, importById } from "./store.ts";
import { asUnderWay } from "./under-way.ts";

const MIB = 1024 * 1024;

type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

export const runReading = (ctx: OpenContext, { import_id }: { import_id: number }, attempt: Attempt): Promise<void> =>
  run(ctx, import_id, "reading", attempt, async (archive, row, progress) => {
    const { app, realm } = ctx;
    const known = await archiveWith(app.database.reader, realm.id, archive.fingerprint);
    if (known && known.finished_at !== null) throw new Problematic("imported_before");
    const beside = { noted: (records: number) => progress.noted(ctx, records), signal: progress.restsUntil };
    const found = await survey(app, realm, archive, { fingerprint: archive.fingerprint, beside });
    await change(ctx, async (writing) => {
      await progress.demandCurrent(writing);
      const { name: source, fingerprint } = archive;
      await archiveWasRead(writing, row, { source, fingerprint, plan: found.tally, records: found.records });
    });
  });

export const runImport = (ctx: OpenContext, { import_id }: { import_id: number }, attempt: Attempt): Promise<void> =>
  run(ctx, import_id, "running", attempt, async (archive, row, progress) => {
    const { app, realm } = ctx;
    const { fingerprint } = archive;
    const { wasFinished, tally } = await importFrom(app, realm, archive, {
      fingerprint,
      progress,
      beside: {
        watch: progress,
        signal: progress.restsUntil,
        announce: (writing, taken) => announceSurroundings(writing, row, taken),
        finished: (writing, report) => finishImport(writing, row, report),
      },
    });
    // By an attempt that could not say so any more.
    if (!wasFinished) return;
    await change(ctx, async (writing) => {
      await progress.demandCurrent(writing);
      await finishImport(writing, row, tally);
    });
  });

/** What is wrong with an archive, by which it can be told apart from a server in trouble. */
class Problematic extends Error {
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem) {
    super(problem);
    this.problem = problem;
  }
}

async function run(
  ctx: OpenContext,
  id: number,
  state: ImportRow["state"],
  { signal, isLast }: Attempt,
  work: (archive: ArchiveThread, row: ImportRow, progress: ImportProgress) => Promise<void>,
): Promise<void> {
  const { app } = ctx;
  const row = await change(ctx, (writing) => beginAttempt(writing, id, state));
  await removeFolders(app.config, id);
  if (!row) return;
  // Of this attempt alone: an earlier one may still be about to notice that it is over.
  const workFolder = join(foldersIn(app.config), `${id}-${row.attempts}`);
  const disk = { most: app.config.maxImportMib * MIB * UPLOADED_EXPANSION };
  try {
    const isThere = await asUnderWay(app, id, signal, (until) =>
      app.storage.withFile(storageKey(row), async (file) => {
        const archive = await ArchiveThread.open(file, workFolder, { signal: until, disk });
        try {
          await work(archive, row, new ImportProgress(row, signal, until));
        } finally {
          await archive.close();
        }
        return true;
      }),
    );
    if (!isThere) throw new Problematic("file_missing");
  } catch (error) {
    // Whoever cancels it here ends its thread as well.
    if (error instanceof AttemptIsOver || (!signal.aborted && !(await isCurrent(ctx, row)))) return;
    const problem = problemIn(error) ?? (isLast && !signal.aborted ? "internal" : undefined);
    if (problem === undefined) throw error;
    app.log[problem === "internal" ? "error" : "info"]({ err: error, import: id }, "an import failed");
    await change(ctx, async (writing) => {
      const now = await currentRow(writing, row);
      if (now) await endImport(writing, now, { state: "failed", problem });
    });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** Undefined if the import is over, or another process goes on with it. */
async function currentRow({ db, realm }: Writing, { id, state, attempts }: ImportRow): Promise<ImportRow | undefined> {
  const now = await importById(db, realm.id, id);
  return now?.state === state && now.attempts === attempts ? now : undefined;
}

/** In its turn: someone may be about to cancel it. */
const isCurrent = async (ctx: OpenContext, row: ImportRow): Promise<boolean> =>
  (await change(ctx, (writing) => currentRow(writing, row))) !== undefined;

const foldersIn = ({ dataDirectory }: Config): string => join(dataDirectory, "imports");

/** What attempts whose process was killed have unpacked. */
async function removeFolders(config: Config, id: number): Promise<void> {
  const folders = foldersIn(config);
  const names = await readdir(folders).catch(() => []);
  for (const name of names)
    if (name.startsWith(`${id}-`)) await rm(join(folders, name), { recursive: true, force: true });
}

/** Undefined if it may work when it is tried again. */
function problemIn(error: unknown): ImportProblem | undefined {
  if (error instanceof Problematic) return error.problem;
  if (error instanceof UnusableArchive) return error.fault === "parley" ? "parley_export" : "not_an_archive";
  if (error instanceof DamagedFile) return "damaged";
  if (error instanceof ArchiveTooLarge) return "too_large";
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG" ? "no_space" : undefined;
}

/** After a cancelled or failed import. */
export async function settle(
  ctx: OpenContext,
  { import_id }: { import_id: number },
  { signal }: Pick<Attempt, "signal">,
): Promise<void> {
  const { app, realm } = ctx;
  const row = await importById(app.database.reader, realm.id, import_id);
  if (!row || row.fingerprint === null) return;
  const archive = await archiveWith(app.database.reader, realm.id, row.fingerprint);
  if (!archive) return;
  // Whoever imports it again goes on with its ledger.
  if ((await activeImport(app.database.reader, realm.id))?.fingerprint === row.fingerprint) return;
  const steps = new Steps(UNHURRIED, signal);
  const rest = async () => {
    if (steps.isOver) await steps.pause();
    signal.throwIfAborted();
  };
  try {
    await markAsRead(ctx, new Ledger(archive, whileUnchanged(row.fingerprint, archive.taken)), { rest });
  } catch (error) {
    if (error instanceof AttemptIsOver) return;
    throw error;
  }
  await change(ctx, (writing) => reportEarlyEnd(writing, import_id));
}

/** Whoever imports the archive again goes on with its ledger, which must not be set back. */
const whileUnchanged = (fingerprint: string, taken: number): LedgerWatch => ({
  async within({ db, realm }) {
    const isOthers = (await activeImport(db, realm.id))?.fingerprint === fingerprint;
    if (isOthers || (await archiveWith(db, realm.id, fingerprint))?.taken !== taken) throw new AttemptIsOver();
  },
});
