import { join } from "node:path";
import type { LoadRequest } from "../load/jobs.ts";
import type { Population } from "../population.ts";
import { load, type Server, startBaseline, startParley } from "../processes.ts";
import { against, byTurns, type Measurement, type Scenario } from "../scenario.ts";

const CONNECTIONS = 16;

/** Ten people read the newest 100 messages of a channel. */
export function readsOf({ channels, people }: Population): LoadRequest[] {
  const query = pageOf(channels.room.id);
  return people.slice(0, 10).map(({ login }) => ({ method: "GET", path: `/api/v1/messages?${query}`, as: login }));
}

const pageOf = (channelId: number) =>
  new URLSearchParams({
    anchor: "newest",
    num_before: "100",
    narrow: JSON.stringify([{ operator: "channel", operand: channelId }]),
  });

export function readRate(server: Server, requests: readonly LoadRequest[]): Promise<Measurement> {
  const job = { kind: "closed-loop" as const, connections: CONNECTIONS, warmUpSeconds: 0.5, seconds: 2, requests };
  return against(server, () => load({ ...job, port: server.port }));
}

export const reads: Scenario = {
  name: "reads",
  question: "How often a second can the newest 100 messages of a channel be read, against the bare select and JSON?",
  async measure(population) {
    const { channels, people } = population;
    const file = join(await population.copy(), "parley.db");
    const ids = [1, people[0]?.id, channels.room.recipient_id, channels.room.id].map(String);
    const bare = await startBaseline("messages", file, ...ids);
    // The bare server has one thread, too.
    const parley = await startParley(await population.copy(), { PARLEY_READING_THREADS: "0" });
    try {
      const rates = await byTurns(
        () => readRate(parley, readsOf(population)),
        () => readRate(bare, [{ method: "GET", path: `/messages?${pageOf(channels.room.id)}` }]),
      );
      return [{ what: "reads of 100 messages", unit: "/s", ...rates, target: { atLeast: 0.4 } }];
    } finally {
      await Promise.all([bare.stop(), parley.stop()]);
    }
  },
};
