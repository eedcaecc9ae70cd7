/**
 * What one rendering may cost. Every step of every rule is counted, so that no text, however it was contrived, holds
 * up the server: it is rendered or refused within the budget.
 */
import { ApiError } from "../api/errors.ts";

/** The text asks for more work or more output than any honest message does. Whoever sent it is told so. */
export class CannotRender extends ApiError {}

const MAX_STEPS = 5_000_000;
const MAX_MILLISECONDS = 1_000;
const STEPS_BETWEEN_CLOCK_READINGS = 10_000;
export const MAX_OUTPUT_CHARACTERS = 1_000_000;
/** Formulas and highlighted code cost far more per character than text; past this they are shown as written. */
const MAX_HEAVY_CHARACTERS = 10_000;

export class Budget {
  #steps = MAX_STEPS;
  #untilClock = STEPS_BETWEEN_CLOCK_READINGS;
  #output = MAX_OUTPUT_CHARACTERS;
  #heavy = MAX_HEAVY_CHARACTERS;
  readonly #deadline = performance.now() + MAX_MILLISECONDS;

  spend(steps: number): void {
    this.#steps -= steps;
    this.#untilClock -= steps;
    if (this.#steps < 0) throw new CannotRender("The text is too complex to render.");
    if (this.#untilClock < 0) {
      this.#untilClock = STEPS_BETWEEN_CLOCK_READINGS;
      this.ensureTime();
    }
  }

  /** Before a step of which nobody knows how long it takes. */
  ensureTime(): void {
    if (this.late()) throw new CannotRender("The text takes too long to render.");
  }

  /** Counts what goes into the answer, block by block. */
  emit(characters: number): void {
    this.#output -= characters;
    if (this.#output < 0) throw new CannotRender("The rendered text is too long.");
  }

  /** Whether a formula or a block of code of this length may still be worked on. */
  affords(characters: number): boolean {
    if (characters > this.#heavy || this.late()) return false;
    this.#heavy -= characters;
    return true;
  }

  late(): boolean {
    return performance.now() > this.#deadline;
  }
}
