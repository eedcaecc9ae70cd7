/**
 * How far an import has come, recorded in the same transactions as what it stores: after a crash it continues there, with
 * nothing lost and nothing twice.
 */
import type { MessageId } from "../kernel/api/ids.ts";
import { change, type OpenContext, type Writing } from "../kernel/context.ts";
import type { SkippedRecord } from "./records.ts";
import { type ImportedArchive, recordProgress } from "./store.ts";
import { type StoredTally, Tally } from "./tally.ts";

export interface ImportedSpan {
  readonly from: MessageId;
  readonly to: MessageId;
}

/** What a change means for the import as a whole. */
interface ChangeProgress<T> {
  readonly taken?: number;
  readonly unmarked?: (result: T) => ImportedSpan | undefined;
  readonly keepsIds?: (result: T) => boolean;
}

/** Takes part in each transaction of an import, and may refuse it by throwing: then nothing of it is stored. */
export interface LedgerWatch {
  within(ctx: Writing, taken: number): Promise<void>;
}

export class Ledger {
  readonly archive: ImportedArchive;
  readonly #watch: LedgerWatch | undefined;
  #tally: Tally;
  #taken: number;
  #unmarked: ImportedSpan | undefined;
  #keepsIds: boolean;

  constructor(archive: ImportedArchive, watch?: LedgerWatch) {
    this.archive = archive;
    this.#watch = watch;
    this.#taken = archive.taken;
    this.#keepsIds = archive.keeps_ids;
    this.#tally = new Tally(archive.tally as unknown as StoredTally);
    this.#tally.beginAgain();
    const { unmarked_from: from, unmarked_to: to } = archive;
    this.#unmarked = from === null || to === null ? undefined : { from, to };
  }

  /** How many records of messages were taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether messages still get the ids that they had. Once one cannot, none does. */
  get keepsIds(): boolean {
    return this.#keepsIds;
  }

  get tally(): Tally {
    return this.#tally;
  }

  /** The messages that were stored since people's read marks were raised. */
  get unmarked(): ImportedSpan | undefined {
    return this.#unmarked;
  }

  /** Found before the messages, so found again by every run. */
  leaveOutFirst(record: Omit<SkippedRecord, "type">): void {
    this.#tally.leaveOut(record, { isFoundFirst: true });
  }

  /** One transaction: what it stores and what it counts hold together. The work may run more than once. */
  async change<T>(
    ctx: OpenContext,
    work: (ctx: Writing, tally: Tally) => Promise<T>,
    progress: ChangeProgress<T> = {},
  ): Promise<T> {
    const { taken = this.#taken } = progress;
    const done = await change(ctx, async (writing) => {
      await this.#watch?.within(writing, taken);
      const tally = this.#tally.copy();
      const result = await work(writing, tally);
      const unmarked = progress.unmarked ? progress.unmarked(result) : this.#unmarked;
      const keepsIds = progress.keepsIds ? progress.keepsIds(result) : this.#keepsIds;
      await recordProgress(writing.db, this.archive.id, { taken, tally: tally.stored, unmarked, keepsIds });
      return { result, tally, unmarked, keepsIds };
    });
    this.#tally = done.tally;
    this.#taken = taken;
    this.#unmarked = done.unmarked;
    this.#keepsIds = done.keepsIds;
    return done.result;
  }
}
