import { join } from "node:path";
import type { LoadRequest } from "../load/jobs.ts";
import { load, type Server, startBaseline, startParley } from "../processes.ts";
import { against, byTurns, type Scenario } from "../scenario.ts";

const CONNECTIONS = 16;

export const reads: Scenario = {
  name: "reads",
  question: "How often a second can the newest 100 messages of a channel be read, against the bare select and JSON?",
  async measure(population) {
    const { channels, people } = population;
    const file = join(await population.copy(), "parley.db");
    const ids = [1, people[0]?.id, channels.room.recipient_id, channels.room.id].map(String);
    const bare = await startBaseline("messages", file, ...ids);
    const parley = await startParley(await population.copy());
    const query = new URLSearchParams({
      anchor: "newest",
      num_before: "100",
      narrow: JSON.stringify([{ operator: "channel", operand: channels.room.id }]),
    });
    const rate = (server: Server, requests: LoadRequest[]) => {
      const job = { kind: "closed-loop" as const, connections: CONNECTIONS, warmUpSeconds: 0.5, seconds: 2, requests };
      return against(server, () => load({ ...job, port: server.port }));
    };
    const readers = people.slice(0, 10);
    try {
      const rates = await byTurns(
        () =>
          rate(
            parley,
            readers.map(({ login }) => ({ method: "GET", path: `/api/v1/messages?${query}`, as: login })),
          ),
        () => rate(bare, [{ method: "GET", path: `/messages?${query}` }]),
      );
      return [{ what: "reads of 100 messages", unit: "/s", ...rates, target: { atLeast: 0.4 } }];
    } finally {
      await Promise.all([bare.stop(), parley.stop()]);
    }
  },
};
