import { jobKind } from "../kernel/jobs/job-kind.ts";

export const exportOrganization = jobKind<{ export_id: number }>("export_organization");
