import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "../../server/test/postgres.ts";
import type { Rate } from "../load/jobs.ts";
import { populate } from "../population.ts";
import { cpuSecondsOf, load, type Server, startParley } from "../processes.ts";
import { against, byTurns, type Figure, median, type Scenario } from "../scenario.ts";
import { sendRate, sendsTo } from "./sends.ts";

const CONNECTIONS = 64;
const FEW_CONNECTIONS = 16;
const ROUNDS = 5;
const TIMING = { warmUpSeconds: 0.5, seconds: 2 };
/** As PostgreSQL is installed: a commit waits for the disk. */
const DURABLE = { fsync: "on", synchronous_commit: "on" };

export const sendsPostgres: Scenario = {
  name: "sends-postgres",
  question: "How many messages a second become durable on PostgreSQL, against SQLite, and with a second node?",
  async measure(population) {
    const postgres = await startPostgres({ settings: DURABLE });
    const env = { PARLEY_DATABASE_URL: postgres.url };
    const stored = await populate(env);
    const servers: Server[] = [];
    const started = async (directory: string, env?: Record<string, string>) => {
      const server = await startParley(directory, env);
      servers.push(server);
      return server;
    };
    try {
      const sqlite = await started(await population.copy());
      const toSqlite = sendsTo(population, "small", "/api/v1/messages");
      const requests = sendsTo(stored, "small", "/api/v1/messages");
      const directory = await stored.copy();
      const one = withPostgres(await started(directory, env), postgres);
      const onSqlite = await byTurns(
        () => sendRate(one, requests),
        () => sendRate(sqlite, toSqlite),
      );
      const waits: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const job = { kind: "closed-loop", port: one.port, connections: FEW_CONNECTIONS, ...TIMING, requests } as const;
        waits.push((await load(job)).p99 ?? Number.NaN);
      }
      const two = await started(directory, env);
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
      for (const server of servers) await server.stop();
      await stored.remove();
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

/** The processor time of PostgreSQL's processes belongs to the server. */
function withPostgres(server: Server, { data }: PostgresServer): Server {
  return {
    ...server,
    async cpuSeconds() {
      const [pid = ""] = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => undefined);
      const all = [pid, ...(children?.trim().split(" ") ?? [])].map(Number);
      const each = await Promise.all([server.cpuSeconds(), ...all.map((process) => cpuSecondsOf(process))]);
      return children === undefined ? undefined : each.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0);
    },
  };
}
