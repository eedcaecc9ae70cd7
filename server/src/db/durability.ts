/**
 * Makes committed transactions durable. The disk needs its time to confirm what was written, so SQLite is told not to
 * wait for it: we do, and requests are read and answered meanwhile.
 */
import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

const confirmed = promisify(fdatasync);

export class Durability {
  /** SQLite locks the database file and never this one, so opening it a second time is harmless. */
  readonly #log: number;

  constructor(databaseFile: string) {
    this.#log = openSync(`${databaseFile}-wal`, "r+");
  }

  /** Resolves when everything that was committed before this call would survive a power cut. */
  reached(): Promise<void> {
    return confirmed(this.#log);
  }

  close(): void {
    closeSync(this.#log);
  }
}
