import { jobKind } from "../../kernel/jobs/job-kind.ts";

/** Delivers all due reminders of the organization. */
export const deliverReminders = jobKind<Record<string, never>>("deliver_reminders");
