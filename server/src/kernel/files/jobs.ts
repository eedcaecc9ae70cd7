import { jobKind } from "../jobs/job-kind.ts";

/** Queued with the change that leaves nothing pointing to them. */
export const removeFiles = jobKind<{ keys: string[] }>("remove_files");

export const fileJobs = [removeFiles.outside(({ app }, { keys }) => app.storage.remove(keys))];
