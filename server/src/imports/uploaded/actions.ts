/** Uploading an archive, and the steps until it is imported, cancelled or has failed. */
import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import { type Context, change, type WriteContext, type Writing } from "../../kernel/context.ts";
import { toOwners } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { deleteQueuesIn } from "../../kernel/events/queue-store.ts";
import { removeFiles } from "../../kernel/files/jobs.ts";
import { fileName } from "../../kernel/files/names.ts";
import type { ReceivedFile } from "../../kernel/http/receive.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import { randomToken } from "../../kernel/secrets.ts";
import { archiveWith, noteAnnounced } from "../store.ts";
import { COUNTED, type Counted, type StoredTally, SURROUNDINGS, type TallyState } from "../tally.ts";
import { ImportInProgress, ImportIsOver, ImportNotReady, InvalidImportId } from "./contract.ts";
import { importEvent } from "./events.ts";
import { importArchive, readArchive, settleImport } from "./job-kind.ts";
import { presentImport, storageKey } from "./present.ts";
import { activeImport, changeImport, type ImportRow, importById, insertImport, isActive } from "./store.ts";
import { stopHere } from "./under-way.ts";

/** The file is stored first: a file without a row is removed later. */
export async function uploadArchive(ctx: Context, received: ReceivedFile): Promise<ImportRow> {
  const { app, realm, user } = ctx;
  const path = `${realm.id}/${randomToken()}/archive`;
  await app.storage.adopt(received.path, storageKey({ path }), "application/octet-stream");
  try {
    return await change(ctx, async (writing) => {
      demand((await activeImport(writing.db, realm.id)) === undefined, new ImportInProgress());
      const row = await insertImport(writing.db, {
        ...{ realm_id: realm.id, acting_user_id: user.id, path, size: received.size },
        file_name: fileName(received.name),
        ...{ state: "reading" as const, done: 0, attempts: 0, uploaded_at: ctx.now, touched_at: ctx.now },
      });
      enqueue(writing, readArchive({ import_id: row.id }));
      announceProgress(writing, row);
      return row;
    });
  } catch (error) {
    await app.storage.remove([storageKey({ path })]);
    throw error;
  }
}

export async function startImport(ctx: WriteContext, id: number): Promise<void> {
  const { db, realm, now } = ctx;
  const row = await importById(db, realm.id, id);
  if (!row) throw new InvalidImportId();
  demand(row.state === "ready", new ImportNotReady());
  const started = { state: "running" as const, done: 0, attempts: 0, started_at: now, touched_at: now };
  record(ctx, "import_started", { import_id: id });
  enqueue(ctx, importArchive({ import_id: id }));
  announceProgress(ctx, await changeImport(db, id, started));
}

/** What was taken stays. Nothing more is: each transaction of an import looks whether it may go on. */
export async function cancelImport(ctx: WriteContext, id: number): Promise<void> {
  const row = await importById(ctx.db, ctx.realm.id, id);
  if (!row) throw new InvalidImportId();
  demand(isActive(row), new ImportIsOver());
  record(ctx, "import_cancelled", { import_id: id });
  await endImport(ctx, row, { state: "cancelled" });
  stopHere(ctx.app, id);
}

type Ending = Pick<ImportRow, "state"> & { readonly problem?: ImportRow["problem"] };

/** Before everything was taken. */
export async function endImport(ctx: Writing, row: ImportRow, ending: Ending): Promise<void> {
  if (row.state === "running") enqueue(ctx, settleImport({ import_id: row.id }));
  await end(ctx, row, ending);
}

async function end(ctx: Writing, row: ImportRow, changes: Ending & { readonly report?: TallyState }) {
  const ended = { ...changes, seconds_left: null, ended_at: ctx.now, touched_at: ctx.now };
  enqueue(ctx, removeFiles({ keys: [storageKey(row)] }));
  announceProgress(ctx, await changeImport(ctx.db, row.id, ended));
}

/** Undefined if the import is over, or in another state. Counts the attempt: an earlier one may do nothing any more. */
export async function beginAttempt(
  ctx: Writing,
  id: number,
  state: ImportRow["state"],
): Promise<ImportRow | undefined> {
  const row = await importById(ctx.db, ctx.realm.id, id);
  if (row?.state !== state) return undefined;
  return changeImport(ctx.db, id, { attempts: row.attempts + 1, touched_at: ctx.now });
}

export interface FoundArchive {
  readonly source: NonNullable<ImportRow["source"]>;
  readonly fingerprint: string;
  readonly plan: TallyState;
  readonly records: number;
}

export async function archiveWasRead(ctx: Writing, row: ImportRow, found: FoundArchive): Promise<void> {
  const { source, fingerprint, plan, records } = found;
  const changes = { source, fingerprint, plan, total: records, done: records, state: "ready" as const };
  announceProgress(ctx, await changeImport(ctx.db, row.id, { ...changes, touched_at: ctx.now }));
}

export async function finishImport(ctx: Writing, row: ImportRow, tally: StoredTally): Promise<void> {
  const { taken, left_out } = tally;
  await end(ctx, row, { state: "finished", report: { taken, left_out } });
  await announceTaken(ctx, row, tally);
}

/** The report of an import that ended early; once, however often the job that settles it is tried. */
export async function reportEarlyEnd(ctx: Writing, id: number): Promise<void> {
  const row = await importById(ctx.db, ctx.realm.id, id);
  if (!row || row.fingerprint === null || row.report !== null) return;
  const archive = await archiveWith(ctx.db, ctx.realm.id, row.fingerprint);
  if (!archive) return;
  const tally = archive.tally as unknown as StoredTally;
  const { taken, left_out } = tally;
  const reported = await changeImport(ctx.db, id, { report: { taken, left_out } });
  if (!(await announceTaken(ctx, row, tally))) announceProgress(ctx, reported);
}

export function announceProgress(ctx: Writing, row: ImportRow): void {
  append(ctx, importEvent({ op: "update", import: presentImport(row) }), toOwners);
}

/** People, channels with their subscribers, and emoji are there: clients must learn of them before messages come from them. */
export const announceSurroundings = (ctx: Writing, row: ImportRow, tally: StoredTally): Promise<boolean> =>
  announceTaken(ctx, row, tally, SURROUNDINGS);

/**
 * Everyone's clients register again: no events say which people, channels, subscriptions and messages have come. Only if some have come since
 * they last did: an import may be begun again and again. Returns whether they have.
 */
async function announceTaken(
  ctx: Writing,
  { id, fingerprint }: ImportRow,
  tally: StoredTally,
  among: readonly Counted[] = COUNTED,
): Promise<boolean> {
  const { db, realm } = ctx;
  const archive = fingerprint === null ? undefined : await archiveWith(db, realm.id, fingerprint);
  const { taken } = tally;
  // What a run has counted that said itself that it was finished is stored.
  const { subscribed = 0 } = "subscribed" in tally ? tally : ((archive?.tally ?? {}) as Partial<StoredTally>);
  const isKnown = (name: string, count: number) => count === (archive?.announced?.[name] ?? 0);
  const isNews = !isKnown("subscribed", subscribed) || among.some((name) => !isKnown(name, taken[name]));
  if (!archive || !isNews) return false;
  await noteAnnounced(db, archive.id, { ...tally, subscribed });
  await deleteQueuesIn(db, realm.id);
  const row = (await importById(db, realm.id, id)) as ImportRow;
  const event = importEvent({ op: "taken", import: presentImport(row) });
  append(ctx, event, toOwners, { effects: { silencesAll: true } });
  return true;
}
