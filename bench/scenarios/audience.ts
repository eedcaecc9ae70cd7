import { startParley } from "../processes.ts";
import { byTurns, type Scenario } from "../scenario.ts";
import { sendRate, sendsTo } from "./sends.ts";

export const audience: Scenario = {
  name: "audience",
  question: "Does a message cost the same in a channel of 10,000 subscribers as in one of 10?",
  async measure(population) {
    const parley = await startParley(await population.copy());
    try {
      const toSmall = sendsTo(population, "small", "/api/v1/messages");
      const toLarge = sendsTo(population, "large", "/api/v1/messages");
      const [small, large] = await byTurns(
        () => sendRate(parley.port, toSmall),
        () => sendRate(parley.port, toLarge),
      );
      return [
        {
          what: "sends to 10,000 subscribers (against 10)",
          unit: "/s",
          parley: large,
          bare: small,
          target: { atLeast: 0.9 },
        },
      ];
    } finally {
      await parley.stop();
    }
  },
};
