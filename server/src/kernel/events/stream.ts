/**
 * An event stream: sends events immediately, for as long as the client reads.
 *
 * The queue is the only buffer. When the connection is full, nothing is read from the queue until it has drained; the
 * queue's cache gives up after a hundred events, and the rest is read from the log later.
 *
 * Sending is not acknowledging: the client says what it has received, or reconnects from there.
 */
import type { Clock } from "../clock.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { Steps } from "../steps.ts";
import { endingOf, endings, type StreamEnding } from "./endings.ts";
import { BadEventQueueId } from "./errors.ts";
import type { Frame } from "./frames.ts";
import type { Queue } from "./queue.ts";
import type { Attended, Queues } from "./queues.ts";

/** The connection of a stream. */
export interface Outlet {
  /** Sends; false if nothing more should be sent until `onDrain`. */
  send(frames: readonly Frame[]): boolean;
  /** Called on every heartbeat: false if the client has not responded since the last one. */
  isAlive(): boolean;
  /** Sends the reason if possible, and closes. */
  close(ending: StreamEnding): void;
}

export interface StreamOptions extends Attended {
  readonly queues: Queues;
  readonly clock: Clock;
  readonly outlet: Outlet;
  onEnd(stream: Stream): void;
  onError(error: unknown): void;
}

/** How much is written before checking for backpressure. */
const BATCH_CHARACTERS = 32_768;
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000;
/** How soon reading the log is retried. */
const RETRY_MS = 1000;
/**
 * Unacknowledged events stay in the log. A client that never acknowledges is asked to reconnect after this time, or
 * after this many events.
 */
const UNACKNOWLEDGED_MS = 10 * 60_000;
const UNACKNOWLEDGED_EVENTS = 10_000;

export class Stream {
  readonly queue: Queue;
  readonly #options: StreamOptions;
  readonly #heartbeatMs: number;
  /** The newest id that was sent. */
  #sent: number;
  #wroteAtMs: number;
  /** An upper bound of the events sent but not acknowledged. */
  #unacknowledged = 0;
  #unacknowledgedSinceMs: number;
  #mark = { id: 0, sentSince: 0 };
  #isFull = false;
  #isReading = false;
  #isAwake = false;
  #isOver = false;
  readonly #steps = new Steps();
  #stopHeartbeat = () => {};
  #stopPatience = () => {};
  #stopRetrying = () => {};

  constructor(options: StreamOptions) {
    const { queue, after, queues, clock } = options;
    this.#options = options;
    this.queue = queue;
    this.#sent = after;
    this.#heartbeatMs = queues.heartbeatMs();
    this.#wroteAtMs = clock.now();
    this.#unacknowledgedSinceMs = clock.now();
  }

  begin(): void {
    this.queue.takeOver(this.#giveWay);
    this.#awaitSilence(this.#heartbeatMs);
    this.#wake();
  }

  /** Acknowledges everything up to this id; false if it was never sent. */
  acknowledge(id: number): boolean {
    if (this.#isOver) return true;
    if (id > this.#sent) return false;
    this.queue.acknowledge(id);
    if (id >= this.#mark.id) {
      this.#unacknowledged = this.#mark.sentSince;
      this.#unacknowledgedSinceMs = this.#options.clock.now();
      this.#mark = { id: this.#sent, sentSince: 0 };
    }
    return true;
  }

  /** The connection has drained. */
  drained(): void {
    if (!this.#isFull) return;
    this.#isFull = false;
    this.#stopPatience();
    this.#wake();
  }

  end(ending: StreamEnding): void {
    if (this.#isOver) return;
    this.closed();
    this.#options.outlet.close(ending);
  }

  /** The connection is closed. The queue stays for the client to return. */
  closed(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopHeartbeat();
    this.#stopPatience();
    this.#stopRetrying();
    const { queue } = this;
    queue.release(this.#wake);
    queue.leave(this.#giveWay);
    queue.lastSeenMs = this.#options.clock.now();
    queue.isDirty = true;
    this.#options.onEnd(this);
  }

  readonly #giveWay = (): void => this.end(endings.replaced);

  /** Something changed in the queue. Events are sent immediately. */
  readonly #wake = (): void => {
    this.#isAwake = true;
    if (!this.#isReading) queueMicrotask(() => void this.#read());
  };

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isAwake && !this.#isOver && !this.#isFull) {
        this.#isAwake = false;
        await this.#sendAll();
      }
    } catch (error) {
      this.#options.onError(error);
      // The events stay in the log: the stream continues when it can be read again.
      if (error instanceof DatabaseUnavailable) this.#tryLater();
      else this.end(endings.failed);
    } finally {
      this.#isReading = false;
    }
  }

  #tryLater(): void {
    if (this.#isOver) return;
    this.#stopRetrying();
    this.#stopRetrying = this.#options.clock.after(RETRY_MS, this.#wake);
  }

  /** Sends until the connection is full or nothing is left. */
  async #sendAll(): Promise<void> {
    const { queue } = this;
    while (!this.#isOver && !this.#isFull) {
      if (queue.isEnded) return this.end(endingOf(new BadEventQueueId({ queue_id: queue.queueId })));
      const frames = queue.holdsAfter(this.#sent) ? queue.frames : await this.#missed();
      const fresh = frames.filter((frame) => frame.id > this.#sent);
      if (fresh.length > 0) this.#send(fresh);
      // The cache was dropped while the log was read: waiting now would miss events.
      else if (queue.isWarm) {
        if (!this.#isOver) queue.hold(this.#wake);
        return;
      }
    }
  }

  async #missed(): Promise<readonly Frame[]> {
    // A client that has missed much reads as fast as it can: others have their turn in between.
    await this.#steps.pause();
    return this.#options.queues.missedSince(this.queue, this.#sent);
  }

  #send(frames: readonly Frame[]): void {
    const { outlet, clock } = this.#options;
    for (let start = 0; start < frames.length && !this.#isFull && !this.#isOver; ) {
      const batch = nextBatch(frames, start);
      start += batch.length;
      this.#isFull = !outlet.send(batch);
      this.#sent = (batch.at(-1) as Frame).id;
      this.#unacknowledged += batch.length;
      this.#mark.sentSince += batch.length;
    }
    this.#wroteAtMs = clock.now();
    this.queue.handOut(this.#sent);
    if (this.#isFull) this.#stopPatience = clock.after(STALLED_MS, () => this.end(endings.tooSlow));
    if (this.#unacknowledged >= UNACKNOWLEDGED_EVENTS) this.end(endings.renew);
  }

  #awaitSilence(ms: number): void {
    this.#stopHeartbeat = this.#options.clock.after(ms, () => this.#beat());
  }

  #beat(): void {
    const { clock, outlet, queues } = this.#options;
    const now = clock.now();
    const silentMs = now - this.#wroteAtMs;
    const isSilent = silentMs >= this.#heartbeatMs;
    if (now - this.#unacknowledgedSinceMs >= UNACKNOWLEDGED_MS) this.end(endings.renew);
    else if (isSilent && !outlet.isAlive()) this.end(endings.tooSlow);
    else {
      if (isSilent && !this.#isFull) queues.heartbeat(this.queue);
      this.#awaitSilence(isSilent ? this.#heartbeatMs : this.#heartbeatMs - silentMs);
    }
  }
}

/** A reasonable packet, with at least one event. */
function nextBatch(frames: readonly Frame[], start: number): readonly Frame[] {
  let end = start;
  for (let size = 0; end < frames.length && size < BATCH_CHARACTERS; end++) size += (frames[end] as Frame).text.length;
  return frames.slice(start, end);
}
