/**
 * Limits how many requests wait for their responses on one connection. A read of 64 KiB may hold a thousand, and all of them
 * would be processed before anyone else's.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Nearly all HTTP/1.1 clients send one request after the other. */
const MOST_UNANSWERED = 64;

interface Unanswered {
  /** Weak, because connections stay open for a long time after their last response. */
  last: WeakRef<ServerResponse>;
  count: number;
}

const unanswered = new WeakMap<Socket, Unanswered>();

/** False if there are too many; the connection is closed then. */
export function hasRoomOnConnection({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const last = new WeakRef(response);
  const former = unanswered.get(socket);
  if (!former) {
    unanswered.set(socket, { last, count: 1 });
    return true;
  }
  // Responses are sent in order: after the last one, none is missing.
  const isAnswered = former.last.deref()?.writableFinished ?? true;
  former.count = isAnswered ? 1 : former.count + 1;
  former.last = last;
  if (former.count <= MOST_UNANSWERED) return true;
  socket.destroy();
  return false;
}
