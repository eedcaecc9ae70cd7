import { join } from "node:path";
import { openApp } from "@parley/server/app.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import { pino } from "pino";
import type { LoadRequest } from "../load/jobs.ts";
import { makePeople, type Population, writing } from "../population.ts";
import { load, type Server, startBaseline, startParley } from "../processes.ts";
import { against, byTurns, type Figure, type Scenario } from "../scenario.ts";

const USERS = 20_000;
const REALM = { realm_id: 1 };

/** A copy of the population, filled up with additional people. */
async function withUsers(population: Population): Promise<string> {
  const directory = await population.copy();
  const app = await openApp(readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off" }), {
    log: pino({ level: "error" }),
  });
  const known = population.people.length;
  try {
    await writing(app, REALM.realm_id, (tx) => makePeople(app, tx, REALM, USERS - known, known + 1));
  } finally {
    await app.stop();
  }
  return directory;
}

export const users: Scenario = {
  name: "users",
  question: "How often a second can 20,000 users be listed and registered with, against the bare select and JSON?",
  async measure(population: Population) {
    const directory = await withUsers(population);
    const bare = await startBaseline("users", join(directory, "parley.db"), String(REALM.realm_id));
    const parley = await startParley(directory);
    const as = population.people[0]?.login as string;
    const requests: Readonly<Record<string, LoadRequest>> = {
      "GET /users": { method: "GET", path: "/api/v1/users?client_gravatar=false", as },
      "POST /register": {
        method: "POST",
        path: "/api/v1/register",
        as,
        form: { fetch_event_types: '["realm_user"]', event_types: '["realm_user"]', client_gravatar: "false" },
      },
    };
    const rate = (server: Server, request: LoadRequest) => {
      const job = { kind: "closed-loop" as const, connections: 1, warmUpSeconds: 1, seconds: 4, requests: [request] };
      return against(server, () => load({ ...job, port: server.port }));
    };
    try {
      const figures: Figure[] = [];
      for (const [name, request] of Object.entries(requests)) {
        const rates = await byTurns(
          () => rate(parley, request),
          () => rate(bare, { method: "GET", path: "/users" }),
        );
        // At most three times as long as the minimal server.
        figures.push({ what: `${name} of 20,000 users`, unit: "/s", ...rates, target: { atLeast: 0.33 } });
      }
      return figures;
    } finally {
      await Promise.all([bare.stop(), parley.stop()]);
    }
  },
};
