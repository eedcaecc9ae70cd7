/**
 * Restores a SQLite database from a shipped log, to any time since the log began: the copy with which a generation begins, and
 * then the pages of every commit up to that time. Each frame is verified, and the result is checked before it gets its name.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdir, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { BackupStore } from "../../../kernel/backups/store.ts";
import type { Config } from "../../../kernel/config.ts";
import { databaseFile } from "../../../kernel/db/open.ts";
import { generationsIn, type ListedGeneration, startOf } from "../../../kernel/db/shipping/generations.ts";
import {
  copyName,
  followsSalts,
  type GenerationStart,
  type Segment,
  sameChecksum,
  sameSalts,
  unpackSegment,
} from "../../../kernel/db/shipping/segment.ts";
import { followFrames, type LogPosition, type PageVersion, type Salts } from "../../../kernel/db/shipping/wal.ts";
import { isRunning } from "../../../kernel/json-lines.ts";
import type { Progress } from "../../../kernel/progress.ts";
import { Refusal } from "../../errors.ts";
import { RestoredFiles } from "../files.ts";
import { refuseWhileServed } from "../in-use.ts";
import { SecretKeyReplacement } from "../secret-key.ts";
import { clearedTables } from "../tables.ts";
import { checkIsKnown, checkKey } from "../verify.ts";
import { refuseUnlessEmpty } from "./empty.ts";
import { findUploads } from "./uploads/restore.ts";

export interface RestoredLog {
  /** Everything that was committed before this time is there. */
  readonly upto: string;
  readonly begun_at: string;
  readonly commits: number;
  /** The uploaded files that belong to it, and those that were found neither in the S3 store, nor with the log, nor in the newest backup. */
  readonly files: number;
  readonly missing_files: readonly string[];
}

type ReplayedLog = Omit<RestoredLog, "files" | "missing_files">;

/** The generation that reaches this time, if there is one. */
export async function generationFor(
  store: BackupStore,
  atMs: number,
): Promise<{ generation: ListedGeneration; start: GenerationStart } | undefined> {
  for (const generation of await generationsIn(store)) {
    if (!generation.isComplete) continue;
    const start = await startOf(store, generation.name);
    if (start.begun_at_ms <= atMs) return { generation, start };
  }
  return undefined;
}

/** Until when it is known what was committed. */
export async function reachOf(
  store: BackupStore,
  { segments }: ListedGeneration,
  start: GenerationStart,
): Promise<number> {
  const last = segments.at(-1);
  const bytes = last && (await store.readBytes(last.name));
  const segment = bytes && (await unpackSegment(bytes).catch(() => undefined));
  return segment?.heading.marks.at(-1)?.toMs ?? start.begun_at_ms;
}

export interface LogToRestore {
  readonly store: BackupStore;
  readonly generation: ListedGeneration;
  readonly start: GenerationStart;
  readonly atMs: number;
}

export async function restoreLog(config: Config, log: LogToRestore, progress: Progress): Promise<RestoredLog> {
  if (config.databaseUrl)
    throw new Refusal(
      "A log can be restored into SQLite only. Leave out PARLEY_DATABASE_URL, and move the result with parley backup and parley restore.",
    );
  await refuseWhileServed(config);
  await refuseUnlessEmpty(config);
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  const file = databaseFile(config);
  await removeLeft(file);
  const unfinished = `${file}.${process.pid}.unfinished`;
  const key = new SecretKeyReplacement(config.dataDirectory);
  const files = new RestoredFiles(config);
  try {
    const restored = await build(unfinished, log, progress);
    progress.begin("Checking what was restored");
    prepare(unfinished, log.start);
    const found = await findUploads({ databaseFile: unfinished, store: log.store, config, restored: files }, progress);
    progress.begin("Putting the database in place");
    for (const each of [file, `${file}-wal`, `${file}-shm`]) await rm(each, { force: true });
    // Until it has its name there is no organization, so the command can be run again.
    key.put(log.start.secret_key);
    await rename(unfinished, file);
    return { ...restored, files: found.files, missing_files: found.missing };
  } catch (error) {
    key.undo();
    await files.undo();
    throw error;
  } finally {
    for (const each of [unfinished, `${unfinished}-wal`, `${unfinished}-shm`]) await rm(each, { force: true });
  }
}

/** Removes what a restore that was killed has left of the database, which may be large. Its uploaded files are replaced. */
async function removeLeft(file: string): Promise<void> {
  const [directory, prefix] = [dirname(file), `${basename(file)}.`];
  for (const name of await readdir(directory)) {
    const [, pid] =
      /^(\d+)\.unfinished(?:-wal|-shm)?$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : "") ?? [];
    // In a container, every run may have the same number.
    const isOver = Number(pid) === process.pid || !isRunning(Number(pid));
    if (pid !== undefined && isOver) await rm(join(directory, name), { force: true });
  }
}

