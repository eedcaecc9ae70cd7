import { once } from "node:events";
import { load, type Server, startParleyWithHeapReport } from "../processes.ts";
import type { Scenario } from "../scenario.ts";
import { registration } from "./fan-out.ts";

/** Registered before the first measurement, so that one-time costs are not counted. */
const FIRST = 200;

/** After a garbage collection. */
export async function heapUsed({ process }: Server): Promise<number> {
  const answer = once(process, "message");
  process.send("report");
  const [usage] = (await answer) as [NodeJS.MemoryUsage];
  return usage.heapUsed;
}

export const idleQueues: Scenario = {
  name: "idle-queues",
  question: "How much heap does a registered queue hold that nobody polls?",
  async measure({ people, copy }) {
    const server = await startParleyWithHeapReport(await copy());
    const register = (from: number, to?: number) =>
      load({
        kind: "batch",
        port: server.port,
        connections: 32,
        requests: people.slice(from, to).map(({ login }) => registration(login)),
      });
    try {
      await register(0, FIRST);
      const before = await heapUsed(server);
      await register(FIRST);
      const after = await heapUsed(server);
      const kilobytes = (after - before) / (people.length - FIRST) / 1024;
      return [{ what: "heap of an idle queue, of 10,000", unit: " KB", parley: kilobytes, target: { atMost: 2 } }];
    } finally {
      await server.stop();
    }
  },
};
