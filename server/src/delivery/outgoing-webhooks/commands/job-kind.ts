import { jobKind } from "../../../kernel/jobs/job-kind.ts";

export const callCommand = jobKind<{ readonly call_id: number }>("call_command", "webhook");
