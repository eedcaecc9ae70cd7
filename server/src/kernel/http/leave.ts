/** Ends the HTTP server without cutting anybody off. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** A request may be on its way on a connection that looks idle: its sender learns with the answer that it is the last. */
const LINGER_MS = 200;
/** Whoever has not finished sending by then is not waited for. */
const LONGEST_MS = 5000;

const leaving = new WeakSet<FastifyInstance>();

export const isLeaving = (server: FastifyInstance): boolean => leaving.has(server);

/** Without this a connection that was busy when the server closed would keep the process until it times out. */
export function closeConnectionsWhenLeaving(server: FastifyInstance): void {
  server.addHook("onSend", (_request, reply, _payload, done) => {
    if (leaving.has(server)) reply.header("connection", "close");
    done();
  });
}

/** From the call on, every answer is the last one of its connection. */
export async function leave(server: FastifyInstance): Promise<void> {
  leaving.add(server);
  await sleep(LINGER_MS);
  const giveUp = setTimeout(() => server.server.closeAllConnections(), LONGEST_MS);
  await server.close();
  clearTimeout(giveUp);
}
