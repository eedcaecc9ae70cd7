/** A WebSocket: events come as they happen, and what was taken is said on the same connection. */
import { registration } from "@parley/server/contract";
import { ConnectionError } from "../connection.ts";
import type { ServerEvent } from "../types.ts";
import { errorOf, isRenewal, type StreamEnding } from "./ended.ts";
import { poll } from "./polling.ts";
import { Silence } from "./stream.ts";
import type { TransportOptions } from "./transport.ts";

interface SocketFrame {
  readonly events?: readonly ServerEvent[];
  readonly close?: StreamEnding;
}

export async function* bySocket(reading: TransportOptions): AsyncGenerator<readonly ServerEvent[]> {
  const { place, signal } = reading;
  const talk = new Talk(reading);
  try {
    for (;;) {
      const said = await talk.next();
      if (signal.aborted) return;
      if (said?.events) {
        yield said.events;
        talk.acknowledge(place.lastEventId);
      } else if (said?.close) {
        if (isRenewal(said.close)) return;
        throw errorOf(said.close);
      } else break;
    }
  } finally {
    talk.end();
  }
  // Of a WebSocket that was never opened nobody says why. A poll does; and where only WebSockets fail, it helps out.
  if (talk.hasOpened) throw new ConnectionError("The connection broke off.");
  yield await poll(reading);
}

/** Turns what a socket calls into what can be waited for. */
class Talk {
  hasOpened = false;
  readonly #socket: WebSocket;
  readonly #signals: readonly AbortSignal[];
  readonly #silence: Silence;
  readonly #said: SocketFrame[] = [];
  #isOver = false;
  #wake = () => {};

  constructor({ connection, place, signal, silenceMs, onReached }: TransportOptions) {
    this.#silence = new Silence(silenceMs);
    this.#signals = [signal, this.#silence.signal];
    const { queueId: queue_id, lastEventId: last_event_id } = place;
    this.#socket = connection.socket(registration.openEventSocket, { queue_id, last_event_id });
    this.#socket.addEventListener("open", () => {
      this.hasOpened = true;
      onReached();
    });
    this.#socket.addEventListener("message", ({ data }) => this.#hear(String(data)));
    this.#socket.addEventListener("close", this.#over);
    this.#socket.addEventListener("error", this.#over);
    for (const each of this.#signals) each.addEventListener("abort", this.#over);
    if (signal.aborted) this.#over();
  }

  /** Undefined when nothing will be said any more. */
  async next(): Promise<SocketFrame | undefined> {
    while (this.#said.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#said.shift();
  }

  acknowledge(last_event_id: number): void {
    if (!this.#isOver) this.#socket.send(JSON.stringify({ last_event_id }));
  }

  end(): void {
    this.#silence.end();
    this.#isOver = true;
    for (const each of this.#signals) each.removeEventListener("abort", this.#over);
    this.#socket.close();
  }

  #hear(text: string): void {
    this.#silence.isBroken();
    this.#said.push(JSON.parse(text) as SocketFrame);
    this.#wake();
  }

  readonly #over = (): void => {
    this.#isOver = true;
    this.#wake();
  };
}
