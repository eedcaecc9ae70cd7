/** Reads the presence that a client does not know yet. */
import { isVisitor } from "../../kernel/access/roles.ts";
import type { ShapeOf } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { accessOf } from "../users/access/viewer.ts";
import type { presenceState } from "./contract.ts";
import { byEmail, byId } from "./present.ts";
import { addressedPresencesSince, presencesSince } from "./store.ts";

const DAY = 24 * 3600;

export interface PresenceRequest {
  /** The last update that the client has received. */
  readonly last_update_id?: number | undefined;
  readonly history_limit_days: number;
  /** Whether the client wants the modern format: by user id, with both times. */
  readonly isModern: boolean;
}

export async function readPresence(ctx: Context, asked: PresenceRequest): Promise<ShapeOf<typeof presenceState>> {
  const { app, db, realm, now } = ctx;
  const { last_update_id = -1, history_limit_days } = asked;
  const isFirst = last_update_id <= 0;
  const given = {
    realmId: realm.id,
    updateId: isFirst ? 0 : last_update_id,
    connectedAfter: isFirst ? Math.max(0, now - history_limit_days * DAY) : 0,
  };
  const isNobody = isVisitor(ctx.user) || (isFirst && history_limit_days === 0);
  const updateFields = (updates: readonly { last_update_id: number }[]) => ({
    presence_last_update_id: updates.reduce((highest, row) => Math.max(highest, row.last_update_id), last_update_id),
    server_timestamp: app.clock.now() / 1000,
  });
  if (asked.isModern) {
    const rows = isNobody ? [] : await presencesSince(db, given);
    return { presences: byId(rows), ...updateFields(rows) };
  }
  const rows = isNobody ? [] : await addressedPresencesSince(db, given);
  return { presences: byEmail(realm, rows, await accessOf(ctx)), ...updateFields(rows) };
}
