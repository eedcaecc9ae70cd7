import { startParley } from "../processes.ts";
import { byTurns, type Scenario } from "../scenario.ts";
import { sendRate, sendsTo } from "./sends.ts";

/** More rounds than elsewhere, because the expected difference is small. */
const ROUNDS = 5;

export const audience: Scenario = {
  name: "audience",
  question: "Does a message cost the same in a channel of 10,000 subscribers as in one of 10?",
  async measure(population) {
    const parley = await startParley(await population.copy());
    try {
      // The first sends hit a cold server, and would count against the channel that goes first.
      await sendRate(parley, sendsTo(population, "room", "/api/v1/messages"));
      const toSmall = sendsTo(population, "small", "/api/v1/messages");
      const toLarge = sendsTo(population, "large", "/api/v1/messages");
      const rates = await byTurns(
        () => sendRate(parley, toLarge),
        () => sendRate(parley, toSmall),
        ROUNDS,
      );
      return [{ what: "sends to 10,000 subscribers (against 10)", unit: "/s", ...rates, target: { atLeast: 0.9 } }];
    } finally {
      await parley.stop();
    }
  },
};
