import { startPostgres } from "../../server/test/postgres.ts";
import { makeLargeOrganization } from "../scale/organization.ts";
import { Simulation } from "../scale/simulation.ts";
import type { Scenario } from "../scenario.ts";

/** PARLEY_BENCH_SCALE sets the size: 1 means 100,000 people, 10,000 channels and 50,000 queues. */
const GIVEN = process.env.PARLEY_BENCH_SCALE;
const DEFAULT = 0.02;
/** The shares of those online who wait in a long poll, beside the queues that nobody reads. */
const HELD = [0.02, 0.1];

/** As an installation would run it, unlike the one of the tests. */
const DURABLE = { fsync: "on", synchronous_commit: "on", shared_buffers: "512MB" };

export const scale: Scenario = {
  name: "scale",
  question: "What do requests and events cost in an organization of 100,000 people, or of a part of them?",
  async measureAlone() {
    const isPostgres = process.env.PARLEY_BENCH_DATABASE === "postgres";
    const postgres = isPostgres ? await startPostgres({ settings: DURABLE }) : undefined;
    try {
      const organization = await makeLargeOrganization(Number(GIVEN ?? DEFAULT), postgres?.url);
      const simulation = await Simulation.start(organization, postgres);
      try {
        await simulation.registerQueues();
        await simulation.send();
        await simulation.sendToEveryone();
        await simulation.rename();
        await simulation.reportPresence();
        await simulation.registerWhole();
        for (const share of HELD) await simulation.hold(share);
        await simulation.restart();
        if (GIVEN !== undefined) await simulation.idle();
        return simulation.figures;
      } finally {
        await simulation.stop();
        await organization.remove();
      }
    } finally {
      await postgres?.stop();
    }
  },
};
