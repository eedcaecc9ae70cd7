/** Adds the texts of the audit log. */
import { auditLogTexts } from "../../../text/en/index-audit-log.ts";
import { learn } from "../../../text/text.ts";

learn(auditLogTexts);
