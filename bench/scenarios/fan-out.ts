import type { FanOut, LoadRequest } from "../load/jobs.ts";
import { type BenchPerson, type Population, sendForm, texts } from "../population.ts";
import { load, type Server, startBaseline, startParley } from "../processes.ts";
import { against, byTurns, type Measurement, type Scenario } from "../scenario.ts";

const CLIENTS = 1000;
const ROUNDS = 3;

export const registration = (as: string): LoadRequest => ({
  method: "POST",
  path: "/api/v1/register",
  as,
  form: { event_types: '["message"]', fetch_event_types: "[]" },
});

/** A queue for each of these people, with a small response, because the state is not measured. */
async function register(server: Server, people: readonly BenchPerson[]): Promise<FanOut["clients"]> {
  const requests = people.map(({ login }) => registration(login));
  const answers = await load({ kind: "batch", port: server.port, connections: 32, requests });
  return answers.map((answer, index) => {
    const { queue_id, last_event_id } = JSON.parse(answer) as { queue_id: string; last_event_id: number };
    const as = people[index]?.login as string;
    return { poll: `/api/v1/events?queue_id=${queue_id}`, as, lastEventId: last_event_id };
  });
}

function deliveries(server: Server, clients: FanOut["clients"], send: LoadRequest): Promise<Measurement> {
  const timing = { warmUpSeconds: 1, seconds: 4 };
  return against(server, () => load({ kind: "fan-out", port: server.port, ...timing, clients, send }));
}

export const fanOut: Scenario = {
  name: "fan-out",
  question: "How many deliveries a second reach 1,000 long-polling clients of one channel, against bare long polling?",
  async measure(population: Population) {
    const bare = await startBaseline("long-poll");
    const parley = await startParley(await population.copy());
    const listeners = population.people.slice(0, CLIENTS);
    const [content = ""] = texts(1);
    const form = sendForm(population.channels.room.id, "topic", content);
    const sender = listeners[0]?.login as string;
    // Each round starts after the messages of the previous rounds.
    const bareClients = listeners.map(() => ({ poll: "/events?", lastEventId: Number.MAX_SAFE_INTEGER }));
    try {
      const toParley: LoadRequest = { method: "POST", path: "/api/v1/messages", as: sender, form };
      const rates = await byTurns(
        async () => deliveries(parley, await register(parley, listeners), toParley),
        () => deliveries(bare, bareClients, { method: "POST", path: "/messages", form }),
        ROUNDS,
      );
      return [{ what: "deliveries to 1,000 long polls", unit: "/s", ...rates, target: { atLeast: 0.5 } }];
    } finally {
      await Promise.all([bare.stop(), parley.stop()]);
    }
  },
};
