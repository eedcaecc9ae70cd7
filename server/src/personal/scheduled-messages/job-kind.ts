import { jobKind } from "../../kernel/jobs/job-kind.ts";

/** Sends what is due in the organization. */
export const deliverScheduled = jobKind<Record<string, never>>("deliver_scheduled_messages");
