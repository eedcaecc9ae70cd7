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

/** To people of one channel with 1,000 subscribers. */
export async function deliveriesTo(server: Server, { people, channels }: Population): Promise<Measurement> {
  const listeners = people.slice(0, CLIENTS);
  const [content = ""] = texts(1);
  const form = sendForm(channels.room.id, "topic", content);
  const send: LoadRequest = { method: "POST", path: "/api/v1/messages", as: listeners[0]?.login as string, form };
  return deliveries(server, await register(server, listeners), send);
}

export const fanOut: Scenario = {
  name: "fan-out",
  question: "How many deliveries a second reach 1,000 long-polling clients of one channel, against bare long polling?",
  async measure(population: Population) {
    const bare = await startBaseline("long-poll");
    const parley = await startParley(await population.copy());
    const [content = ""] = texts(1);
    const send: LoadRequest = { method: "POST", path: "/messages", form: { content } };
    // Each round starts after the messages of the previous rounds.
    const client = { poll: "/events?", lastEventId: Number.MAX_SAFE_INTEGER };
    const clients = Array.from({ length: CLIENTS }, () => client);
    try {
      const rates = await byTurns(
        () => deliveriesTo(parley, population),
        () => deliveries(bare, clients, send),
        ROUNDS,
      );
      return [{ what: "deliveries to 1,000 long polls", unit: "/s", ...rates, target: { atLeast: 0.5 } }];
    } finally {
      await Promise.all([bare.stop(), parley.stop()]);
    }
  },
};
