import { join } from "node:path";
import type { Request } from "../load/jobs.ts";
import { type ChannelName, type Population, sendForm, texts } from "../population.ts";
import { load, startBaseline, startParley } from "../processes.ts";
import { byTurns, type Scenario } from "../scenario.ts";

const CONNECTIONS = 64;

/** Many senders in a few topics. */
export function sendsTo({ people, channels }: Population, channel: ChannelName, path: string): Request[] {
  return texts(200, 2).map((content, index) => ({
    method: "POST",
    path,
    as: people[index % 10]?.login as string,
    form: sendForm(channels[channel].id, `topic ${index % 20}`, content),
  }));
}

export async function sendRate(port: number, requests: readonly Request[]): Promise<number> {
  const timing = { warmUpSeconds: 0.5, seconds: 2 };
  return (await load({ kind: "closed-loop", port, connections: CONNECTIONS, ...timing, requests })).perSecond;
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
      const [bareRate, rate] = await byTurns(
        () => sendRate(bare.port, toBare),
        () => sendRate(parley.port, toParley),
      );
      return [
        {
          what: `durable sends, ${CONNECTIONS} connections`,
          unit: "/s",
          parley: rate,
          bare: bareRate,
          target: { atLeast: 0.4 },
        },
      ];
    } finally {
      await Promise.all([bare.stop(), parley.stop()]);
    }
  },
};
