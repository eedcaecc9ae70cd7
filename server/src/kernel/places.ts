/**
 * Limits how many run at once, in total and for each name: per reader, per site. Others wait, unless too many already
 * do; nobody waits for another name's queue.
 */
import { ApiError, said } from "./api/index.ts";

interface Room {
  readonly atOnce: number;
  readonly perName: number;
  readonly waiting: number;
  readonly waitingPerName: number;
}

interface QueuedEntry {
  readonly names: readonly string[];
  isGone(): boolean;
  enter(): void;
  refuse(error: Error): void;
}

const Crowded = () =>
  new ApiError(said`Too many requests are waiting already. Try again later.`, {
    status: 503,
    headers: { "retry-after": "30" },
  });

export class Places {
  readonly #room: Room;
  readonly #taken = new Map<string, number>();
  #total = 0;
  #waiting: readonly QueuedEntry[] = [];

  constructor(room: Room) {
    this.#room = room;
  }

  /** Resolves to a function that releases the slot. A caller that is gone by then is skipped. */
  async take(names: readonly string[], isGone = () => false): Promise<() => void> {
    if (this.#hasRoomFor(names)) this.#occupy(names);
    else await this.#wait(names, isGone);
    let isHeld = true;
    return () => {
      if (isHeld) this.#leave(names);
      isHeld = false;
    };
  }

  #wait(names: readonly string[], isGone: () => boolean): Promise<void> {
    this.#letIn();
    if (!this.#mayWait(names)) throw Crowded();
    return new Promise((enter, refuse) => {
      this.#waiting = [...this.#waiting, { names, isGone, enter, refuse }];
    });
  }

  #mayWait(names: readonly string[]): boolean {
    const { waiting, waitingPerName } = this.#room;
    const waitingAs = (name: string) => this.#waiting.filter((one) => one.names.includes(name)).length;
    return this.#waiting.length < waiting && names.every((name) => waitingAs(name) < waitingPerName);
  }

  #hasRoomFor(names: readonly string[]): boolean {
    const { atOnce, perName } = this.#room;
    return this.#total < atOnce && names.every((name) => (this.#taken.get(name) ?? 0) < perName);
  }

  #occupy(names: readonly string[]): void {
    this.#total++;
    for (const name of names) this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
  }

  #leave(names: readonly string[]): void {
    this.#total--;
    for (const name of names) {
      const left = (this.#taken.get(name) ?? 1) - 1;
      if (left > 0) this.#taken.set(name, left);
      else this.#taken.delete(name);
    }
    this.#letIn();
  }

  /** In order of arrival; a released slot may fit several that wait for different names. */
  #letIn(): void {
    const waiting: QueuedEntry[] = [];
    for (const one of this.#waiting) {
      if (one.isGone()) one.refuse(Crowded());
      else if (!this.#hasRoomFor(one.names)) waiting.push(one);
      else {
        // The slot is taken before anyone else can see it free.
        this.#occupy(one.names);
        one.enter();
      }
    }
    this.#waiting = waiting;
  }
}
