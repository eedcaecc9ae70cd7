import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import { change } from "../../kernel/context.ts";
import { DownloadedLines } from "../../kernel/http/lines.ts";
import { route, streamRoute } from "../../kernel/http/route.ts";
import * as contract from "./contract.ts";
import { presentEntry } from "./present.ts";
import { type AuditPlace, auditEntries, placeOf } from "./store.ts";

/** Entries read at once for a download. */
const BATCH = 500;

export const auditLogRoutes = [
  route(contract.getAuditLog, async ({ db, realm }, { before, limit, ...filters }) => {
    const after = before === undefined ? undefined : await placeOf(db, realm.id, before);
    demand(before === undefined || after !== undefined, new contract.InvalidAuditEntry());
    const found = await auditEntries(db, realm.id, filters, { after, limit: limit + 1 });
    return { entries: found.slice(0, limit).map(presentEntry), found_oldest: found.length <= limit };
  }),

  streamRoute(contract.exportAuditLog, async (ctx, filters, { request, reply }) => {
    const { db, realm, now } = ctx;
    if (request.method !== "HEAD") await change(ctx, async (writing) => record(writing, "audit_log_exported", {}));
    const day = new Date(now * 1000).toISOString().slice(0, 10);
    const lines = new DownloadedLines(reply, `audit-log-${day}.jsonl`);
    if (request.method === "HEAD") return lines.end();
    await lines.sendAll(async function* () {
      let after: AuditPlace | undefined;
      do {
        const batch = await auditEntries(db, realm.id, filters, { after, limit: BATCH });
        yield batch.map(presentEntry);
        after = batch.length < BATCH ? undefined : batch.at(-1);
      } while (after);
    });
  }),
];
