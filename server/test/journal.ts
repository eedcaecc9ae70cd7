/**
 * Keeps everything that was committed to the logs of a server's organizations for the length of a test; the server
 * itself prunes its logs soon.
 */
import type { RealmId } from "../src/kernel/api/ids.ts";
import type { App } from "../src/kernel/context.ts";
import { type LogEntry, pagesBetween } from "../src/kernel/events/log.ts";

interface Range {
  readonly after: number;
  readonly upto: number;
}

export class Journal {
  readonly #realms = new Map<RealmId, Map<number, LogEntry>>();

  /** Records what this process commits from now on, before listeners are notified. */
  attach({ hub }: App): void {
    const committed = hub.committed.bind(hub);
    hub.committed = (realmId, entries) => {
      const noted = this.#realms.get(realmId) ?? new Map<number, LogEntry>();
      for (const entry of entries) noted.set(entry.position, entry);
      this.#realms.set(realmId, noted);
      return committed(realmId, entries);
    };
  }

  /** The entries in order; `undefined` when some are in neither the journal nor the log. */
  async entries({ database }: App, realmId: RealmId, { after, upto }: Range): Promise<LogEntry[] | undefined> {
    const noted = this.#realms.get(realmId);
    const positions = Array.from({ length: upto - after }, (_, n) => after + 1 + n);
    const isComplete = positions.every((position) => noted?.has(position));
    // The command line and other nodes write to the log without this process.
    const logged = isComplete
      ? []
      : (await Array.fromAsync(pagesBetween(database.reader, realmId, { after, upto }))).flat();
    const known = new Map([...logged.map((entry) => [entry.position, entry] as const), ...(noted ?? [])]);
    const entries = positions.flatMap((position) => known.get(position) ?? []);
    return entries.length === positions.length ? entries : undefined;
  }

  forget(realmId: RealmId): void {
    this.#realms.delete(realmId);
  }
}
