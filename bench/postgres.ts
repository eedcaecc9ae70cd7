/** Servers on PostgreSQL, beside those on SQLite. */
import { startPostgres } from "../server/test/postgres.ts";
import { type Population, populate } from "./population.ts";
import { cpuSecondsOfPostgres, type Server, startParley } from "./processes.ts";

/** As PostgreSQL is installed: a commit waits for the disk. */
const DURABLE = { fsync: "on", synchronous_commit: "on" };

export interface OnPostgres {
  /** In the database that all nodes share. */
  readonly population: Population;
  startNode(): Promise<Server>;
  /** The processor time of PostgreSQL's processes belongs to the server. */
  withDatabase(node: Server): Server;
  /** Stops PostgreSQL, and the nodes before it. */
  stop(): Promise<void>;
}

export async function openOnPostgres(): Promise<OnPostgres> {
  const postgres = await startPostgres({ settings: DURABLE });
  const env = { PARLEY_DATABASE_URL: postgres.url };
  const population = await populate(env);
  const directory = await population.copy();
  const nodes: Server[] = [];
  return {
    population,
    async startNode() {
      const node = await startParley(directory, env);
      nodes.push(node);
      return node;
    },
    withDatabase: (node) => ({
      ...node,
      async cpuSeconds() {
        const [ofNode, ofPostgres] = await Promise.all([node.cpuSeconds(), cpuSecondsOfPostgres(postgres)]);
        return ofNode === undefined || ofPostgres === undefined ? undefined : ofNode + ofPostgres;
      },
    }),
    async stop() {
      for (const node of nodes) await node.stop();
      await population.remove();
      await postgres.stop();
    },
  };
}
