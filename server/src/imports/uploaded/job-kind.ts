import { jobKind } from "../../kernel/jobs/job-kind.ts";

/** Finds out what an archive has; nothing is changed. */
export const readArchive = jobKind<{ import_id: number }>("read_archive");

export const importArchive = jobKind<{ import_id: number }>("import_archive");

/** For an import that ended early: what was taken is marked as read, and shown to everyone. */
export const settleImport = jobKind<{ import_id: number }>("settle_import");
