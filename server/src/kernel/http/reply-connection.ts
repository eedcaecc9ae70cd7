/** Whether the client is still there, for a handler that waits. */
import type { Connection } from "../events/queues.ts";
import type { Incoming, Outgoing } from "./incoming.ts";

/**
 * The request's own signal would not do: it ends with the request's body, before a form's handler begins; and it costs
 * more than the rest of a poll.
 */
export class ReplyConnection implements Connection {
  readonly #request: Incoming;
  readonly #raw: Outgoing["raw"];

  constructor(request: Incoming, { raw }: Outgoing) {
    this.#request = request;
    this.#raw = raw;
  }
  waits(): void {
    this.#request.place?.leave();
  }
  get isClosed(): boolean {
    return this.#raw.destroyed;
  }
  onClose(call: () => void): void {
    this.#raw.once("close", call);
  }
}
