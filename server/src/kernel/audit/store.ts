/** Writes the audit log. Nothing changes or deletes its rows: the database refuses it (migration 0090). */
import { type ActorKind, type AuditAction, type AuditTarget, auditActions } from "../api/audit.ts";
import { strictObject } from "../api/fields.ts";
import type { RealmId, UserId } from "../api/ids.ts";
import { json } from "../db/dialect.ts";
import type { Tx } from "../db/handles.ts";

/** Who acts, and from where. */
export interface Origin {
  readonly actor_kind: ActorKind;
  readonly actor_id: UserId | null;
  readonly ip_address: string | null;
  readonly client: string | null;
}

export interface PendingEntry extends Origin {
  readonly action: AuditAction;
  readonly targets: Readonly<Partial<Record<AuditTarget, number>>>;
  readonly details: Readonly<Record<string, unknown>>;
}

const ROWS_PER_INSERT = 500;

export async function writeAudit(
  tx: Tx,
  realm_id: RealmId,
  entries: readonly PendingEntry[],
  created_at: number,
): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_PER_INSERT) {
    const rows = entries.slice(start, start + ROWS_PER_INSERT).map(({ targets, details, ...entry }) => ({
      ...entry,
      realm_id,
      created_at,
      user_id: targets.user ?? null,
      channel_id: targets.channel ?? null,
      group_id: targets.group ?? null,
      message_id: targets.message ?? null,
      details: json(details),
    }));
    await tx.insertInto("audit_log").values(rows).execute();
  }
}

/** Under test: an entry has what its action declares, and nothing else. */
export function verifyEntries(entries: readonly PendingEntry[]): void {
  for (const { action, targets, details } of entries) {
    const declared = auditActions[action];
    const given = Object.entries(targets).flatMap(([name, id]) => (typeof id === "number" ? [name] : []));
    const missing = declared.about.filter((name) => !given.includes(name));
    const result = strictObject(declared.details)
      .schema()
      .safeParse(JSON.parse(JSON.stringify(details)));
    if (missing.length === 0 && given.length === declared.about.length && result.success) continue;
    const fault = result.success ? `is about ${given}` : result.error.issues.map(({ message }) => message).join();
    throw new Error(`An entry ${action} of the audit log ${fault}, other than declared.`);
  }
}
