/**
 * The condition of a SQLite database, as found out by its users. A temporary fault is a trouble until the same work
 * succeeds again. A fault that leaves the disk's contents unknown ends all writing: only a restart can help.
 */
import type { DatabaseWatch } from "./handles.ts";
import { FAULTS, type FaultKind, faultOf, faultOfWriting, hasNoRoomFor } from "./sqlite-faults.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

type Work = "writing" | "reading" | "checkpoint";

export class SqliteCondition {
  readonly #file: string;
  readonly #watch: DatabaseWatch | undefined;
  /** The error for every writer once nothing can be written any more. */
  lost: DatabaseUnavailable | undefined;

  constructor(file: string, watch: DatabaseWatch | undefined) {
    this.#file = file;
    this.#watch = watch;
  }

  /** The error for the caller: the original one, unless it is a fault of the machine. */
  told(work: Work, error: unknown): unknown {
    const fault = work === "reading" ? faultOf(error) : faultOfWriting(error, this.#file);
    if (!fault) return error;
    return fault === "unsynced" ? this.lose(FAULTS.unsynced, error) : this.#trouble(work, fault, error);
  }

  /** A change of one number may succeed where a message would not fit. */
  checkRoom(): void {
    if (hasNoRoomFor(this.#file))
      throw this.#trouble("writing", "full", new Error(`no disk space beside ${this.#file}`));
  }

  #trouble(work: Work, fault: FaultKind, cause: unknown): DatabaseUnavailable {
    // Damage does not go away, whatever else succeeds.
    this.#watch?.troubles.begin(fault === "damaged" ? "damage" : work, FAULTS[fault], cause);
    return new DatabaseUnavailable(FAULTS[fault], { cause });
  }

  worked(work: Work): void {
    this.#watch?.troubles.end(work);
  }

  /** Ends writing. Returns the error for everyone who is waiting. */
  lose(sentence: string, cause: unknown): DatabaseUnavailable {
    if (this.lost) return this.lost;
    this.lost = new DatabaseUnavailable(sentence, { cause });
    this.#watch?.troubles.beginFatal("writing", sentence, cause);
    this.#watch?.onFatal(this.lost);
    return this.lost;
  }
}
