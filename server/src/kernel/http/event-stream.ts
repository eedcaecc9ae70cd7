/** A stream of Server-Sent Events. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { StreamEnding } from "../events/endings.ts";
import { endings } from "../events/endings.ts";
import type { Frame } from "../events/frames.ts";
import type { Outlet, Stream } from "../events/stream.ts";
import type { Outgoing } from "./incoming.ts";
import { isLeaving } from "./leave.ts";
import { SECURITY_HEADERS } from "./reply.ts";

/** How long browsers wait before they reconnect. */
const RETRY_MS = 3000;

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "max-age=0, no-cache, no-store, no-transform, must-revalidate, private",
  // Otherwise nginx would buffer events.
  "x-accel-buffering": "no",
  ...SECURITY_HEADERS,
};

export class EventStream implements Outlet {
  readonly #raw: ServerResponse;

  /** The answer begins with this. */
  constructor(reply: Outgoing) {
    reply.hijack();
    const headers = { ...HEADERS, ...reply.getHeaders(), ...(isLeaving(reply.server) ? { connection: "close" } : {}) };
    reply.raw.writeHead(200, headers as OutgoingHttpHeaders);
    this.#raw = reply.raw;
  }

  connect(stream: Stream): void {
    const raw = this.#raw;
    raw.on("drain", () => stream.drained());
    raw.once("close", () => stream.closed());
    // Broken connections count as closed.
    raw.on("error", () => {});
    raw.write(`retry: ${RETRY_MS}\n\n`);
    if (raw.destroyed) stream.closed();
  }

  send(frames: readonly Frame[]): boolean {
    // An event's text is one line of JSON.
    return this.#raw.write(frames.map(({ id, text }) => `id: ${id}\ndata: ${text}\n\n`).join(""));
  }

  /** Nothing comes back on this connection; the network notices when data does not arrive. */
  isAlive(): boolean {
    return !this.#raw.destroyed;
  }

  close(ending: StreamEnding): void {
    if (ending === endings.tooSlow) return void this.#raw.destroy();
    const retry = ending.retry_ms === undefined ? "" : `retry: ${ending.retry_ms}\n`;
    this.#raw.end(`${retry}event: close\ndata: ${JSON.stringify(ending)}\n\n`);
  }

  /** For HEAD requests. */
  finish(): void {
    this.#raw.end();
  }
}
