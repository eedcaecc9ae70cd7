/** The audit log of the organization. */
import { holderOf } from "@parley/client";
import { mayReadAuditLog } from "@parley/server/organization/audit-log/permissions.ts";
import type { SettingsPage } from "../../page.ts";

export const auditLogPage: SettingsPage = {
  address: { kind: "organization", section: "audit-log" },
  name: "address.auditLog",
  about: "organization.auditLogAbout",
  icon: "history",
  isFor: (state) => mayReadAuditLog(holderOf(state)),
  groups: [],
  landmarks: [{ key: "audit-log", label: "address.auditLog", words: "organization.auditLogWords" }],
  load: () => import("./AuditLog.tsx").then(({ AuditLog }) => AuditLog),
};
