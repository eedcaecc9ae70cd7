/**
 * Limits how many requests wait for their responses on one connection. A read of 64 KiB may hold a thousand, and all of them
 * would be processed before anyone else's.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Clients of HTTP/1.1 send one after the other; the few that do not send some. */
const MOST_UNANSWERED = 64;

const unanswered = new WeakMap<Socket, number>();

/** False if there are too many; the connection is closed then. */
export function isAdmitted({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const count = (unanswered.get(socket) ?? 0) + 1;
  if (count > MOST_UNANSWERED) {
    socket.destroy();
    return false;
  }
  unanswered.set(socket, count);
  response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return true;
}
