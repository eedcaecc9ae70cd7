/**
 * Whether a message could be sent and read now. One check serves everyone who asks within a moment, so asking often is
 * cheap, and none takes longer than a second.
 */
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/handles.ts";
import { FAULTS, faultOf } from "../db/sqlite-faults.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import type { Troubles } from "./troubles.ts";

/** Less than the second within which a response is due. */
const DEADLINE_MS = 900;
/** How long a result is valid. */
const FRESH_MS = 500;

/** Something that must work. */
export interface HealthCheck {
  /** The kind of trouble if it does not. */
  readonly kind: string;
  /** Rejects if it does not work. */
  examine(): Promise<unknown>;
  /** The public message about it. */
  sentence(error: unknown): string;
}

class TookTooLong extends Error {
  constructor(kind: string) {
    super(`${kind}: no response within ${DEADLINE_MS} ms`);
  }
}

export class Health {
  readonly #clock: Clock;
  readonly #troubles: Troubles;
  readonly #all: Examination;
  readonly #reading: Examination;
  #isStarted = false;

  constructor(options: { database: Database; clock: Clock; troubles: Troubles; checks?: readonly HealthCheck[] }) {
    const { database, clock, troubles, checks = [] } = options;
    this.#clock = clock;
    this.#troubles = troubles;
    const writing: HealthCheck = { kind: "writing", examine: () => database.probe(), sentence: ofTheDatabase };
    const reading: HealthCheck = {
      kind: "reading",
      examine: async () => sql`select 1`.execute(database.reader),
      sentence: ofTheDatabase,
    };
    this.#all = new Examination([reading, writing, ...checks], troubles);
    this.#reading = new Examination([reading], troubles);
  }

  /** What prevents messages from being sent and read now, as public messages; empty if nothing does. */
  async problems(): Promise<string[]> {
    await this.#all.fresh(this.#clock.now());
    return [...new Set(this.#troubles.sentences)];
  }

  /** Why requests should go elsewhere; empty if they are welcome. */
  async obstacles(): Promise<string[]> {
    if (!this.#isStarted) return ["The server is starting."];
    return this.#reading.fresh(this.#clock.now());
  }

  /** Whether the process can continue; if not, it must be restarted. */
  get isAlive(): boolean {
    return !this.#troubles.isFatal;
  }

  started(): void {
    this.#isStarted = true;
  }
}

function ofTheDatabase(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return error.message;
  const fault = faultOf(error);
  return fault ? FAULTS[fault] : "The database does not respond.";
}

/** Runs its checks once for all callers. A hanging check is not started again. */
class Examination {
  readonly #checks: readonly HealthCheck[];
  readonly #troubles: Troubles;
  readonly #running = new Map<HealthCheck, Promise<unknown>>();
  #current: Promise<string[]> | undefined;
  #last: { readonly at: number; readonly problems: string[] } | undefined;

  constructor(checks: readonly HealthCheck[], troubles: Troubles) {
    this.#checks = checks;
    this.#troubles = troubles;
  }

  async fresh(now: number): Promise<string[]> {
    if (this.#last && now >= this.#last.at && now - this.#last.at < FRESH_MS) return this.#last.problems;
    this.#current ??= this.#examine().finally(() => {
      this.#current = undefined;
    });
    const problems = await this.#current;
    this.#last = { at: now, problems };
    return problems;
  }

  async #examine(): Promise<string[]> {
    const found = await Promise.all(this.#checks.map((check) => this.#problemOf(check)));
    return found.filter((problem) => problem !== undefined);
  }

  async #problemOf(check: HealthCheck): Promise<string | undefined> {
    const { kind } = check;
    try {
      await this.#inTime(check);
      this.#troubles.end(kind);
      return undefined;
    } catch (error) {
      const sentence = check.sentence(error);
      this.#troubles.begin(kind, sentence, error);
      return sentence;
    }
  }

  async #inTime(check: HealthCheck): Promise<void> {
    const running = this.#running.get(check) ?? this.#begin(check);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TookTooLong(check.kind)), DEADLINE_MS);
    });
    await Promise.race([running, late]).finally(() => clearTimeout(timer));
  }

  #begin(check: HealthCheck): Promise<unknown> {
    const running = check.examine().finally(() => this.#running.delete(check));
    // Its callers may be gone.
    running.catch(() => {});
    this.#running.set(check, running);
    return running;
  }
}
