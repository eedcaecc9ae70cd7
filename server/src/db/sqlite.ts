/**
 * SQLite: one connection that writes, others that read. Writes are committed in groups: those that are ready together
 * run as savepoints of one transaction, and each answer waits for the commit that all of them share.
 */
import { chmodSync, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database, Db, Tx } from "./handles.ts";
import { migrate } from "./migrate.ts";
import { SqliteDialect } from "./sqlite-dialect.ts";

/** Long enough for a command-line tool to finish its own transaction, short enough to report a stuck one. */
const BUSY_TIMEOUT_MS = 10_000;
/** A group ends here even while more is waiting, so that the first of it is not kept from its answer. */
const LARGEST_GROUP = 512;

interface Waiting {
  work(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

function connect(file: string, { readOnly = false } = {}): DatabaseSync {
  const fresh = !existsSync(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly, enableForeignKeyConstraints: true });
  if (fresh) chmodSync(file, 0o600);
  if (!readOnly) database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  database.exec("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456;");
  return database;
}

export function openSqlite(file: string): Database {
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
  const savepoint = writer.prepare("SAVEPOINT request");
  const release = writer.prepare("RELEASE request");
  const waiting: Waiting[] = [];
  let committing = false;
  let closed = false;

  async function commitGroups(): Promise<void> {
    committing = true;
    try {
      while (waiting.length > 0) {
        // Requests that arrive in this turn of the event loop join the group.
        await nextTurn();
        await commitGroup();
      }
    } finally {
      committing = false;
    }
  }

  async function commitGroup(): Promise<void> {
    const done: { entry: Waiting; value: unknown }[] = [];
    try {
      writer.exec("BEGIN IMMEDIATE");
      for (let n = 0; n < LARGEST_GROUP && waiting.length > 0; n++) {
        const entry = waiting.shift() as Waiting;
        savepoint.run();
        try {
          done.push({ entry, value: await entry.work(tx) });
        } catch (error) {
          writer.exec("ROLLBACK TO request");
          entry.reject(error);
        }
        release.run();
      }
      writer.exec("COMMIT");
    } catch (error) {
      if (writer.isTransaction) writer.exec("ROLLBACK");
      for (const { entry } of done) entry.reject(error);
      // The lock could not be had: nobody ran, and whoever waits is told.
      if (done.length === 0) waiting.shift()?.reject(error);
      return;
    }
    for (const { entry, value } of done) entry.resolve(value);
  }

  return {
    engine: "sqlite",
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
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        if (!committing) void commitGroups();
      });
    },

    async migrate(upto) {
      writer.exec("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE");
      try {
        await migrate(handleOn(writer), upto);
        writer.exec("COMMIT");
      } catch (error) {
        writer.exec("ROLLBACK");
        throw error;
      } finally {
        writer.exec("PRAGMA foreign_keys = ON");
      }
    },

    async close() {
      while (committing) await nextTurn();
      closed = true;
      for (const connection of [reader, ...idleSnapshots]) connection.close();
      writer.exec("PRAGMA optimize");
      writer.close();
    },
  };
}
