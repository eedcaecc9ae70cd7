import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { LoadRequest } from "../load/jobs.ts";
import type { BenchPerson, Population } from "../population.ts";
import { load, startParley } from "../processes.ts";
import { median, type Scenario } from "../scenario.ts";

const PEOPLE = 5000;
const ROUNDS = 3;

/** Only the rows, in one transaction with one prepared statement. */
function insertRows(file: string, people: readonly BenchPerson[], channelId: number): number {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  const subscription = database.prepare(
    `insert or replace into subscription (user_id, channel_id, is_subscribed, color, is_muted, pin_to_top, read_upto)
     values (?, ?, 1, '#76ce90', 0, 0, 0)`,
  );
  const period = database.prepare(
    "insert or replace into subscription_period (user_id, channel_id, from_message_id) values (?, ?, ?)",
  );
  const began = performance.now();
  database.exec("BEGIN IMMEDIATE");
  for (const { id } of people) {
    subscription.run(id, channelId);
    period.run(id, channelId, 1);
  }
  database.exec("COMMIT");
  const took = performance.now() - began;
  database.close();
  return took;
}

/** Subscribes 5,000 people to a new channel. */
export const subscribing = (people: readonly BenchPerson[], name: string): LoadRequest => ({
  method: "POST",
  path: "/api/v1/users/me/subscriptions",
  as: people[0]?.login as string,
  form: {
    subscriptions: JSON.stringify([{ name }]),
    principals: JSON.stringify(people.slice(0, PEOPLE).map(({ id }) => id)),
    send_new_subscription_messages: "false",
  },
});

export const subscribe: Scenario = {
  name: "subscribe",
  question:
    "How long does it take to subscribe 5,000 people to a channel in one request, against inserting their rows?",
  async measure(population: Population) {
    const people = population.people.slice(0, PEOPLE);
    const file = join(await population.copy(), "parley.db");
    const parley = await startParley(await population.copy());
    try {
      const ours: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(insertRows(file, people, population.channels.small.id));
        const began = performance.now();
        await load({
          kind: "batch",
          port: parley.port,
          connections: 1,
          requests: [subscribing(people, `everybody ${round}`)],
        });
        ours.push(performance.now() - began);
      }
      const what = "subscribing 5,000 people at once";
      return [{ what, unit: " ms", parley: median(ours), bare: median(bare), target: { atMost: 10 } }];
    } finally {
      await parley.stop();
    }
  },
};
