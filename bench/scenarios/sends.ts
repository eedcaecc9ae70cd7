import { join } from "node:path";
import type { LoadRequest } from "../load/jobs.ts";
import { type ChannelName, type Population, sendForm, texts } from "../population.ts";
import { load, type Server, startBaseline, startParley } from "../processes.ts";
import { against, byTurns, type Measurement, type Scenario } from "../scenario.ts";

const CONNECTIONS = 64;

/** Many senders in a few topics. */
export function sendsTo({ people, channels }: Population, channel: ChannelName, path: string): LoadRequest[] {
  return texts(200, 2).map((content, index) => ({
    method: "POST",
    path,
    as: people[index % 10]?.login as string,
    form: sendForm(channels[channel].id, `topic ${index % 20}`, content),
  }));
}

export function sendRate(server: Server, requests: readonly LoadRequest[]): Promise<Measurement> {
  const timing = { warmUpSeconds: 0.5, seconds: 2 };
  return against(server, () =>
    load({ kind: "closed-loop", port: server.port, connections: CONNECTIONS, ...timing, requests }),
  );
}

export const sends: Scenario = {
  name: "sends",
  question: "How many messages a second become durable, against the bare inserts with group commit?",
  async measure(population) {
    const { channels, people } = population;
    const file = join(await population.copy(), "parley.db");
    const ids = [1, people[0]?.id, channels.small.recipient_id, channels.small.id].map(String);
    const bare = await startBaseline("messages", file, ...ids);
    const parley = await startParley(await population.copy());
    try {
      const toBare = sendsTo(population, "small", "/messages");
      const toParley = sendsTo(population, "small", "/api/v1/messages");
      const rates = await byTurns(
        () => sendRate(parley, toParley),
        () => sendRate(bare, toBare),
      );
      return [{ what: `durable sends, ${CONNECTIONS} connections`, unit: "/s", ...rates, target: { atLeast: 0.4 } }];
    } finally {
      await Promise.all([bare.stop(), parley.stop()]);
    }
  },
};
