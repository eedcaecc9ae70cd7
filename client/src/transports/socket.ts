/** Events over a WebSocket; they are acknowledged on the same connection. */
import { registration } from "@parley/server/contract";
import { ConnectionError } from "../connection.ts";
import type { ServerEvent } from "../types.ts";
import { errorOf, isRenewal, type StreamEnding } from "./ended.ts";
import { poll } from "./polling.ts";
import { SilenceTimeout } from "./silence.ts";
import type { TransportOptions } from "./transport.ts";

interface SocketFrame {
  readonly events?: readonly ServerEvent[];
  readonly close?: StreamEnding;
}

export async function* bySocket(reading: TransportOptions): AsyncGenerator<readonly ServerEvent[]> {
  const { connection, place, signal } = reading;
  // Node 20 has none of its own.
  if (!connection.hasSockets) {
    yield await poll(reading);
    return;
  }
  const socket = new SocketReader(reading);
  try {
    for (;;) {
      const frame = await socket.next();
      if (signal.aborted) return;
      if (frame?.events) {
        yield frame.events;
        socket.acknowledge(place.lastEventId);
      } else if (frame?.close) {
        if (isRenewal(frame.close)) return;
        throw errorOf(frame.close);
      } else break;
    }
  } finally {
    socket.end();
  }
  // A WebSocket that never opened does not say why. A poll does; and where only WebSockets fail, it delivers the
  // events.
  if (socket.hasOpened) throw new ConnectionError("The connection broke off.");
  yield await poll(reading);
}

/** Turns a socket's callbacks into promises. */
class SocketReader {
  hasOpened = false;
  readonly #socket: WebSocket;
  readonly #signals: readonly AbortSignal[];
  readonly #silence: SilenceTimeout;
  readonly #frames: SocketFrame[] = [];
  #isOver = false;
  #wake = () => {};

  constructor({ connection, place, signal, silenceMs, onReached }: TransportOptions) {
    this.#silence = new SilenceTimeout(silenceMs);
    this.#signals = [signal, this.#silence.signal];
    const { queueId: queue_id, lastEventId: last_event_id } = place;
    this.#socket = connection.socket(registration.openEventSocket, { queue_id, last_event_id });
    this.#socket.addEventListener("open", () => {
      this.hasOpened = true;
      onReached();
    });
    this.#socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
    this.#socket.addEventListener("close", this.#finish);
    this.#socket.addEventListener("error", this.#finish);
    for (const each of this.#signals) each.addEventListener("abort", this.#finish);
    if (signal.aborted) this.#finish();
  }

  /** Undefined once the socket has closed. */
  async next(): Promise<SocketFrame | undefined> {
    while (this.#frames.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#frames.shift();
  }

  acknowledge(last_event_id: number): void {
    if (!this.#isOver) this.#socket.send(JSON.stringify({ last_event_id }));
  }

  end(): void {
    this.#silence.end();
    this.#isOver = true;
    for (const each of this.#signals) each.removeEventListener("abort", this.#finish);
    this.#socket.close();
  }

  #receive(text: string): void {
    this.#silence.reset();
    this.#frames.push(JSON.parse(text) as SocketFrame);
    this.#wake();
  }

  readonly #finish = (): void => {
    this.#isOver = true;
    this.#wake();
  };
}
