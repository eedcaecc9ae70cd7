/** Asks the worker that tries linkifiers: one question at a time, of several waiting ones only the last. */
import type { FromTrialWorker, TrialAnswer, TrialQuestion } from "./trial-words.ts";

/** The parts of a worker that are needed. */
export interface TrialWorker {
  postMessage(question: TrialQuestion): void;
  terminate(): void;
  onmessage: ((event: { readonly data: FromTrialWorker }) => void) | null;
  onerror: (() => void) | null;
}

export type TrialOutcome =
  | { readonly kind: "answered"; readonly answer: TrialAnswer }
  /** Stopped, because it took too long. */
  | { readonly kind: "stopped" }
  /** The worker could not be loaded. */
  | { readonly kind: "failed" };

/** Far longer than any pattern for ticket numbers takes. */
const LONGEST_MS = 1000;

export class Trial {
  readonly #start: () => TrialWorker;
  readonly #tell: (outcome: TrialOutcome) => void;
  readonly #longestMs: number;
  #worker: TrialWorker | undefined;
  #isReady = false;
  #isBusy = false;
  #next: TrialQuestion | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: () => TrialWorker, tell: (outcome: TrialOutcome) => void, longestMs = LONGEST_MS) {
    this.#start = start;
    this.#tell = tell;
    this.#longestMs = longestMs;
  }

  ask(question: TrialQuestion): void {
    this.#next = question;
    this.#worker ??= this.#begin();
    this.#send();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isReady = false;
    this.#isBusy = false;
    this.#next = undefined;
  }

  #begin(): TrialWorker {
    const worker = this.#start();
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      if (data === "ready") this.#isReady = true;
      else this.#answered(data);
      this.#send();
    };
    worker.onerror = () => {
      if (worker !== this.#worker) return;
      this.stop();
      this.#tell({ kind: "failed" });
    };
    return worker;
  }

  #send(): void {
    if (!this.#isReady || this.#isBusy || !this.#next) return;
    this.#isBusy = true;
    this.#worker?.postMessage(this.#next);
    this.#next = undefined;
    this.#timer = setTimeout(() => this.#giveUp(), this.#longestMs);
  }

  #answered(answer: TrialAnswer): void {
    clearTimeout(this.#timer);
    this.#isBusy = false;
    this.#tell({ kind: "answered", answer });
  }

  /** What waits is tried by a new worker: it may be a better pattern. */
  #giveUp(): void {
    const waiting = this.#next;
    this.stop();
    this.#tell({ kind: "stopped" });
    if (waiting) this.ask(waiting);
  }
}
