/** Fetches feeds when they are due, outside of transactions; what follows from it is stored and posted in one. */
import { seconds } from "../../../kernel/clock.ts";
import { type JobRunner, recurringJob } from "../../../kernel/jobs/job-kind.ts";
import { writeJobs } from "../../../kernel/jobs/store.ts";
import { fetchFeedJob, remindOfEventsJob } from "./job-kind.ts";
import { feedsDue, remindersDue } from "./store.ts";

/** Feeds of one bot are fetched one after another, so that slow servers of one bot do not delay others. */
const LANES = { atOnce: 8, perLane: 1 };
/** A server that does not respond is asked again when it is due; after a crash the job is. */
const ATTEMPTS = 2;
const SWEEP_SECONDS = 60;
/** Queued in one sweep; the rest in the next. */
const MAX_QUEUED = 500;

export const feedJobs: readonly JobRunner[] = [
  fetchFeedJob.outside(
    async (ctx, { feed_id }, attempt) => (await import("./fetch.ts")).fetchFeed(ctx, feed_id, attempt),
    ATTEMPTS,
    LANES,
  ),
  remindOfEventsJob.inside(async (ctx, { feed_id }) =>
    (await import("./calendar/remind.ts")).remindOfEvents(ctx, feed_id),
  ),
  // The rows say when, whatever became of the jobs: also after a backup was restored or an archive imported.
  recurringJob("sweep_feeds", SWEEP_SECONDS, async ({ database, clock, jobs }) => {
    await database.transaction(async (tx) => {
      const due = await feedsDue(tx, seconds(clock), MAX_QUEUED);
      await writeJobs(
        tx,
        due.map(({ id, realm_id, user_id }) => ({
          ...fetchFeedJob({ feed_id: id }),
          realmId: realm_id,
          runAtMs: clock.now(),
          uniqueKey: `${realm_id}:${fetchFeedJob.kind}:${id}`,
          lane: `${realm_id}:${fetchFeedJob.kind}:${user_id}`,
        })),
      );
      // Each at its moment, before the next sweep.
      const reminders = await remindersDue(tx, seconds(clock) + SWEEP_SECONDS, MAX_QUEUED);
      await writeJobs(
        tx,
        reminders.map(({ id, realm_id, next_reminder_at }) => ({
          ...remindOfEventsJob({ feed_id: id }),
          realmId: realm_id,
          runAtMs: Math.max(clock.now(), next_reminder_at * 1000),
          uniqueKey: `${realm_id}:${remindOfEventsJob.kind}:${id} ${next_reminder_at}`,
        })),
      );
    });
    jobs.wake();
  }),
];
