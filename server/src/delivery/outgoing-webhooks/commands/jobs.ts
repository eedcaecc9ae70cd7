/** Calls the bots whose commands were called, with retries, and deletes what is a day old. */
import { seconds } from "../../../kernel/clock.ts";
import { change, type OpenContext } from "../../../kernel/context.ts";
import { recurringJob } from "../../../kernel/jobs/job-kind.ts";
import { serverContext } from "../../../kernel/server-context.ts";
import { ATTEMPTS, LANES } from "../request.ts";
import { endCalls } from "./end.ts";
import { callCommand } from "./job-kind.ts";
import { expiredCalls, realmsWithExpiredCalls } from "./store.ts";

const SWEEP_SECONDS = 300;
/** Other changes wait while a batch is deleted. */
const SWEEP_BATCH = 200;

export const commandJobs = [
  callCommand.outside(
    async (ctx, { call_id }, attempt) => (await import("./run.ts")).runCall(ctx, call_id, attempt),
    ATTEMPTS,
    LANES,
  ),

  recurringJob("delete_command_calls", SWEEP_SECONDS, async (app) => {
    const { reader } = app.database;
    const realms = await realmsWithExpiredCalls(reader, seconds(app.clock));
    for (const id of realms) {
      const ctx = serverContext(app, await app.identities.realmById(reader, id));
      while (await deleteExpired(ctx));
    }
  }),
];

/** Deletes a batch; resolves to whether there may be more. */
const deleteExpired = (ctx: OpenContext): Promise<boolean> =>
  change(ctx, async (writing) => {
    const calls = await expiredCalls(writing.db, ctx.realm.id, ctx.now, SWEEP_BATCH);
    await endCalls(writing, calls);
    return calls.length === SWEEP_BATCH;
  });
