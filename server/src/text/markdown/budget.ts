/**
 * What one rendering may cost on the event loop. Every step of every rule is counted and no clock is read, so a text that
 * is rendered once is rendered always, and no text, however it was contrived, holds up the server for more than a few
 * milliseconds. What cannot be counted is done by worker threads (heavy/).
 */
import { ApiError } from "../../kernel/api/errors.ts";

/** The text asks for more work or more output than any honest message does. The sender is told so. */
export class CannotRender extends ApiError {}

/** A step takes about 50 ns, 100 at most (budget.test.ts): no text takes more than about 10 ms. Honest ones take one. */
const MAX_STEPS = 120_000;
const MAX_OUTPUT_CHARACTERS = 200_000;
/** Formulas and highlighted code cost far more per character than text; past this they are shown as written. */
const MAX_HEAVY_CHARACTERS = 10_000;
/** So much of the output may be formulas and highlighted code; past this, too, they are shown as written. */
const MAX_HEAVY_OUTPUT = 150_000;
/** Each takes a hundred characters of output. Past this they stay as they were written, which readers see just as well. */
const MAX_EMOJI = 1_000;
/** Instructions of linkifiers' patterns times characters, on the event loop. About 10 ns each. */
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
    if (this.#steps < 0) throw new CannotRender("The text is too complex to render.");
  }

  get spent(): number {
    return MAX_STEPS - this.#steps;
  }

  /** Counts what goes into the answer, block by block. */
  emit(characters: number): void {
    this.spend(characters >> 6);
    this.#output -= characters;
    if (this.#output < 0) throw new CannotRender("The rendered text is too long.");
  }

  /** Whether a formula or a block of code of this length may still be worked on. */
  affords(characters: number): boolean {
    this.spend(10);
    if (characters > this.#heavy) return false;
    this.#heavy -= characters;
    return true;
  }

  /** Whether what came of it may be shown. */
  affordsOutput(characters: number): boolean {
    if (characters > this.#heavyOutput) return false;
    this.#heavyOutput -= characters;
    return true;
  }

  /** Whether one more emoji may be drawn. */
  affordsEmoji(): boolean {
    return this.#emoji-- > 0;
  }

  /** Whether patterns may still be tried here; past this a worker tries them. */
  affordsMatching(cost: number): boolean {
    if (cost > this.#matching) return false;
    this.#matching -= cost;
    return true;
  }
}
