import type { UserId } from "../../kernel/api/ids.ts";
import type { App } from "../../kernel/context.ts";
import { isAnyTextOf } from "../../kernel/db/dialect.ts";
import type { Tx } from "../../kernel/db/handles.ts";
import { takeTurnOf } from "../../kernel/events/log.ts";
import { jobKind, recurringJob } from "../../kernel/jobs/job-kind.ts";
import { STORED_FOLDERS } from "../../kernel/storage/storage.ts";
import { removeUnfinished } from "../../kernel/storage/unfinished.ts";
import { attachmentsAt, markUnclaimed, realmsWithFiles, takeSpace } from "./store.ts";
import { keysOf, makeAll } from "./thumbnails.ts";

export const makeThumbnails = jobKind<{ path_id: string }>("make_thumbnails");

const DAY = 24 * 3600;
const WEEKS_UNCLAIMED = 5;
const AT_ONCE = 500;

export const uploadJobs = [
  makeThumbnails.outside(async ({ app, db, realm }, { path_id }, { isLast }) => {
    const [file] = await attachmentsAt(db, realm.id, [path_id]);
    if (file?.image) await makeAll(app, { path_id, image: file.image }, isLast);
  }),

  recurringJob("remove_unclaimed_files", DAY, async (app) => {
    const now = Math.floor(app.clock.now() / 1000);
    await markAllUnclaimed(app, now);
    await removeUnclaimed(app, now - WEEKS_UNCLAIMED * 7 * DAY);
    // Newer files may belong to an upload in progress.
    const yesterdayMs = app.clock.now() - DAY * 1000;
    await removeUnfinished(app.config.dataDirectory, yesterdayMs);
    await removeOrphans(app, "files/", yesterdayMs, (key) => key.slice("files/".length));
    await removeOrphans(app, "thumbnails/", yesterdayMs, (key) =>
      key.slice("thumbnails/".length, key.lastIndexOf("/")),
    );
    await removeUnfinishedParts(app);
  }),
];

/** In each organization's turn: whoever claims a file meanwhile would be overlooked. */
async function markAllUnclaimed({ database }: App, now: number): Promise<void> {
  for (const realmId of await realmsWithFiles(database.reader))
    await database.transaction(async (tx) => markUnclaimed(await takeTurnOf(tx, realmId), now, { realmId }));
}

/** Files that no message has claimed since then. */
async function removeUnclaimed(app: App, since: number): Promise<void> {
  for (;;) {
    const gone = await app.database.transaction((tx) => deleteUnclaimed(tx, since));
    await app.storage.remove(gone.flatMap((file) => keysOf(file.path_id)));
    if (gone.length < AT_ONCE) return;
  }
}

async function deleteUnclaimed(tx: Tx, since: number) {
  const gone = await tx
    .deleteFrom("attachment")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("attachment")
        .select("id")
        .where("unclaimed_since", "<=", since)
        // What people under a legal hold have uploaded is kept.
        .where("owner_id", "not in", (held) =>
          held
            .selectFrom("legal_hold")
            .select("user_id")
            .where("user_id", "is not", null)
            .$castTo<{ user_id: UserId }>(),
        )
        .orderBy("unclaimed_since")
        .limit(AT_ONCE),
    )
    // Checked again when the row is locked: it may have just been claimed.
    .where("unclaimed_since", "<=", since)
    .returning(["realm_id", "path_id", "size"])
    .execute();
  for (const [realmId, files] of [...Map.groupBy(gone, (file) => file.realm_id)].sort(([a], [b]) => a - b))
    await takeSpace(tx, realmId, -files.reduce((sum, file) => sum + file.size, 0));
  return gone;
}

/** Of files that were being sent to an S3 store when a process was killed. Nobody sends one for so long. */
async function removeUnfinishedParts({ storage, clock, log }: App): Promise<void> {
  const beforeMs = clock.now() - 7 * DAY * 1000;
  try {
    for (const folder of STORED_FOLDERS) await storage.removeUnfinished(`${folder}/`, beforeMs);
  } catch (error) {
    // Not every store lets its users list these. Its own rules can remove them, so the job does not fail.
    log.warn({ err: error }, "What killed processes have left in the file store cannot be removed.");
  }
}

/** Stored files without a row: their upload or removal was interrupted. */
async function removeOrphans(
  app: App,
  prefix: string,
  beforeMs: number,
  pathIdOf: (key: string) => string,
): Promise<void> {
  let batch: string[] = [];
  const check = async () => {
    const rows = await app.database.reader
      .selectFrom("attachment")
      .select("path_id")
      .where(isAnyTextOf(app.database.reader, "path_id", batch.map(pathIdOf)))
      .execute();
    const known = new Set(rows.map((row) => row.path_id));
    await app.storage.remove(batch.filter((key) => !known.has(pathIdOf(key))));
    batch = [];
  };
  for await (const { key, storedAtMs } of app.storage.list(prefix)) {
    if (storedAtMs >= beforeMs) continue;
    batch.push(key);
    if (batch.length >= AT_ONCE) await check();
  }
  if (batch.length > 0) await check();
}
