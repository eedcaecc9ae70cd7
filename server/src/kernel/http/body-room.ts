/**
 * Limits how much memory the large bodies of all callers take together. Each caller has two places for them (`places.ts`),
 * but there may be many callers. Small bodies never come here.
 */
import { ApiError, said } from "../api/index.ts";
import type { Clock } from "../clock.ts";
import { MAX_BODY_BYTES } from "./body-limits.ts";

/** 64 of the largest. They are read within seconds, so that even a hundred clients hardly wait. */
const MOST_BYTES = 64 * MAX_BODY_BYTES;
/** A client gives up after half a minute or so. */
const PATIENCE_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

interface WaitingBody {
  readonly bytes: number;
  enter(): void;
}

export class BodyRoom {
  #free = MOST_BYTES;
  readonly #waiting = new Set<WaitingBody>();

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Undefined if there is room now; otherwise waits for it. What is taken must be given back. */
  take(bytes: number, clock: Clock): Promise<void> | undefined {
    if (this.#waiting.size === 0 && bytes <= this.#free) {
      this.#free -= bytes;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const cancel = clock.after(PATIENCE_MS, () => {
        this.#waiting.delete(body);
        reject(tooManyBodies());
        this.#admit();
      });
      const body: WaitingBody = {
        bytes,
        enter() {
          cancel();
          resolve();
        },
      };
      this.#waiting.add(body);
    });
  }

  giveBack(bytes: number): void {
    this.#free += bytes;
    this.#admit();
  }

  /** In their order, so that a large one comes in too. */
  #admit(): void {
    for (const body of this.#waiting) {
      if (body.bytes > this.#free) return;
      this.#free -= body.bytes;
      this.#waiting.delete(body);
      body.enter();
    }
  }
}

/** Of this process: its memory is what is limited. */
export const bodyRoom = new BodyRoom();

const tooManyBodies = () =>
  new ApiError(said`The server is receiving too much at once. Try again in a few seconds.`, {
    code: "SERVICE_UNAVAILABLE",
    status: 503,
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
