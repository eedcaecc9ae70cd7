/**
 * Events received since a request was sent. The response may be older or newer than they are, so they are applied again
 * to its messages, and nothing is overwritten by an older version.
 */
import type { ServerEvent } from "../types.ts";
import { idsIn, messageIn } from "./changes.ts";

export class Journal {
  #events: ServerEvent[] = [];
  #readings = 0;
  #resets = 0;

  get isRead(): boolean {
    return this.#readings > 0;
  }

  note(events: readonly ServerEvent[]): void {
    if (this.#readings > 0) this.#events.push(...events);
  }

  /** Events were missed: pending requests are out of date. */
  reset(): void {
    this.#resets++;
  }

  /** Call before sending a request; the caller must call `end`. */
  begin(): JournalReading {
    const [start, resets] = [this.#events.length, this.#resets];
    this.#readings++;
    return {
      events: () => this.#events.slice(start),
      isOutdated: () => this.#resets !== resets,
      end: () => {
        if (--this.#readings === 0) this.#events = [];
      },
    };
  }
}

export interface JournalReading {
  /** Received since it began. */
  events(): readonly ServerEvent[];
  /** Whether a new snapshot has arrived since it began. */
  isOutdated(): boolean;
  end(): void;
}

/** The messages that were sent or changed. */
export function touchedBy(events: readonly ServerEvent[]): Set<number> {
  const touched = new Set<number>();
  for (const event of events) {
    const sent = messageIn(event);
    if (sent) touched.add(sent.id);
    const ids = idsIn(event);
    if (ids !== "any") for (const id of ids) touched.add(id);
  }
  return touched;
}
