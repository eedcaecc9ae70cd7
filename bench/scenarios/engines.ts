import type { LoadRequest } from "../load/jobs.ts";
import type { Population } from "../population.ts";
import { openOnPostgres } from "../postgres.ts";
import { load, type Server, startParley } from "../processes.ts";
import { against, byTurns, type Figure, type Measurement, type Scenario } from "../scenario.ts";
import { deliveriesTo } from "./fan-out.ts";
import { readRate, readsOf } from "./reads.ts";
import { sendRate, sendsTo } from "./sends.ts";
import { subscribing } from "./subscribe.ts";

const ROUNDS = 3;
/** Words of the population's texts. */
const SEARCHES = ["release review", "tests engines", "nobody errors", "night run"];

interface Question {
  readonly what: string;
  measure(server: Server, population: Population): Promise<Measurement>;
  readonly target?: { readonly atLeast: number };
}

/** What the other scenarios ask of SQLite. */
const QUESTIONS: readonly Question[] = [
  {
    what: "sends to 10,000 subscribers",
    measure: (server, population) => sendRate(server, sendsTo(population, "large", "/api/v1/messages")),
    target: { atLeast: 0.5 },
  },
  { what: "deliveries to 1,000 long polls", measure: deliveriesTo },
  {
    what: "reads of 100 messages",
    measure: (server, population) => readRate(server, readsOf(population)),
    target: { atLeast: 0.6 },
  },
  {
    what: "searches",
    measure: (server, population) =>
      readRate(
        server,
        SEARCHES.map((words) => searchFor(words, population)),
      ),
    target: { atLeast: 0.6 },
  },
  {
    what: "lists of 10,000 users",
    measure: (server, { people }) => readRate(server, [{ method: "GET", path: "/api/v1/users", as: loginOf(people) }]),
  },
  {
    what: "registrations with 10,000 users",
    measure: (server, { people }) =>
      readRate(server, [{ method: "POST", path: "/api/v1/register", as: loginOf(people), form: WITH_EVERYTHING }]),
    target: { atLeast: 0.5 },
  },
  { what: "subscribing 5,000 people at once", measure: subscribingRate },
];

const WITH_EVERYTHING = { client_gravatar: "true", slim_presence: "true", queue_lifespan_secs: "60" };

const loginOf = (people: Population["people"]) => people[0]?.login as string;

function searchFor(words: string, { people }: Population): LoadRequest {
  const narrow = JSON.stringify([{ operator: "search", operand: words }]);
  const query = new URLSearchParams({ anchor: "newest", num_before: "100", narrow });
  return { method: "GET", path: `/api/v1/messages?${query}`, as: loginOf(people) };
}

let channels = 0;

function subscribingRate(server: Server, population: Population): Promise<Measurement> {
  const requests = [subscribing(population.people, `everyone ${++channels}`)];
  return against(server, async () => {
    const began = performance.now();
    await load({ kind: "batch", port: server.port, connections: 1, requests });
    return { perSecond: 1000 / (performance.now() - began), total: 1 };
  });
}

export const engines: Scenario = {
  name: "engines",
  question: "How many of what the other scenarios ask for are answered on PostgreSQL, against SQLite?",
  async measure(population) {
    const postgres = await openOnPostgres();
    const sqlite = await startParley(await population.copy());
    try {
      const onPostgres = postgres.withDatabase(await postgres.startNode());
      const figures: Figure[] = [];
      for (const { what, measure, target } of QUESTIONS) {
        const rates = await byTurns(
          () => measure(onPostgres, postgres.population),
          () => measure(sqlite, population),
          ROUNDS,
        );
        figures.push({ what: `${what}, PostgreSQL`, unit: "/s", ...rates, ...(target && { target }) });
      }
      return figures;
    } finally {
      await sqlite.stop();
      await postgres.stop();
    }
  },
};
