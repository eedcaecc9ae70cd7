/**
 * Limits the cost of a rendering on the event loop. Counts the steps of every rule instead of reading the clock, so the
 * result is deterministic, and no text, however crafted, blocks the server for more than a few milliseconds. Work that
 * cannot be counted is done by worker threads (heavy/).
 */
import { ApiError } from "../../kernel/api/errors.ts";
import { said } from "../../kernel/api/sentences.ts";

/** The text needs more work or output than any ordinary message. The sender gets the error. */
export class CannotRender extends ApiError {}

/**
 * A step takes about 50 ns, at most 100 (budget.test.ts): so no text takes more than about 10 ms. Ordinary ones take
 * one.
 */
const MAX_STEPS = 120_000;
const MAX_OUTPUT_CHARACTERS = 200_000;
/** Formulas and highlighted code cost far more per character than text; above this limit they are shown as written. */
const MAX_HEAVY_CHARACTERS = 10_000;
/** The limit on the output of formulas and highlighted code; above it they are shown as written too. */
const MAX_HEAVY_OUTPUT = 150_000;
/** Each takes a hundred characters of output. Above this limit they stay characters, which readers see just as well. */
const MAX_EMOJI = 1_000;
/** Instructions of linkifier patterns times characters, on the event loop. About 10 ns each. */
const MAX_MATCHING = 200_000;

export class Budget {
  #steps = MAX_STEPS;
  #output = MAX_OUTPUT_CHARACTERS;
  #heavy = MAX_HEAVY_CHARACTERS;
  #heavyOutput = MAX_HEAVY_OUTPUT;
  #matching = MAX_MATCHING;
  #emoji = MAX_EMOJI;

  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new CannotRender(said`The text is too complex to render.`);
  }

  get spent(): number {
    return MAX_STEPS - this.#steps;
  }

  /** Counts the output, block by block. */
  emit(characters: number): void {
    this.spend(characters >> 6);
    this.#output -= characters;
    if (this.#output < 0) throw new CannotRender(said`The rendered text is too long.`);
  }

  /** Whether a formula or code block of this length can still be rendered. */
  affords(characters: number): boolean {
    this.spend(10);
    if (characters > this.#heavy) return false;
    this.#heavy -= characters;
    return true;
  }

  /** Whether its output can be used. */
  affordsOutput(characters: number): boolean {
    if (characters > this.#heavyOutput) return false;
    this.#heavyOutput -= characters;
    return true;
  }

  /** Whether one more emoji can be rendered. */
  affordsEmoji(): boolean {
    return this.#emoji-- > 0;
  }

  /** Whether patterns can still be matched here; otherwise a worker does it. */
  affordsMatching(cost: number): boolean {
    if (cost > this.#matching) return false;
    this.#matching -= cost;
    return true;
  }
}
