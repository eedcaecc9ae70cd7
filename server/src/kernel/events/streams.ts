/** The streams of this process: opened, rechecked while they last, and closed with the process. */
import { ApiError } from "../api/errors.ts";
import type { RealmId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import { isAnyOf } from "../db/dialect.ts";
import type { Database, Db } from "../db/handles.ts";
import { endingOf, endings } from "./endings.ts";
import type { Attended, Queues } from "./queues.ts";
import { type Outlet, Stream } from "./stream.ts";

/** How long it may take until a revoked key or an ended session ends its streams. */
const RECHECK_MS = 5000;
/** A session may expire without any change. */
const RECHECK_ANYWAY_MS = 60_000;

export interface StreamOpening extends Attended {
  readonly outlet: Outlet;
  /** The organization's version when the client was admitted. */
  readonly version: number;
  /** Authenticates the client again and returns the current version; throws if it is no longer allowed. */
  recheck(): Promise<number>;
}

interface Admission {
  version: number;
  checkedAtMs: number;
  recheck(): Promise<number>;
}

export interface StreamsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly queues: Queues;
  onError(error: unknown): void;
}

export class Streams {
  readonly #options: StreamsOptions;
  readonly #admissions = new Map<Stream, Admission>();
  #stopChecking: (() => void) | undefined;
  #checking: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#admissions.size;
  }

  /** Sends the queue's events to the outlet from now on. */
  open({ queue, after, outlet, version, recheck }: StreamOpening): Stream {
    const { queues, clock, onError } = this.#options;
    const onEnd = (ended: Stream) => void this.#admissions.delete(ended);
    const stream = new Stream({ queue, after, outlet, queues, clock, onEnd, onError });
    this.#admissions.set(stream, { version, checkedAtMs: clock.now(), recheck });
    stream.begin();
    if (this.#isClosing) stream.end(endings.restart);
    else this.#keepChecking();
    return stream;
  }

  /** Ends every stream, so that the process can end; the queues stay. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopChecking?.();
    for (const stream of [...this.#admissions.keys()]) stream.end(endings.restart);
    await this.#checking;
  }

  #keepChecking(): void {
    this.#stopChecking ??= this.#options.clock.after(RECHECK_MS, () => {
      this.#checking = this.#check()
        .catch(this.#options.onError)
        .then(() => {
          this.#stopChecking = undefined;
          if (this.#admissions.size > 0 && !this.#isClosing) this.#keepChecking();
        });
    });
  }

  /** Compares versions once; only clients admitted at another version are authenticated again. */
  async #check(): Promise<void> {
    const { database, clock, onError } = this.#options;
    const realmIds = new Set([...this.#admissions.keys()].map(({ queue }) => queue.realmId));
    const versions = await versionsOf(database.reader, [...realmIds]);
    for (const [stream, admission] of [...this.#admissions]) {
      const isSame = versions.get(stream.queue.realmId) === admission.version;
      if (isSame && clock.now() - admission.checkedAtMs < RECHECK_ANYWAY_MS) continue;
      try {
        admission.version = await admission.recheck();
        admission.checkedAtMs = clock.now();
      } catch (error) {
        if (error instanceof ApiError) stream.end(endingOf(error));
        else onError(error);
      }
    }
  }
}

async function versionsOf(db: Db, realmIds: readonly RealmId[]): Promise<Map<RealmId, number>> {
  if (realmIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("realm")
    .select(["id", "version"])
    .where(isAnyOf(db, "id", realmIds))
    .where("is_active", "=", true)
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}
