/** Messages of an import are stored in batches: each is one transaction, and the next is made while the disk confirms it. */
import type { OpenContext } from "../kernel/context.ts";
import type { ImportedChannels } from "./channels.ts";
import type { Ledger } from "./ledger.ts";
import { KnownPlaces, storeMessages } from "./messages.ts";
import { PEOPLE_AT_ONCE } from "./people.ts";
import type { PreparedMessage, Surroundings } from "./prepare.ts";
import type { Origin } from "./store.ts";
import type { Tally } from "./tally.ts";

/** How much is written in one transaction: messages, the rows of everything that belongs to them, and characters. */
interface ImportBatchSize {
  readonly messages: number;
  readonly rows: number;
  readonly characters: number;
  readonly people: number;
}

const ALONE: ImportBatchSize = {
  messages: 1000,
  rows: 20_000,
  characters: 4 * 1024 * 1024,
  people: PEOPLE_AT_ONCE,
};
/**
 * Messages of one person, channel or topic share pages of indexes: in a large transaction, each is written once. Only behind this
 * many records, because a run that continues must make the batches that it would have made without the interruption.
 */
const ALONE_LATER: ImportBatchSize = { ...ALONE, messages: 4000 };
const LATER = 10_000;
/** Others wait for it: a few hundredths of a second. */
const BESIDE_OTHERS: ImportBatchSize = { messages: 200, rows: 2000, characters: 512 * 1024, people: 25 };

export const batchSize = (isBesideOthers: boolean, taken: number): ImportBatchSize =>
  isBesideOthers ? BESIDE_OTHERS : taken < LATER ? ALONE : ALONE_LATER;

/** Messages that are stored together, and what was found between them. */
export class MessageBatch {
  readonly #ctx: OpenContext;
  readonly #ledger: Ledger;
  readonly #channels: ImportedChannels;
  readonly #origin: Origin;
  readonly #isBesideOthers: boolean;
  readonly #known = new KnownPlaces();
  #messages: PreparedMessage[] = [];
  #leftOut: Parameters<Tally["leaveOut"]>[0][] = [];
  #rows = 0;
  #characters = 0;
  #hasKeys = false;
  /** How many records were taken before this batch. */
  #begun: number;
  /** The batch before this one. */
  #storing: Promise<void> = Promise.resolve();

  constructor({ ctx, channels, origin }: Surroundings, ledger: Ledger, isBesideOthers: boolean) {
    this.#ctx = ctx;
    this.#channels = channels;
    this.#origin = origin;
    this.#ledger = ledger;
    this.#isBesideOthers = isBesideOthers;
    this.#begun = ledger.taken;
  }

  get isFull(): boolean {
    const count = this.#messages.length + this.#leftOut.length;
    const { messages, rows, characters } = batchSize(this.#isBesideOthers, this.#begun);
    return count >= messages || this.#rows >= rows || this.#characters >= characters;
  }

  /** Whether a record after it may name one of its messages. */
  get hasKeys(): boolean {
    return this.#hasKeys;
  }

  add(message: PreparedMessage): void {
    this.#hasKeys ||= message.key !== undefined;
    this.#messages.push(message);
    this.#rows += message.rows;
    this.#characters += message.characters;
  }

  leaveOut(record: Parameters<Tally["leaveOut"]>[0]): void {
    this.#leftOut.push(record);
  }

  /** Resolves when everything before this batch is stored, and would survive a power failure. */
  stored(): Promise<void> {
    return this.#storing;
  }

  /**
   * Begins to store it, when the one before is stored. Meanwhile the next one is made: the disk takes as long to confirm a batch as
   * it takes to read a part of the next one. `taken`: how many records the source has yielded so far.
   */
  async store(taken: number): Promise<void> {
    await this.#storing;
    const [messages, leftOut] = [this.#messages, this.#leftOut];
    [this.#messages, this.#leftOut, this.#rows, this.#characters] = [[], [], 0, 0];
    this.#hasKeys = false;
    if (messages.length + leftOut.length === 0 && taken === this.#begun) return;
    this.#begun = taken;
    this.#storing = this.#store(messages, leftOut, taken);
    // Whoever waits for it learns of a failure.
    this.#storing.catch(() => {});
  }

  async #store(
    messages: readonly PreparedMessage[],
    leftOut: readonly Parameters<Tally["leaveOut"]>[0][],
    taken: number,
  ): Promise<void> {
    const { unmarked } = this.#ledger;
    // A run that began alone may go on beside others, who take ids from the same sequence.
    const keepsIds = this.#ledger.keepsIds && !this.#isBesideOthers;
    const options = { known: this.#known, channels: this.#channels, keepsIds, origin: this.#origin };
    const stored = await this.#ledger.change(
      this.#ctx,
      async (writing, tally) => {
        for (const each of leftOut) tally.leaveOut(each);
        return storeMessages(writing, messages, tally, options);
      },
      {
        taken,
        unmarked: (batch) => (batch ? { from: unmarked?.from ?? batch.from, to: batch.to } : unmarked),
        keepsIds: (batch) => batch?.keepsIds ?? this.#ledger.keepsIds,
      },
    );
    if (!stored) return;
    this.#known.learn(stored.learned);
    // People may move and delete topics meanwhile.
    if (this.#isBesideOthers) this.#known.topics.clear();
  }
}
