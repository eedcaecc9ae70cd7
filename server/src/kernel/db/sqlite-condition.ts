/**
 * How a SQLite database is doing, as those who use it find out. A fault that may pass is a trouble until the same work
 * succeeds again. A fault after which nobody knows what the disk holds ends all writing: only a new start can tell.
 */
import type { DatabaseWatch } from "./handles.ts";
import { FAULTS, type FaultKind, faultOf, faultOfWriting, hasNoRoomFor } from "./sqlite-faults.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

type Work = "writing" | "reading" | "checkpoint";

export class SqliteCondition {
  readonly #file: string;
  readonly #watch: DatabaseWatch | undefined;
  /** What everybody is told who wants to write, once nothing can be written any more. */
  lost: DatabaseUnavailable | undefined;

  constructor(file: string, watch: DatabaseWatch | undefined) {
    this.#file = file;
    this.#watch = watch;
  }

  /** What whoever asked for the work is told: the error itself, unless it is a fault of the machine. */
  told(work: Work, error: unknown): unknown {
    const fault = work === "reading" ? faultOf(error) : faultOfWriting(error, this.#file);
    if (!fault) return error;
    return fault === "unsynced" ? this.lose(FAULTS.unsynced, error) : this.#trouble(work, fault, error);
  }

  /** A change of one number may find a place where a message finds none. */
  checkRoom(): void {
    if (hasNoRoomFor(this.#file)) throw this.#trouble("writing", "full", new Error(`no room beside ${this.#file}`));
  }

  #trouble(work: Work, fault: FaultKind, cause: unknown): DatabaseUnavailable {
    // Damage does not pass, whatever else succeeds.
    this.#watch?.troubles.begin(fault === "damaged" ? "damage" : work, FAULTS[fault], cause);
    return new DatabaseUnavailable(FAULTS[fault], { cause });
  }

  worked(work: Work): void {
    this.#watch?.troubles.end(work);
  }

  /** Writing is over. Answers with what those are told who wait for an answer. */
  lose(sentence: string, cause: unknown): DatabaseUnavailable {
    if (this.lost) return this.lost;
    this.lost = new DatabaseUnavailable(sentence, { cause });
    this.#watch?.troubles.beginFatal("writing", sentence, cause);
    this.#watch?.onFatal(this.lost);
    return this.lost;
  }
}
