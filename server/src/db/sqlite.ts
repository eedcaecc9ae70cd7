/**
 * SQLite: one connection that writes, others that read. Writes are committed in groups: those that are ready together
 * run one after the other in one transaction, and each answer waits until the commit that they share is on the disk.
 */
import { chmodSync, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { Checkpoints } from "./checkpoints.ts";
import { Durability } from "./durability.ts";
import type { Database, Db, Tx } from "./handles.ts";
import { migrate } from "./migrate.ts";
import { type SqliteConnection, SqliteDialect, sqliteConnectionOf } from "./sqlite-dialect.ts";

/** Long enough for a command-line tool to finish its own transaction, short enough to report a stuck one. */
const BUSY_TIMEOUT_MS = 10_000;
/** How long the writer sleeps before it tries again to get the lock. Reads go on meanwhile. */
const BUSY_RETRY_MS = 5;
const BUSY = 5;
/** 256 MB: should the thread that empties the log not keep up, whoever commits then has to do it. */
const CHECKPOINT_PAGES = 64_000;
/** A group ends here even while more is waiting, so that the first of it is not kept from its answer. */
const LARGEST_GROUP = 512;

interface Waiting {
  work(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Tells one of a group what became of its work. */
type Answer = () => void;

function connect(file: string): DatabaseSync {
  const fresh = !existsSync(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  if (fresh) chmodSync(file, 0o600);
  useWriteAheadLog(database);
  database.exec(
    "PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456;",
  );
  database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return database;
}

/** While several processes open a new file at once, SQLite refuses this without waiting. */
function useWriteAheadLog(database: DatabaseSync): void {
  for (const giveUpAt = Date.now() + BUSY_TIMEOUT_MS; ; ) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS);
    }
  }
}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === BUSY;

/** Takes the lock for writing. Another process may hold it; waiting inside SQLite would stop everything else here. */
async function begin(writer: DatabaseSync): Promise<void> {
  for (const giveUpAt = Date.now() + BUSY_TIMEOUT_MS; ; ) {
    try {
      writer.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      await sleep(BUSY_RETRY_MS);
    }
  }
}

export function openSqlite(file: string, makeDurability = (of: string) => new Durability(of)): Database {
  const writer = connect(file);
  const reader = connect(file);
  const idleSnapshots: DatabaseSync[] = [];
  const handles = new Map<DatabaseSync, Kysely<never>>();
  const handleOn = (connection: DatabaseSync): Db => {
    let handle = handles.get(connection);
    handle ??= new SqliteDialect(connection).handle();
    handles.set(connection, handle);
    return handle as unknown as Db;
  };

  const tx = handleOn(writer) as Tx;
  const connection = sqliteConnectionOf(tx) as SqliteConnection;
  const savepoint = writer.prepare("SAVEPOINT request");
  const release = writer.prepare("RELEASE request");
  // From here on it waits by itself, in `begin`.
  writer.exec("PRAGMA busy_timeout = 0");
  const waiting: Waiting[] = [];
  let committing = false;
  let commits = 0;
  let closed = false;
  const checkpoints = new Checkpoints(file);
  const durability = makeDurability(file);
  /** Once the disk has refused to confirm something, nobody knows what it holds: only a new start can tell. */
  let refused: unknown;

  async function commitGroups(): Promise<void> {
    committing = true;
    try {
      while (waiting.length > 0) {
        // Requests that arrive in this turn of the event loop join the group.
        await nextTurn();
        await commitGroup();
        // What those send next who were just answered is read in this turn, and joins the next group.
        await nextTurn();
      }
    } finally {
      committing = false;
    }
  }

  async function commitGroup(): Promise<void> {
    let group: readonly Waiting[] = [];
    let answers: readonly Answer[];
    try {
      await begin(writer);
      group = waiting.splice(0, LARGEST_GROUP);
      answers = await runTogether(group);
      writer.exec("COMMIT");
      commits++;
      checkpoints.after();
    } catch (error) {
      if (writer.isTransaction) writer.exec("ROLLBACK");
      // Without the lock nobody ran: all who wait have waited as long as the first.
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) reject(error);
      return;
    }
    try {
      await durability.reached();
      for (const answer of answers) answer();
    } catch (error) {
      refused = error;
      for (const { reject } of group) reject(error);
    }
  }

  /**
   * Runs the group with nothing between one and the next: keeping what each of them writes apart takes SQLite half as long
   * as writing it. When one fails that has written something, nothing of the group may stay, and the others run once more.
   */
  async function runTogether(group: readonly Waiting[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const [index, { work, resolve, reject }] of group.entries()) {
      const { writes } = connection;
      try {
        const value = await work(tx);
        if (!writer.isTransaction) throw new Error("The transaction ended before its work was done.");
        answers.push(() => resolve(value));
      } catch (error) {
        // Nearly everything that fails is refused before it has changed anything.
        if (connection.writes !== writes || !writer.isTransaction)
          return [() => reject(error), ...(await runApart(group.toSpliced(index, 1)))];
        answers.push(() => reject(error));
      }
    }
    return answers;
  }

  /** Runs them from the beginning of the transaction, each as a savepoint to which it can be taken back. */
  async function runApart(group: readonly Waiting[]): Promise<Answer[]> {
    if (writer.isTransaction) writer.exec("ROLLBACK");
    await begin(writer);
    const answers: Answer[] = [];
    for (const each of group) answers.push(await runAsSavepoint(each));
    return answers;
  }

  async function runAsSavepoint({ work, resolve, reject }: Waiting): Promise<Answer> {
    savepoint.run();
    try {
      const value = await work(tx);
      release.run();
      return () => resolve(value);
    } catch (error) {
      // Some errors end the whole transaction; going on would commit each following statement by itself.
      if (!writer.isTransaction) throw error;
      writer.exec("ROLLBACK TO request; RELEASE request");
      return () => reject(error);
    }
  }

  return {
    engine: "sqlite",
    get commits() {
      return commits;
    },
    reader: handleOn(reader),

    async snapshot(work) {
      const connection = idleSnapshots.pop() ?? connect(file);
      connection.exec("BEGIN");
      try {
        return await work(handleOn(connection));
      } finally {
        connection.exec("COMMIT");
        if (closed) connection.close();
        else idleSnapshots.push(connection);
      }
    },

    transaction<T>(work: (tx: Tx) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        if (refused !== undefined) return reject(refused);
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        if (!committing) void commitGroups();
      });
    },

    async migrate(upto) {
      writer.exec("PRAGMA foreign_keys = OFF");
      try {
        await begin(writer);
        await migrate(handleOn(writer), upto);
        writer.exec("COMMIT");
        await durability.reached();
      } catch (error) {
        if (writer.isTransaction) writer.exec("ROLLBACK");
        throw error;
      } finally {
        writer.exec("PRAGMA foreign_keys = ON");
      }
    },

    async close() {
      if (closed) return;
      while (committing) await nextTurn();
      closed = true;
      durability.close();
      await checkpoints.close();
      for (const connection of [reader, ...idleSnapshots]) connection.close();
      writer.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      writer.close();
    },
  };
}
