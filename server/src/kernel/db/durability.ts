/**
 * Makes committed transactions durable. SQLite is configured not to wait for the disk: we wait instead, and serve other
 * requests in the meantime.
 */
import { closeSync, fdatasync, openSync, type Stats, statSync } from "node:fs";
import { promisify } from "node:util";

const confirmed = promisify(fdatasync);

/** Writes to an unlinked file are lost with the process, although the disk confirms them. */
export class FileReplaced extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} was deleted or replaced while it was open.`);
    this.file = file;
  }
}

export class Durability {
  readonly #database: NamedFile;
  readonly #log: NamedFile;
  /** SQLite locks the database file but never this one, so opening it again is harmless. */
  readonly #descriptor: number;

  constructor(databaseFile: string) {
    this.#descriptor = openSync(`${databaseFile}-wal`, "r+");
    this.#database = new NamedFile(databaseFile);
    this.#log = new NamedFile(`${databaseFile}-wal`);
  }

  /** Resolves when everything committed before this call would survive a power failure. */
  async reached(): Promise<void> {
    await confirmed(this.#descriptor);
    this.checkFiles();
  }

  /** Throws unless the open files are the ones that the next start will find; takes about 2 µs. */
  checkFiles(): void {
    this.#database.check();
    this.#log.check();
  }

  /** Whether the database file still exists, so that the log's contents could be copied into it. */
  get hasDatabase(): boolean {
    return this.#database.isInPlace;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

class NamedFile {
  readonly #path: string;
  readonly #opened: Stats;

  constructor(path: string) {
    this.#path = path;
    this.#opened = statSync(path);
  }

  get isInPlace(): boolean {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    return found !== undefined && found.ino === this.#opened.ino && found.dev === this.#opened.dev;
  }

  check(): void {
    if (!this.isInPlace) throw new FileReplaced(this.#path);
  }
}
