/**
 * SQLite with one writing connection and several readers. Writes are committed in groups: those that are ready together
 * run one after the other in one transaction, and each response waits until their shared commit is on disk.
 */
import { stat } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { Checkpoints, type LogShipping } from "./checkpoints.ts";
import { Durability, FileReplaced } from "./durability.ts";
import type { Committed, Database, DatabaseWatch, Db, TransactionOptions, Tx } from "./handles.ts";
import { migrate } from "./migrate.ts";
import { SqliteCondition } from "./sqlite-condition.ts";
import {
  BUSY_TIMEOUT_MS,
  beginWriting,
  CHECKPOINT_PAGES,
  connect,
  connectToRead,
  type LockWaits,
} from "./sqlite-connections.ts";
import { type SqliteConnection, SqliteDialect, sqliteConnectionOf } from "./sqlite-dialect.ts";
import { FAULTS, faultOf, UnusableDatabase } from "./sqlite-faults.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const FILE_GONE = "A database file was deleted or replaced.";
const RESCUE_ATTEMPTS = 40;
const RESCUE_PAUSE_MS = 25;
const LARGEST_USER_VERSION = 2 ** 31 - 1;
/** What reading a message would touch first. */
const PROBES = ["PRAGMA user_version", "SELECT * FROM message ORDER BY id DESC LIMIT 1", "SELECT * FROM realm LIMIT 1"];
/** Idle connections kept for snapshots; more are opened on demand, and closed afterwards. */
const MOST_IDLE_SNAPSHOTS = 8;
/** The maximum size of a group, so that its first write is not delayed too long. */
const LARGEST_GROUP = 512;
/** The event loop serves nobody while a group runs. */
const LONGEST_GROUP_MS = 30;

