import { load, type Server, startParley, threadSecondsOf } from "../processes.ts";
import { byTurns, type Scenario } from "../scenario.ts";
import { readRate, readsOf } from "./reads.ts";

/** A thread is started when the event loop has been busy for three seconds. */
const UNTIL_STARTED_SECONDS = 8;

export const readsInThreads: Scenario = {
  name: "reads-in-threads",
  question: "What do reading threads take off the event loop, and how many more reads a second are answered?",
  async measure(population) {
    const requests = readsOf(population);
    const withThreads = await startParley(await population.copy());
    const without = await startParley(await population.copy(), { PARLEY_READING_THREADS: "0" });
    try {
      const { port } = withThreads;
      const seconds = UNTIL_STARTED_SECONDS;
      await load({ kind: "closed-loop", port, connections: 16, warmUpSeconds: 0, seconds, requests });
      const { ratioByCpu, ...rates } = await byTurns(
        () => readRate(onlyMainThread(withThreads), requests),
        () => readRate(onlyMainThread(without), requests),
      );
      return [
        { what: "reads of 100 messages, with reading threads", unit: "/s", ...rates, target: { atLeast: 1 } },
        {
          what: "work of the event loop for a read, without threads against with",
          unit: "×",
          parley: ratioByCpu ?? Number.NaN,
          target: { atLeast: 3 },
        },
      ];
    } finally {
      await Promise.all([withThreads.stop(), without.stop()]);
    }
  },
};

/** Counts the processor time of the thread with the event loop. */
const onlyMainThread = (server: Server): Server => ({
  ...server,
  cpuSeconds: () => threadSecondsOf(server.process.pid as number),
});
