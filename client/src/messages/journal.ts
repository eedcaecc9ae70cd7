/**
 * What has been heard since a request was sent. Its answer may be older than that or newer: events are applied again to what
 * it brings, so that nothing older ever stands in the place of something newer.
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

  /** Events were missed: whatever has been asked is out of date. */
  reset(): void {
    this.#resets++;
  }

  /** Begins before a request is sent; must be ended. */
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
  /** Heard since it began. */
  events(): readonly ServerEvent[];
  /** Whether a new snapshot has come since it began. */
  isOutdated(): boolean;
  end(): void;
}

/** The messages that came or were changed. */
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
