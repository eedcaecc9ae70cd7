/**
 * Makes committed transactions durable. The disk needs its time to confirm what was written, so SQLite is told not to
 * wait for it: we do, and requests are read and answered meanwhile.
 */
import { closeSync, fdatasync, openSync, type Stats, statSync } from "node:fs";
import { promisify } from "node:util";

const confirmed = promisify(fdatasync);

/** What is written to a file without a name is gone with the process, though the disk confirms all of it. */
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
  /** SQLite locks the database file and never this one, so opening it a second time is harmless. */
  readonly #descriptor: number;

  constructor(databaseFile: string) {
    this.#descriptor = openSync(`${databaseFile}-wal`, "r+");
    this.#database = new NamedFile(databaseFile);
    this.#log = new NamedFile(`${databaseFile}-wal`);
  }

  /** Resolves when everything that was committed before this call would survive a power cut. */
  async reached(): Promise<void> {
    await confirmed(this.#descriptor);
    this.checkFiles();
  }

  /** Throws unless the files that are open are those that the next start will find; about 2 µs. */
  checkFiles(): void {
    this.#database.check();
    this.#log.check();
  }

  /** Whether the database itself is still there, so that what only the log holds could be carried into it. */
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
