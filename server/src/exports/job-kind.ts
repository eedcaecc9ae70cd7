import { jobKind } from "../jobs/job-kind.ts";

export const exportOrganization = jobKind<{ export_id: number }>("export_organization");
