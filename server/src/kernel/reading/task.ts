/** What a reading thread is asked, and what it answers. Both are copied between threads. */
import type { Dialect } from "../api/dialect.ts";
import type { RealmId, SessionId, UserId } from "../api/ids.ts";
import type { RawParameters } from "../api/index.ts";
import type { Config } from "../config.ts";

/** Of PostgreSQL; of SQLite as many as are needed. */
export const CONNECTIONS_OF_THREAD = 4;

/** What a thread is started with. */
export interface ReadingThreadData {
  readonly config: Config;
  /** The external URL, for a server whose port has been chosen by the system. */
  readonly url: string;
  readonly checked: boolean;
}

/** A request that has passed everything up to its parameters. */
export interface ReadingTask {
  /** The operation, as in `GET /messages`. */
  readonly operation: string;
  readonly realmId: RealmId;
  /** The organization's version when the caller was identified. */
  readonly version: number;
  /** Null for a visitor. */
  readonly userId: UserId | null;
  readonly session: SessionId | undefined;
  readonly sent: RawParameters;
  readonly path: RawParameters;
  readonly now: number;
  readonly client: string;
  readonly dialect: Dialect;
  readonly userAgent: string;
  readonly ip: string;
  readonly mayCompress: boolean;
}

/** The bytes of a response. */
export interface ReadAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isCompressed: boolean;
  /** Before compression. */
  readonly characters: number;
}

export interface ToReadingThread {
  readonly number: number;
  readonly task: ReadingTask;
}

/** As in `DatabaseUnavailable`, whose class is lost between threads. */
export interface Unavailable {
  readonly sentence: string;
  readonly retryAfterSeconds: number;
}

/**
 * Without an answer, the request is handled where it came from: it is refused there, or succeeds. Not if the database is
 * unavailable, because the event loop would wait for it too.
 */
export interface ReadOutcome {
  readonly answer?: ReadAnswer | undefined;
  readonly unavailable?: Unavailable | undefined;
}

export type FromReadingThread = "ready" | (ReadOutcome & { readonly number: number });

export const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`;
