import { badRequest } from "../../kernel/api/index.ts";

export const EmailChangesDisabled = badRequest("Email address changes are disabled in this organization.");
