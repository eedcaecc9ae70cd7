import { sql } from "kysely";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import type { Db, Tx } from "../../kernel/db/handles.ts";

export interface Presence {
  readonly last_connected_at: number;
  readonly last_active_at: number | null;
}

const presenceRow = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("user_presence").select(["last_connected_at", "last_active_at"]).where("user_id", "=", userId),
);

export async function presenceOf(db: Db, userId: UserId): Promise<Presence | undefined> {
  const [row] = await presenceRow(db, { userId });
  return row;
}

interface Renewed {
  readonly userId: UserId;
  readonly realmId: RealmId;
  readonly connected: number;
  /** Null means unchanged. */
  readonly active: number | null;
}

/**
 * The organization's next update id. Its row is locked until the commit, so that ids become visible in order: a client
 * that has received one has received all before it.
 */
const nextUpdate = compiled((tx: Tx, { realmId }: { realmId: RealmId }) =>
  tx
    .insertInto("presence_counter")
    .values({ realm_id: realmId, last_update_id: 1 })
    .onConflict((conflict) =>
      conflict.column("realm_id").doUpdateSet({ last_update_id: sql<number>`presence_counter.last_update_id + 1` }),
    )
    .returning("last_update_id"),
);

const renewedPresence = compiled((tx: Tx, given: Renewed & { updateId: number }) =>
  tx
    .insertInto("user_presence")
    .values({
      user_id: given.userId,
      realm_id: given.realmId,
      last_connected_at: given.connected,
      last_active_at: given.active,
      last_update_id: given.updateId,
    })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({
        last_connected_at: sql<number>`excluded.last_connected_at`,
        last_active_at: sql<number>`coalesce(excluded.last_active_at, user_presence.last_active_at)`,
        last_update_id: sql<number>`excluded.last_update_id`,
      }),
    ),
);

export async function renewPresence(tx: Tx, renewed: Renewed): Promise<void> {
  const [counter] = await nextUpdate(tx, { realmId: renewed.realmId });
  await renewedPresence(tx, { ...renewed, updateId: (counter as { last_update_id: number }).last_update_id });
}

/** Selects users who changed after an update, and were connected after a time. */
interface Since {
  readonly realmId: RealmId;
  readonly updateId: number;
  readonly connectedAfter: number;
}

const since = (db: Db, given: Since) =>
  db
    .selectFrom("user_presence as presence")
    .innerJoin("user", "user.id", "presence.user_id")
    .select(["presence.user_id", "presence.last_connected_at", "presence.last_active_at", "presence.last_update_id"])
    .select("user.date_joined")
    .where("presence.realm_id", "=", given.realmId)
    .where("presence.last_update_id", ">", given.updateId)
    .where("presence.last_connected_at", ">", given.connectedAfter)
    .where("user.is_active", "=", true);

export const presencesSince = compiled((db, given: Since) => since(db, given));

/** Presence rows with the data for API email addresses. */
export const addressedPresencesSince = compiled((db, given: Since) =>
  since(db, given).select(["user.delivery_email", "user.bot_type", "user.settings"]),
);

/** Whether the organization has at most this many active users, not counting built-in bots. */
export async function hasAtMost(db: Db, realmId: RealmId, users: number): Promise<boolean> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .where("system_bot", "is", null)
    .limit(users + 1)
    .execute();
  return rows.length <= users;
}
