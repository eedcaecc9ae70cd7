/** A minimal wrapper around IndexedDB, one database per account. Used by the page and the service worker. */

const NAME = "parley.";
const VERSION = 1;
/** Values by name; messages by id. */
export type DatabasePart = "kept" | "messages";

const databaseName = (userId: number): string => `${NAME}${userId}`;

export function openDatabase(userId: number): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName(userId), VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("kept");
    request.result.createObjectStore("messages", { keyPath: "id" });
  };
  return answerOf(request).then((database) => {
    // Another window signs out: close, so that the database can be deleted.
    database.onversionchange = () => database.close();
    return database;
  });
}

export async function deleteDatabases(): Promise<void> {
  const known = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(NAME) ? [name] : []));
  await Promise.all(known.map((name) => answerOf(indexedDB.deleteDatabase(name))));
}

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Reads something by its name. */
export const read = <T>(database: IDBDatabase, name: string): Promise<T | undefined> =>
  answerOf(database.transaction("kept").objectStore("kept").get(name) as IDBRequest<T | undefined>);

/** Changes several values atomically. `work` must issue its requests synchronously. */
export function write(
  database: IDBDatabase,
  parts: readonly DatabasePart[],
  work: (store: (part: DatabasePart) => IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(parts, "readwrite");
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
    work((part) => transaction.objectStore(part));
  });
}
