import { seconds } from "../../kernel/clock.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";

/** Long enough to notice that a service has been refused over the holidays. */
const KEPT_SECONDS = 14 * 86_400;

export const sweepDeliveries = recurringJob("sweep_webhook_deliveries", 86_400, async ({ database, clock }) => {
  const { deleteDeliveriesBefore } = await import("./deliveries.ts");
  await database.transaction((tx) => deleteDeliveriesBefore(tx, seconds(clock) - KEPT_SECONDS));
});
