/**
 * Limits how many requests wait for their responses on one connection. A read of 64 KiB may hold a thousand, and all of them
 * would be processed before anyone else's.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Clients of HTTP/1.1 send one after the other; the few that do not send some. */
const MOST_UNANSWERED = 64;

interface Waiting {
  last: ServerResponse;
  count: number;
}

const waiting = new WeakMap<Socket, Waiting>();

/** False if there are too many; the connection is closed then. */
export function isAdmitted({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const former = waiting.get(socket);
  if (!former) {
    waiting.set(socket, { last: response, count: 1 });
    return true;
  }
  // Responses are sent in order: with the last one, all are.
  former.count = former.last.writableFinished ? 1 : former.count + 1;
  former.last = response;
  if (former.count <= MOST_UNANSWERED) return true;
  socket.destroy();
  return false;
}
