import { jobKind } from "../../kernel/jobs/job-kind.ts";

/** Sends all due messages of the organization. */
export const deliverScheduled = jobKind<Record<string, never>>("deliver_scheduled_messages");