interface QueuedWrite {
  readonly isShort: boolean;
  work(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Reports the result of one write in a group. */
type Settlement = () => void;

export interface SqliteOptions {
  readonly watch?: DatabaseWatch | undefined;
  readonly makeDurability?: (file: string) => Durability;
}

export function openSqlite(file: string, options: SqliteOptions = {}): Database {
  const { makeDurability = (of: string) => new Durability(of) } = options;
  const writer = connect(file);
  // What is deleted is overwritten, so that a copy of the file does not contain it (decision 094).
  writer.exec("PRAGMA secure_delete = ON");
  const reader = connectToRead(file);
  const idleSnapshots: DatabaseSync[] = [];
  const handles = new Map<DatabaseSync, Kysely<never>>();
  const tallies = { reading: { statements: 0 }, writing: { statements: 0 } };
  const locks: LockWaits = { waits: 0, waitedMs: 0 };
  let snapshots = 0;
  const handleOn = (connection: DatabaseSync, options?: { readsInSteps: boolean }): Db => {
    let handle = handles.get(connection);
    const tally = connection === writer ? tallies.writing : tallies.reading;
    handle ??= new SqliteDialect(connection, { ...options, tally }).handle();
    handles.set(connection, handle);
    return handle as unknown as Db;
  };

  const tx = handleOn(writer) as Tx;
  const connection = sqliteConnectionOf(tx) as SqliteConnection;
  const savepoint = writer.prepare("SAVEPOINT request");
  const release = writer.prepare("RELEASE request");
  // From here on, `beginWriting` does the waiting.
  writer.exec("PRAGMA busy_timeout = 0");
  const waiting: QueuedWrite[] = [];
  let committing = false;
  /** Whether the last group had writes that may take long. */
  let wasLong = false;
  let commits = 0;
  let closed = false;
  const condition = new SqliteCondition(file, options.watch);
  // While a thread copies the log, it alone does: it knows what is shipped, and nobody waits for it. A reader of an older
  // state makes the log grow, and copying it in a commit would take seconds without making it shorter.
  const checkpoints = new Checkpoints(file, condition, (isCopying) =>
    writer.exec(`PRAGMA wal_autocheckpoint = ${isCopying ? 0 : CHECKPOINT_PAGES}`),
  );
  const durability = makeDurability(file);
  let beats = 0;

  async function commitGroups(): Promise<void> {
    committing = true;
    try {
      while (waiting.length > 0) {
        // Requests that arrive in this turn of the event loop join the group.
        await nextTurn();
        await commitGroup();
        // Follow-up requests of clients that were just answered are read in this turn, and join the next group.
        await nextTurn();
      }
    } finally {
      committing = false;
    }
  }

  async function commitGroup(): Promise<void> {
    let group: QueuedWrite[] = [];
    let answers: readonly Settlement[];
    const { writes } = connection;
    try {
      await beginWriting(writer, locks);
      group = waiting.splice(0, LARGEST_GROUP);
      answers = await runTogether(group);
      writer.exec("COMMIT");
      commits++;
      checkpoints.after();
    } catch (error) {
      if (writer.isTransaction) writer.exec("ROLLBACK");
      // Without the lock nothing ran: all have waited as long as the first.
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) reject(error);
      return;
    }
    try {
      await durability.reached();
    } catch (error) {
      await lose(error);
      for (const { reject } of [...group, ...waiting.splice(0)]) reject(condition.lost);
      return;
    }
    if (connection.writes !== writes) condition.worked("writing");
    for (const answer of answers) answer();
  }

  async function lose(error: unknown): Promise<void> {
    if (!(error instanceof FileReplaced)) return void condition.lose(FAULTS.unsynced, error);
    if (durability.hasDatabase) await rescue();
    condition.lose(FILE_GONE, error);
  }

  /** The log was unlinked, but is still open: copying it into the database saves what was acknowledged. */
  async function rescue(): Promise<void> {
    const carry = writer.prepare("PRAGMA wal_checkpoint(PASSIVE)");
    for (let attempt = 0; attempt < RESCUE_ATTEMPTS; attempt++)
      try {
        const { busy, log, checkpointed } = carry.get() as { busy: number; log: number; checkpointed: number };
        if (!busy && checkpointed === log) return;
        // The checkpoint thread is busy, so neither number is known, or a reader still uses an older state.
        await sleep(RESCUE_PAUSE_MS);
      } catch (error) {
        condition.told("checkpoint", error);
        return;
      }
  }

  /**
   * Runs a group without savepoints, which would cost half as much as the writes themselves. If one fails after writing
   * something, the whole group is rolled back and the others run again. Writes after a long one return to the queue.
   */
  async function runTogether(group: QueuedWrite[]): Promise<Settlement[]> {
    const answers: Settlement[] = [];
    const begun = performance.now();
    setAsideLong(group);
    for (const [index, { work, resolve, reject }] of group.entries()) {
      const { writes } = connection;
      try {
        const value = await work(tx);
        if (!writer.isTransaction) throw new Error("The transaction ended before its work was done.");
        answers.push(() => resolve(value));
      } catch (error) {
        // Nearly every failure is a refusal before anything was changed.
        if (connection.writes !== writes || !writer.isTransaction) {
          group.splice(index, 1);
          reject(error);
          return runApart(group);
        }
        answers.push(() => reject(error));
      }
      if (performance.now() - begun > LONGEST_GROUP_MS) waiting.unshift(...group.splice(index + 1));
    }
    return answers;
  }

  /**
   * Possibly long writes return to the queue, so that short ones finish first. A long one at its head goes before them,
   * but not twice in a row: a short one waits for one long write at most.
   */
  function setAsideLong(group: QueuedWrite[]): void {
    const [short, long] = [group.filter(({ isShort }) => isShort), group.filter(({ isShort }) => !isShort)];
    if (short.length > 0 && (wasLong || group[0]?.isShort)) {
      group.splice(0, group.length, ...short);
      waiting.unshift(...long);
      wasLong = false;
    } else wasLong = long.length > 0;
  }

  /** Runs each write in a savepoint, so that it can be rolled back separately. */
  async function runApart(group: QueuedWrite[]): Promise<Settlement[]> {
    if (writer.isTransaction) writer.exec("ROLLBACK");
    await beginWriting(writer, locks);
    const answers: Settlement[] = [];
    const begun = performance.now();
    for (const [index, each] of group.entries()) {
      answers.push(await runAsSavepoint(each));
      if (performance.now() - begun > LONGEST_GROUP_MS) waiting.unshift(...group.splice(index + 1));
    }
    return answers;
  }

  async function runAsSavepoint({ work, resolve, reject }: QueuedWrite): Promise<Settlement> {
    savepoint.run();
    try {
      const value = await work(tx);
      release.run();
      return () => resolve(value);
    } catch (error) {
      // Some errors end the whole transaction; continuing would commit each following statement by itself.
      if (!writer.isTransaction) throw error;
      writer.exec("ROLLBACK TO request; RELEASE request");
      return () => reject(error);
    }
  }

  let prober: DatabaseSync | undefined;
  /** An additional connection while the others are in use. */
  function another(): DatabaseSync {
    try {
      // SQLite would create a new log beside the one that the others write.
      durability.checkFiles();
      return connectToRead(file);
    } catch (error) {
      if (!(error instanceof FileReplaced)) throw condition.told("reading", (error as Error).cause ?? error);
      void lose(error);
      throw new DatabaseUnavailable(FILE_GONE, { cause: error });
    }
  }

  /** Reads the files themselves each time, without cache or memory mapping. */
  function anotherForProbes(): DatabaseSync {
    const connection = another();
    connection.exec("PRAGMA mmap_size = 0");
    return connection;
  }

  const database: Database = {
    engine: "sqlite",
    get commits() {
      return commits;
    },
    reader: handleOn(reader) as Committed,

    async snapshot(work) {
      const connection = idleSnapshots.pop() ?? another();
      snapshots++;
      try {
        connection.exec("BEGIN");
        return await work(handleOn(connection, { readsInSteps: true }) as Committed);
      } finally {
        snapshots--;
        // A read error has already ended it.
        const isSound = connection.isTransaction;
        if (isSound) connection.exec("COMMIT");
        if (isSound && !closed && idleSnapshots.length < MOST_IDLE_SNAPSHOTS) idleSnapshots.push(connection);
        else {
          handles.delete(connection);
          connection.close();
        }
      }
    },

    transaction<T>(work: (tx: Tx) => Promise<T>, { isShort = false }: TransactionOptions = {}) {
      return new Promise<T>((resolve, reject) => {
        if (condition.lost) return reject(condition.lost);
        const refuse = (error: unknown) => reject(condition.told("writing", error));
        waiting.push({ isShort, work, resolve: resolve as (value: unknown) => void, reject: refuse });
        if (!committing) void commitGroups();
      });
    },

    delivery: {
      snapshot: (work) => database.snapshot(work),
      transaction: (work) => database.transaction(work),
    },

    async probe() {
      // A number in the file header that SQLite reserves for applications: it needs no table and no space.
      const beat = ++beats % LARGEST_USER_VERSION;
      if (!condition.lost) condition.checkRoom();
      await database.transaction((tx) => sql`pragma user_version = ${sql.lit(beat)}`.execute(tx));
      try {
        prober ??= anotherForProbes();
        for (const query of PROBES) prober.prepare(query).get();
      } catch (error) {
        throw condition.told("reading", error);
      }
    },

    async migrate(upto, options) {
      writer.exec("PRAGMA foreign_keys = OFF");
      try {
        await beginWriting(writer, locks);
        await migrate(tx, upto, options);
        writer.exec("COMMIT");
        await durability.reached();
      } catch (error) {
        if (writer.isTransaction) writer.exec("ROLLBACK");
        throw faultOf(error) ? new UnusableDatabase(file, error) : error;
      } finally {
        writer.exec("PRAGMA foreign_keys = ON");
      }
    },

    async emptyLog() {
      await checkpoints.pause();
      for (const giveUpAt = Date.now() + BUSY_TIMEOUT_MS; committing; await nextTurn())
        if (Date.now() > giveUpAt) throw new Error("The database is being written to all the time.");
      const { busy } = writer.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
      if (busy) throw new Error("The database's log is being read.");
    },

    shipLog: (shipping: LogShipping) => checkpoints.ship(shipping),

    figures: () => [
      {
        pool: "reading",
        connections: 1 + snapshots + idleSnapshots.length,
        busy: snapshots,
        waiting: 0,
        ...tallies.reading,
        ...{ waits: 0, waitedMs: 0 },
      },
      {
        pool: "writing",
        connections: 1,
        busy: committing ? 1 : 0,
        waiting: waiting.length,
        ...tallies.writing,
        ...locks,
      },
    ],

    async sizes() {
      const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0;
      return { data: await sizeOf(file), log: await sizeOf(`${file}-wal`) };
    },

    async close() {
      if (closed) return;
      while (committing) await nextTurn();
      closed = true;
      durability.close();
      await checkpoints.close();
      for (const connection of [reader, ...(prober ? [prober] : []), ...idleSnapshots]) connection.close();
      writer.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      writer.close();
    },
  };
  return database;
}
