import type { ShapeOf } from "../../kernel/api/index.ts";
import type { attachment } from "./contract.ts";
import type { Attachment, Claim } from "./store.ts";

export type PresentedAttachment = ShapeOf<{ attachment: typeof attachment }>["attachment"];

export function presentAttachments(rows: readonly Attachment[], claims: readonly Claim[]): PresentedAttachment[] {
  const byFile = Map.groupBy(claims, (claim) => claim.attachment_id);
  return rows.map((row) => presentAttachment(row, byFile.get(row.id) ?? []));
}

export function presentAttachment(row: Attachment, claims: readonly Claim[]): PresentedAttachment {
  return {
    id: row.id,
    name: row.file_name,
    path_id: row.path_id,
    size: row.size,
    create_time: row.created_at * 1000,
    messages: claims.map((claim) => ({ id: claim.message_id, date_sent: claim.sent_at * 1000 })),
  };
}