/** Verifies without restoring: everything but the last steps. */
export async function rehearseLog(config: Config, log: LogToRestore, progress: Progress): Promise<RestoredLog> {
  const directory = await mkdtemp(join(tmpdir(), "parley-rehearsal-"));
  try {
    const file = join(directory, "parley.db");
    const restored = await build(file, log, progress);
    progress.begin("Checking what was restored");
    prepare(file, log.start);
    const found = await findUploads({ databaseFile: file, store: log.store, config, restored: undefined }, progress);
    return { ...restored, files: found.files, missing_files: found.missing };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The database as a file, before anything of it is checked. */
export async function build(file: string, log: LogToRestore, progress: Progress): Promise<ReplayedLog> {
  const { store, generation, start, atMs } = log;
  progress.begin("Copying the database");
  const copied = await store.withFile(copyName(generation.name), (packed) =>
    pipeline(createReadStream(packed), createGunzip(), createWriteStream(file, { mode: 0o600 })).then(() => true),
  );
  if (!copied) throw new Refusal(`The copy with which the log ${generation.name} begins is missing.`);
  const handle = await open(file, "r+");
  try {
    const pages = new PagesOfCommits(handle, start.page_bytes);
    const replay = new LogReplay(start, atMs, pages);
    progress.begin("Applying the log", generation.segments.length);
    for (const { name } of generation.segments) {
      const bytes = await store.readBytes(name);
      const segment = bytes && (await unpackSegment(bytes).catch(() => undefined));
      if (!segment) throw new Refusal(`${store.describe(name)} is missing or damaged.`);
      if (!(await replay.apply(segment))) break;
      progress.add(1);
    }
    await pages.finish();
    await handle.sync();
    const { commits, reachedMs } = replay;
    const upto = new Date(Math.min(atMs, reachedMs)).toISOString();
    return { upto, begun_at: new Date(start.begun_at_ms).toISOString(), commits };
  } finally {
    await handle.close();
  }
}

/** Checks that segments follow each other without a gap, and applies them up to a time. */
class LogReplay {
  readonly #start: GenerationStart;
  readonly #atMs: number;
  readonly #pages: PagesOfCommits;
  #run = 0;
  #salts: Salts | null;
  #position: LogPosition;
  /** Until when it is known what was committed. */
  reachedMs: number;
  commits = 0;

  constructor(start: GenerationStart, atMs: number, pages: PagesOfCommits) {
    this.#start = start;
    this.#atMs = atMs;
    this.#pages = pages;
    this.#salts = start.salts;
    this.#position = start.position;
    this.reachedMs = start.begun_at_ms;
  }

  /** Returns whether the next segment may have something from before the time. */
  async apply({ heading, frames }: Segment): Promise<boolean> {
    this.#checkFollows(heading);
    const last = heading.marks.findLast(({ fromMs }) => fromMs <= this.#atMs);
    const taken = last?.frame ?? heading.from.frame;
    const wanted: PageVersion[] = [];
    const header = { pageBytes: heading.page_bytes, salts: heading.salts };
    const { position, isWhole } = followFrames(frames, header, heading.from, (page) => wanted.push(page));
    if (!isWhole || position.frame !== heading.to.frame || !sameChecksum(position.checksum, heading.to.checksum))
      throw new Refusal("The log is damaged: the checksum of a page is wrong.");
    for (const page of wanted.slice(0, taken - heading.from.frame)) {
      if (page.databasePages > 0) this.commits++;
      await this.#pages.add(page);
    }
    this.#position = position;
    this.reachedMs = Math.max(this.reachedMs, last?.toMs ?? 0);
    return taken === heading.to.frame;
  }

  #checkFollows({ run, salts, from, page_bytes }: Segment["heading"]): void {
    const isSameRun = run === this.#run && from.frame === this.#position.frame;
    const continues =
      isSameRun && this.#salts !== null
        ? sameSalts(salts, this.#salts) && sameChecksum(from.checksum, this.#position.checksum)
        : from.frame === 0 &&
          (this.#salts === null ? run === 0 : run === this.#run + 1 && followsSalts(salts, this.#salts));
    if (!continues || page_bytes !== this.#start.page_bytes)
      throw new Refusal("The log is damaged: a part of it is missing.");
    this.#run = run;
    this.#salts = salts;
  }
}

/** Writes the pages of a commit when all of it is there. */
class PagesOfCommits {
  readonly #handle: FileHandle;
  readonly #pageBytes: number;
  #waiting: PageVersion[] = [];
  #pages: number | undefined;

  constructor(handle: FileHandle, pageBytes: number) {
    this.#handle = handle;
    this.#pageBytes = pageBytes;
  }

  async add(page: PageVersion): Promise<void> {
    this.#waiting.push(page);
    if (page.databasePages === 0) return;
    for (const { page: number, content } of this.#waiting.splice(0))
      await this.#handle.write(content, 0, this.#pageBytes, (number - 1) * this.#pageBytes);
    this.#pages = page.databasePages;
  }

  /** A commit can make the database smaller. */
  async finish(): Promise<void> {
    if (this.#pages !== undefined) await this.#handle.truncate(this.#pages * this.#pageBytes);
  }
}

/** Checks the database, and clears what an old state must not bring back; the search index fits and stays. */
function prepare(file: string, start: GenerationStart): void {
  const database = new DatabaseSync(file);
  try {
    const found = database.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
    if (found.quick_check !== "ok") throw new Refusal(`The log is damaged: ${found.quick_check}.`);
    // Those of the version that wrote it.
    const tables = new Set(database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all().map(nameOf));
    checkIsKnown({ migrations: database.prepare("SELECT name FROM kysely_migration").all().map(nameOf) });
    const stored = database.prepare("SELECT secret_fingerprint FROM installation").get();
    checkKey(start, stored?.secret_fingerprint);
    const [broken] = database.prepare("PRAGMA foreign_key_check").all();
    if (broken) throw new Refusal("The log is damaged: something refers to what is missing.");
    database.exec("BEGIN");
    for (const table of clearedTables.filter((name) => tables.has(name))) database.exec(`DELETE FROM ${table}`);
    database.exec("UPDATE realm_position SET pruned_upto = position; COMMIT");
  } finally {
    database.close();
  }
}

const nameOf = ({ name }: Record<string, unknown>): string => String(name);
