import type { Rate } from "../load/jobs.ts";
import { openOnPostgres } from "../postgres.ts";
import { load, type Server, startParley } from "../processes.ts";
import { against, byTurns, type Figure, median, type Scenario } from "../scenario.ts";
import { sendRate, sendsTo } from "./sends.ts";

const CONNECTIONS = 64;
const FEW_CONNECTIONS = 16;
const ROUNDS = 5;
const TIMING = { warmUpSeconds: 0.5, seconds: 2 };

export const sendsPostgres: Scenario = {
  name: "sends-postgres",
  question: "How many messages a second become durable on PostgreSQL, against SQLite, and with a second node?",
  async measure(population) {
    const postgres = await openOnPostgres();
    const sqlite = await startParley(await population.copy());
    try {
      const toSqlite = sendsTo(population, "small", "/api/v1/messages");
      const requests = sendsTo(postgres.population, "small", "/api/v1/messages");
      const one = postgres.withDatabase(await postgres.startNode());
      const onSqlite = await byTurns(
        () => sendRate(one, requests),
        () => sendRate(sqlite, toSqlite),
      );
      const waits: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const job = { kind: "closed-loop", port: one.port, connections: FEW_CONNECTIONS, ...TIMING, requests } as const;
        waits.push((await load(job)).p99 ?? Number.NaN);
      }
      const two = await postgres.startNode();
      const onBoth = await byTurns(
        () => against(one, () => sharedRate([one, two], requests)),
        () => sendRate(one, requests),
      );
      return [
        {
          what: `durable sends, PostgreSQL against SQLite`,
          unit: "/s",
          ...onSqlite,
          target: { atLeast: 0.5 },
        },
        {
          what: `p99 of a send, ${FEW_CONNECTIONS} connections`,
          unit: " ms",
          parley: median(waits),
          target: { atMost: 25 },
        },
        { what: "durable sends, two nodes against one", unit: "/s", ...onBoth, target: { atLeast: 1 } },
      ] satisfies Figure[];
    } finally {
      await sqlite.stop();
      await postgres.stop();
    }
  },
};

/** Half of the connections to each node. */
async function sharedRate(nodes: readonly Server[], requests: Parameters<typeof sendRate>[1]): Promise<Rate> {
  const connections = CONNECTIONS / nodes.length;
  const rates = await Promise.all(
    nodes.map(({ port }) => load({ kind: "closed-loop", port, connections, ...TIMING, requests })),
  );
  const sum = (of: (rate: Rate) => number) => rates.reduce((all, rate) => all + of(rate), 0);
  return { perSecond: sum(({ perSecond }) => perSecond), total: sum(({ total }) => total) };
}
