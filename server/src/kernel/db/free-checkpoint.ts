/**
 * Copies a log that is not shipped into the database. Under constant writing it never ends by itself, since something is
 * always committed meanwhile: when it is long, writers wait for its last part, and the next commit begins it anew.
 */
import type { DatabaseSync } from "node:sqlite";

/** Times the worthwhile pages. */
const LONG = 4;
/** How long readers may delay truncating a long log, while writers wait; and one that readers have kept for long. */
const PATIENCE_MS = 20;
const VERY_LONG = 16;
const LONG_PATIENCE_MS = 100;

export class FreeCheckpoint {
  readonly #database: DatabaseSync;
  readonly #worthwhilePages: number;
  /** How far the last look came. If the next one comes no further, a reader needs the rest: writers do not wait for it again. */
  #copiedUpto: number | undefined;

  constructor(database: DatabaseSync, worthwhilePages: number) {
    this.#database = database;
    this.#worthwhilePages = worthwhilePages;
  }

  look(): void {
    const before = this.#checkpoint("noop");
    if (before.log - before.checkpointed < this.#worthwhilePages) return;
    this.#checkpoint("passive");
    // What was committed meanwhile is not copied: the log continues, until writers wait.
    const { log, checkpointed } = this.#checkpoint("noop");
    const isAtReader = checkpointed === this.#copiedUpto;
    this.#copiedUpto = checkpointed;
    if (log <= LONG * this.#worthwhilePages || checkpointed === log || isAtReader) return;
    this.#restart(log > VERY_LONG * this.#worthwhilePages ? LONG_PATIENCE_MS : PATIENCE_MS);
  }

  /** If readers need the log for longer, the next look that comes further tries again. */
  #restart(patienceMs: number): void {
    this.#database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    this.#checkpoint("restart");
  }

  #checkpoint(mode: "noop" | "passive" | "restart") {
    return this.#database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number; checkpointed: number };
  }
}
