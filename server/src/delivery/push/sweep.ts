/** Devices have long discarded older notices. */
import { seconds } from "../../kernel/clock.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { deleteOldNotices } from "./store.ts";

const KEPT_SECONDS = 30 * 86_400;

export const sweepNotices = recurringJob("sweep_push_notices", 86_400, ({ database, clock }) =>
  database.transaction((tx) => deleteOldNotices(tx, seconds(clock) - KEPT_SECONDS)),
);
