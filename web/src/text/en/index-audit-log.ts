/** The English texts of the audit log, which are loaded with its page. */
import { auditLog } from "./audit-log.ts";

export const auditLogTexts = { auditLog };
