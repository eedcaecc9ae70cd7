/**
 * Limits how many requests of one caller run at once. Further ones wait, and one starts in each turn of the event loop:
 * a caller that sends a thousand at once waits for them, without affecting others (decision 068). Large bodies are
 * the exception: only so many of a caller's wait, because what has arrived of them is in memory.
 */
import type { Socket } from "node:net";

/** The cost of an operation: always cheap, or depending on the request, for reading or changing. */
export type Weight = "light" | "heavy" | "heavy change";

/**
 * More light ones than a client sends at once; of heavy ones a second may start while the first waits for the database,
 * but not for changes, which block everyone's changes.
 */
const AT_ONCE: Readonly<Record<Weight, number>> = { light: 16, heavy: 2, "heavy change": 1 };

/** An account, or the IP address without one. */
type CallerKey = string | number;

interface Crowd {
  count: number;
  readonly waiting: (() => void)[];
}

/** Places for requests of one weight. */
export class RequestSlots {
  readonly #atOnce: number;
  readonly #crowds = new Map<CallerKey, Crowd>();

  constructor(weight: Weight) {
    this.#atOnce = AT_ONCE[weight];
  }

  /** Undefined if a slot is free; otherwise waits. Each slot must be released. */
  enter(key: CallerKey): Promise<void> | undefined {
    const crowd = this.#crowds.get(key);
    if (!crowd) this.#crowds.set(key, { count: 1, waiting: [] });
    else if (crowd.count >= this.#atOnce) return new Promise((resolve) => crowd.waiting.push(resolve));
    else crowd.count++;
    return letsOthersGoFirst(key) ? new Promise(beginInTurn) : undefined;
  }

  leave(key: CallerKey): void {
    const crowd = this.#crowds.get(key);
    if (!crowd) return;
    const next = crowd.waiting.shift();
    if (next) beginInTurn(next);
    else if (--crowd.count === 0) this.#crowds.delete(key);
  }
}

/** Counts each caller's requests that wait for something. */
class WaitingRequests {
  readonly #counts = new Map<CallerKey, number>();

  of(key: CallerKey): number {
    return this.#counts.get(key) ?? 0;
  }

  async during(key: CallerKey, wait: () => Promise<void> | undefined): Promise<void> {
    this.#counts.set(key, this.of(key) + 1);
    try {
      await wait();
    } finally {
      const left = this.of(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }
}

/** Those of a server, whichever way its requests come in. */
export type PlacesByWeight = Readonly<Record<Weight, RequestSlots>> & { readonly largeBodies: WaitingRequests };

export const newPlaces = (): PlacesByWeight => ({
  light: new RequestSlots("light"),
  heavy: new RequestSlots("heavy"),
  "heavy change": new RequestSlots("heavy change"),
  largeBodies: new WaitingRequests(),
});

const ready: (() => void)[] = [];

function beginNext(): void {
  ready.shift()?.();
  if (ready.length > 0) setImmediate(beginNext);
}

function beginInTurn(begin: () => void): void {
  if (ready.push(begin) === 1) setImmediate(beginNext);
}

/** Requests that arrive together run in one turn, unless that takes longer than this. */
const LONG_TURN_MS = 10;

const turn: { begunAt: number | undefined; readonly callers: Set<CallerKey> } = {
  begunAt: undefined,
  callers: new Set(),
};

function endTurn(): void {
  turn.begunAt = undefined;
  turn.callers.clear();
}

/** In a long turn, each caller starts only one request. */
function letsOthersGoFirst(key: CallerKey): boolean {
  const now = performance.now();
  if (turn.begunAt === undefined) {
    turn.begunAt = now;
    setImmediate(endTurn);
  }
  if (turn.callers.has(key)) return now - turn.begunAt > LONG_TURN_MS;
  turn.callers.add(key);
  return false;
}

/** The place of one request, left once. */
export class RequestSlot {
  readonly #places: RequestSlots;
  readonly #key: CallerKey;
  #isLeft = false;
  #socket: Socket | undefined;
  #whenLeft: (() => void) | undefined;
  readonly #gone = () => this.leave();

  constructor(places: RequestSlots, key: CallerKey) {
    this.#places = places;
    this.#key = key;
  }

  leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.#socket?.off("close", this.#gone);
    this.#places.leave(this.#key);
    this.#whenLeft?.();
  }

  /** Called once, and immediately if it is left already. */
  whenLeft(call: () => void): void {
    if (this.#isLeft) call();
    else this.#whenLeft = call;
  }

  /** Where the client decides when the request ends, it may just disconnect. */
  leaveWith(socket: Socket): void {
    this.#socket ??= socket.once("close", this.#gone);
  }
}
