import { jobKind } from "../../kernel/jobs/job-kind.ts";

/** Reminds everybody in the organization of what they wanted to be reminded of by now. */
export const deliverReminders = jobKind<Record<string, never>>("deliver_reminders");
