import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { hasRealm } from "../../kernel/access/store.ts";
import { DEFAULT_KEEP, isS3Place, MOST_KEPT, secondsIn } from "../../kernel/backups/config.ts";
import { ABANDONED_STAYS } from "../../kernel/backups/store.ts";
import { Refusal, UsageError } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { showingProgress } from "../progress/show.ts";
import { print, withApp } from "../with-app.ts";
import type { MadeBackup } from "./kept/keep.ts";
import { keepOne, keepRepeatedly } from "./kept/repeat.ts";
import { type RestoredLog, rehearseLog, restoreLog } from "./log/restore.ts";
import { rehearseRestore } from "./rehearse.ts";
import { type Restored, restoreBackup } from "./restore.ts";
import { givenPlace, withSource } from "./source.ts";
import { writeBackup } from "./write.ts";

interface BackupOptions {
  readonly keep?: number;
  readonly every?: number;
  readonly json: boolean;
}

export const backupCommand = new Command("backup")
  .description("Write a consistent backup of everything. The server may be running.")
  .argument("[to]", "the file to write, which must not exist; with --keep, a directory or s3://bucket/prefix")
  .option("--keep <number>", "add a backup to those in a directory or S3 store, and keep so many", count)
  .option("--every <time>", "make one after each such time, like 6h, until this command is stopped", duration)
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nA backup can be restored on SQLite and on PostgreSQL. It contains the secret key and every message:\nprotect it like the data directory itself. Without a file, the backup goes to PARLEY_BACKUP_TO.\nOld backups are removed only after the new one has been read back and verified.",
  )
  .action(async (to: string | undefined, options: BackupOptions) => {
    const { keep, every, json } = options;
    if (to !== undefined && keep === undefined && every === undefined) return backUpTo(to, json);
    const place = givenPlace(to);
    const kept = keep ?? commandConfig().backups?.keep ?? DEFAULT_KEEP;
    const announce = (made: MadeBackup) => {
      const { name, rows, tables, removed, abandonedFailure } = made;
      if (abandonedFailure !== undefined)
        process.stderr.write(`parley: Warning: ${ABANDONED_STAYS} ${abandonedFailure}\n`);
      const words = `Made and verified ${name}: ${rows} rows from ${tables} tables. Removed ${removed} older ones.`;
      print({ name, rows, tables, removed }, json, words);
    };
    if (every === undefined) return announce(await keepOne(place, kept));
    await keepRepeatedly(place, { keep: kept, everySeconds: every }, announce);
  });

async function backUpTo(given: string, json: boolean): Promise<void> {
  if (isS3Place(given)) throw new UsageError("In an S3 store backups have names of their own: add --keep.");
  const file = resolve(given);
  if (existsSync(file)) throw new Refusal(`${given} already exists. To add a backup to a directory, use --keep.`);
  const { rows, tables } = await showingProgress((progress) =>
    withApp(async (app) => {
      if (!(await hasRealm(app.database.reader)))
        throw new Refusal("There is nothing to back up: this installation has no organization.");
      return writeBackup(app, file, progress);
    }, progress),
  );
  print({ file, tables, rows }, json, `Wrote ${given}: ${rows} rows from ${tables} tables.`);
}

interface RestoreOptions {
  readonly at?: number;
  readonly verify: boolean;
  readonly json: boolean;
}

export const restoreCommand = new Command("restore")
  .description("Restore a backup into an empty installation. Stop the server first.")
  .argument("[from]", "the backup file; or a directory or s3://bucket/prefix, for the newest state there")
  .option(
    "--at <time>",
    "the state at this time, if the log was shipped, or the newest backup before it: 2026-11-17T12:00:00Z",
    time,
  )
  .option("--verify", "only check that it can be restored, in a temporary directory; the server may be running", false)
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nFails if there is already an organization. The backup may come from the other database engine:\nthis is how to move an installation from SQLite to PostgreSQL.",
  )
  .action(async (given: string | undefined, { at, verify, json }: RestoreOptions) => {
    const config = commandConfig();
    await showingProgress((progress) =>
      withSource(given, at, async (source) => {
        if ("log" in source) {
          const restored = await (verify
            ? rehearseLog(config, source.log, progress)
            : restoreLog(config, source.log, progress));
          return () => print(restored, json, aboutLog(restored, verify));
        }
        const restored = await (verify ? rehearseRestore : restoreBackup)(config, source.file, progress);
        return () => print(restored, json, aboutBackup(restored, verify));
      }),
    ).then((say) => say());
  });

const READY = "You can start the server now.";

function aboutBackup({ rows, compared_tables, made_at }: Restored, isRehearsal: boolean): string {
  return isRehearsal
    ? `The backup made at ${made_at} can be restored: ${rows} rows. Nothing was changed.`
    : `Restored ${rows} rows from the backup made at ${made_at}. All ${compared_tables} tables were read back and are equal. ${READY}`;
}

function aboutLog({ upto, begun_at, commits, files, missing_files }: RestoredLog, isRehearsal: boolean): string {
  const what = `everything up to ${upto}, from a copy made at ${begun_at} and ${commits} commits after it, and ${files} uploaded files`;
  const outcome = isRehearsal ? `Can be restored: ${what}. Nothing was changed.` : `Restored ${what}. ${READY}`;
  if (missing_files.length === 0) return outcome;
  const [shown, more] = [missing_files.slice(0, MOST_SHOWN), missing_files.length - MOST_SHOWN];
  const list = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`).join("\n");
  return `${outcome}\n${missing_files.length} uploaded files that messages may refer to were not found:\n${list}`;
}

/** The rest is in the JSON. */
const MOST_SHOWN = 20;

function count(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > MOST_KEPT)
    throw new InvalidArgumentError(`Must be a whole number from 1 to ${MOST_KEPT}.`);
  return value;
}

function duration(text: string): number {
  const seconds = secondsIn(text);
  if (seconds === undefined) throw new InvalidArgumentError("Must be a time like 30m, 6h or 1d.");
  return seconds;
}

/** With its time zone: the operator's and the server's may differ. */
function time(text: string): number {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new InvalidArgumentError("Must be a time like 2026-11-17T12:00:00Z.");
  return ms;
}
