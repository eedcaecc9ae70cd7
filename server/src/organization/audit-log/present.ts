import type { ValueOf } from "../../kernel/api/index.ts";
import type { auditEntry } from "./contract.ts";
import type { AuditEntry } from "./store.ts";

export function presentEntry({ realm_id: _, created_at: timestamp, ...entry }: AuditEntry): ValueOf<typeof auditEntry> {
  return { ...entry, timestamp };
}
