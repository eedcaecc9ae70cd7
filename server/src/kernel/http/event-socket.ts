/** Events over a WebSocket: `{"events": [...]}` to the client, `{"last_event_id": n}` back. */
import type { RawData, WebSocket } from "ws";
import { endings, type StreamEnding } from "../events/endings.ts";
import type { Frame } from "../events/frames.ts";
import type { Outlet, Stream } from "../events/stream.ts";

/** With more than this unsent, sending pauses until half of it is gone. */
const FULL_BYTES = 131_072;
/** A client that does not answer the close is disconnected. */
const GOODBYE_MS = 2000;

/** The close code for endings without their own: the client did something that is not allowed. */
const POLICY = 1008;
const CLOSE_CODES: Readonly<Record<string, number>> = {
  INTERNAL_SERVER_ERROR: 1011,
  STREAM_RESTART: 1012,
  STREAM_RENEW: 4000,
  STREAM_REPLACED: 4001,
  UNAUTHORIZED: 4003,
  BAD_EVENT_QUEUE_ID: 4004,
};

export class EventSocket implements Outlet {
  readonly #socket: WebSocket;
  #stream: Stream | undefined;
  #hasAnswered = true;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  connect(stream: Stream): void {
    const socket = this.#socket;
    this.#stream = stream;
    socket.on("close", () => stream.closed());
    // Malformed and oversized frames are closed by the library with its own code.
    socket.on("error", () => {});
    socket.on("pong", () => {
      this.#hasAnswered = true;
    });
    socket.on("message", (data, isBinary) => this.#hear(stream, data, isBinary));
    if (socket.readyState !== socket.OPEN) stream.closed();
  }

  send(frames: readonly Frame[]): boolean {
    const socket = this.#socket;
    // While it closes, nothing piles up, and everything in the log would seem to fit.
    if (socket.readyState !== socket.OPEN) return false;
    socket.send(`{"events":[${frames.map(({ text }) => text).join()}]}`, (error) => {
      if (!error && socket.bufferedAmount < FULL_BYTES / 2) this.#stream?.drained();
    });
    return socket.bufferedAmount < FULL_BYTES;
  }

  isAlive(): boolean {
    if (!this.#hasAnswered) return false;
    this.#hasAnswered = false;
    this.#socket.ping();
    return true;
  }

  close(ending: StreamEnding): void {
    const socket = this.#socket;
    if (ending === endings.tooSlow) {
      socket.terminate();
      return;
    }
    socket.send(JSON.stringify({ close: ending }), () => {});
    socket.close(CLOSE_CODES[ending.code] ?? POLICY, ending.code);
    const cutOff = setTimeout(() => socket.terminate(), GOODBYE_MS);
    socket.once("close", () => clearTimeout(cutOff));
  }

  #hear(stream: Stream, data: RawData, isBinary: boolean): void {
    this.#hasAnswered = true;
    const id = isBinary ? undefined : acknowledgedBy(String(data));
    if (id === undefined) stream.end({ code: "BAD_REQUEST", msg: 'Clients may only send {"last_event_id": n}.' });
    else if (!stream.acknowledge(id)) stream.end({ code: "BAD_REQUEST", msg: `Event ${id} was not in this queue` });
  }
}

function acknowledgedBy(text: string): number | undefined {
  try {
    const { last_event_id } = JSON.parse(text) as { last_event_id?: unknown };
    return Number.isSafeInteger(last_event_id) ? (last_event_id as number) : undefined;
  } catch {
    return undefined;
  }
}
