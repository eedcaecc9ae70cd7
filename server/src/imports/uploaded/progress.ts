/** How far an import is: stored with what it stores, and announced to owners every now and then. */
import { seconds } from "../../kernel/clock.ts";
import { change, type OpenContext, type Writing } from "../../kernel/context.ts";
import type { Progress } from "../../kernel/progress.ts";
import type { LedgerWatch } from "../ledger.ts";
import { announceProgress } from "./actions.ts";
import type { IMPORT_STAGES } from "./contract.ts";
import { changeImport, type ImportRow, importById } from "./store.ts";

/** The import was cancelled, or another process goes on with it. */
export class AttemptIsOver extends Error {}

type ImportStage = (typeof IMPORT_STAGES)[number];

/** As the import says them on a terminal. */
const STAGES: Readonly<Record<string, ImportStage>> = {
  "Importing people": "people",
  "Importing channels": "channels",
  "Importing emoji": "emoji",
  "Importing pictures": "pictures",
  "Importing messages": "messages",
  "Marking as read": "read_marks",
};

const ANNOUNCED_EVERY_MS = 2000;
/** Before that, the estimate would only jump. */
const ESTIMATED_AFTER_MS = 5000;

export class ImportProgress implements Progress, LedgerWatch {
  readonly #row: ImportRow;
  readonly #signal: AbortSignal;
  #stage: ImportStage | null;
  #done = 0;
  #announcedAt = performance.now();
  #announcedStage: ImportStage | null;
  /** Where this attempt began with the messages. */
  #first: { readonly atMs: number; readonly taken: number } | undefined;

  /** Ends rests: with the process, or when the import is cancelled. */
  readonly restsUntil: AbortSignal;

  constructor(row: ImportRow, signal: AbortSignal, restsUntil: AbortSignal) {
    this.#row = row;
    this.#signal = signal;
    this.restsUntil = restsUntil;
    this.#stage = row.stage;
    this.#announcedStage = row.stage;
  }

  begin(stage: string): void {
    this.#signal.throwIfAborted();
    this.#stage = STAGES[stage] ?? null;
    this.#done = 0;
  }

  add(count: number): void {
    this.#done += count;
    this.#signal.throwIfAborted();
  }

  /** While the archive is read, between two steps. */
  async noted(ctx: OpenContext, records: number): Promise<void> {
    this.#signal.throwIfAborted();
    this.#done = records;
    // Without rests it must not go on for long.
    if (this.#isDue || this.restsUntil.aborted) await change(ctx, (writing) => this.within(writing));
  }

  get #isDue(): boolean {
    return this.#announcedStage !== this.#stage || performance.now() - this.#announcedAt >= ANNOUNCED_EVERY_MS;
  }

  /** Nothing is stored for an import that is over, or that another process has taken over. */
  async demandCurrent(ctx: Writing): Promise<ImportRow> {
    const { id, state, attempts } = this.#row;
    const now = await importById(ctx.db, ctx.realm.id, id);
    if (now?.state !== state || now.attempts !== attempts) throw new AttemptIsOver();
    return now;
  }

  async within(ctx: Writing, taken?: number): Promise<void> {
    this.#signal.throwIfAborted();
    const now = await this.demandCurrent(ctx);
    if (!this.#isDue) return;
    const isMessages = this.#stage === "messages";
    const done = isMessages && taken !== undefined ? taken : this.#done;
    const seconds_left = isMessages ? this.#secondsLeft(done, this.#row.total) : null;
    const changes = { stage: this.#stage, done, seconds_left, touched_at: seconds(ctx.app.clock) };
    const row = await changeImport(ctx.db, now.id, changes);
    const isNews = row.stage !== now.stage || row.done !== now.done || row.seconds_left !== now.seconds_left;
    if (isNews) announceProgress(ctx, row);
    this.#announcedAt = performance.now();
    this.#announcedStage = this.#stage;
  }

  #secondsLeft(done: number, total: number | null): number | null {
    const nowMs = performance.now();
    this.#first ??= { atMs: nowMs, taken: done };
    const { atMs, taken } = this.#first;
    if (total === null || done <= taken || nowMs - atMs < ESTIMATED_AFTER_MS) return null;
    return Math.ceil(((nowMs - atMs) / (done - taken)) * (Math.max(0, total - done) / 1000));
  }
}
