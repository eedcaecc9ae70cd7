/**
 * Holds SQLite's write-ahead log until it is shipped, and copies what is shipped into the database.
 *
 * One read transaction is always open. SQLite does not begin the log anew while a reader uses it, and does not copy the log
 * into the database beyond what the oldest reader sees. A new reader is opened before the old one ends, and the old one ends
 * only when everything that the new one sees has been shipped. So no process can overwrite a frame that was not shipped; and
 * if a frame is ever missing, the salts and checksums of the log show it, and a new generation begins.
 */
import type { DatabaseSync } from "node:sqlite";
import { beginReading, LogConnections } from "./connections.ts";
import { BrokenLog, type FollowedLog, type LogPlace, TOO_LONG } from "./followed-log.ts";

/** Under constant writing the log never ends by itself; when it is so many times as long as is worthwhile, writers wait for its last part. */
const LONG = 4;

/** Counted in pages. */
interface LogLengths {
  /** From how many on the log is copied into the database. */
  readonly worthwhilePages: number;
  readonly mostPages: number;
}

/** Ships everything that was noticed. */
type ShipNoticed = () => Promise<void>;

export class HeldLog {
  readonly #log: FollowedLog;
  readonly #connections: LogConnections;
  readonly #worthwhilePages: number;
  readonly #mostPages: number;
  #reader: DatabaseSync | undefined;
  /** Takes over when what it sees is shipped. */
  #next: DatabaseSync | undefined;

  constructor(log: FollowedLog, databaseFile: string, { worthwhilePages, mostPages }: LogLengths) {
    this.#log = log;
    this.#connections = new LogConnections(databaseFile, worthwhilePages);
    this.#worthwhilePages = worthwhilePages;
    this.#mostPages = mostPages;
  }

  get isHeld(): boolean {
    return this.#reader !== undefined;
  }

  /** Opens a reader at a known place of the log: nobody writes meanwhile. */
  capture(): { reader: DatabaseSync; place: LogPlace } {
    const reader = this.#connections.idleReader();
    try {
      this.#connections.lock();
      try {
        this.#log.observe();
        beginReading(reader);
        const { log: frame } = this.#connections.progress();
        return { reader, place: this.#log.placeAt(frame, this.#connections.pageBytes()) };
      } finally {
        this.#connections.unlock();
      }
    } catch (error) {
      this.#connections.release(reader);
      throw error;
    }
  }

  /** Copies the log into the database, as far as it is shipped. */
  async checkpoint(ship: ShipNoticed): Promise<void> {
    const before = this.#connections.progress();
    if (before.log - before.checkpointed < this.#worthwhilePages) return;
    await this.#advance(ship);
    const { log, checkpointed } = this.#connections.checkpoint();
    // Everything is in the database: with a reader that needs nothing of the log, the next commit begins it anew.
    if (checkpointed === log) return this.#advance(ship);
    if (log <= LONG * this.#worthwhilePages) return;
    await this.#advance(ship);
    if (!(await this.#endRun(ship)) && log > this.#mostPages) throw new BrokenLog(TOO_LONG);
  }

  /** Without a generation nothing has to wait, and the log is kept short. */
  checkpointFreely(): void {
    this.#connections.free.look();
  }

  /** A newer reader takes over when everything that it sees is shipped. */
  async #advance(ship: ShipNoticed): Promise<void> {
    const next = this.#connections.idleReader();
    this.#next = next;
    try {
      beginReading(next);
      this.#log.observe();
      await ship();
    } catch (error) {
      this.#dropNext();
      throw error;
    }
    if (this.#next !== next) throw new BrokenLog("The log was let go while it was shipped.");
    this.#next = undefined;
    this.keep(next);
  }

  /**
   * Under constant writing: writers wait while the last part is copied. It is shipped from memory afterwards. Returns false if too much
   * is not shipped yet.
   */
  async #endRun(ship: ShipNoticed): Promise<boolean> {
    try {
      this.#connections.lock();
    } catch {
      return true;
    }
    try {
      this.#log.observe();
      if (!this.#log.carry()) return false;
      this.#hold();
      const { log, checkpointed } = this.#connections.checkpoint();
      if (log === checkpointed) this.#hold();
    } finally {
      this.#connections.unlock();
    }
    await ship();
    return true;
  }

  /** A reader of the newest state replaces the one before. */
  #hold(): void {
    const reader = this.#connections.idleReader();
    try {
      beginReading(reader);
    } catch (error) {
      this.#connections.release(reader);
      throw error;
    }
    this.keep(reader);
  }

  /** This reader replaces the one before. */
  keep(reader: DatabaseSync): void {
    if (this.#reader) this.#connections.release(this.#reader);
    this.#reader = reader;
  }

  /** For a reader that was captured and is not kept. */
  release(reader: DatabaseSync): void {
    this.#connections.release(reader);
  }

  #dropNext(): void {
    if (this.#next) this.#connections.release(this.#next);
    this.#next = undefined;
  }

  /** The log may begin anew, whatever is shipped of it, and whatever is being shipped. */
  letGo(): void {
    this.#dropNext();
    if (this.#reader) this.#connections.release(this.#reader);
    this.#reader = undefined;
  }

  close(): void {
    this.#reader?.close();
    this.#next?.close();
    this.#connections.close();
  }
}
