import { jobKind } from "../../../kernel/jobs/job-kind.ts";

export const fetchFeedJob = jobKind<{ readonly feed_id: number }>("fetch_feed");
export const remindOfEventsJob = jobKind<{ readonly feed_id: number }>("remind_of_events");
