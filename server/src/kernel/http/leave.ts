/** Stops the HTTP server gracefully. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** A request may be in flight on a seemingly idle connection: its response says that it is the last. */
const LINGER_MS = 200;
/** Slow senders are not waited for any longer. */
const LONGEST_MS = 5000;

const leaving = new WeakSet<FastifyInstance>();

export const isLeaving = (server: FastifyInstance): boolean => leaving.has(server);

/** Otherwise a connection that was busy at the close would keep the process until it times out. */
export function closeConnectionsWhenLeaving(server: FastifyInstance): void {
  server.addHook("onSend", (_request, reply, _payload, done) => {
    if (leaving.has(server)) reply.header("connection", "close");
    done();
  });
}

/** From now on, every response closes its connection. */
export async function leave(server: FastifyInstance): Promise<void> {
  leaving.add(server);
  await sleep(LINGER_MS);
  const giveUp = setTimeout(() => server.server.closeAllConnections(), LONGEST_MS);
  await server.close();
  clearTimeout(giveUp);
}
