/** Finds users with devices for push notifications. Most organizations have few, so most messages skip the queries. */
import { sql } from "kysely";
import { raiseVersionOf } from "../../kernel/access/store.ts";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { keptOfRealm } from "../../kernel/kept.ts";

/** Mobile devices count only if there is a gateway. */
function reached(hasGateway: boolean) {
  const browsers = sql`select user_id from web_push_subscription`;
  if (!hasGateway) return browsers;
  return sql`${browsers} union select user_id from push_token
    union select user_id from push_device where error_code is null and gateway_device_id is not null`;
}

/** All users with a device, cached per organization. */
export const pushUsers = keptOfRealm(
  (db, realmId, app): Promise<ReadonlySet<UserId>> => allPushUsers(db, realmId, app.config.pushGateway !== undefined),
);

async function allPushUsers(db: Db, realmId: RealmId, hasGateway: boolean): Promise<Set<UserId>> {
  const { rows } = await sql<{ id: UserId }>`
    select id from "user" where realm_id = ${realmId} and is_active and id in (${reached(hasGateway)})`.execute(db);
  return new Set(rows.map((row) => row.id));
}

async function countPushUsers(db: Db, ids: readonly UserId[], hasGateway: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from "user" where ${isAnyOf(db, "id", ids)} and id in (${reached(hasGateway)})`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

/**
 * Runs work that adds a device, and invalidates the cache if it is a user's first one. A cached user without devices
 * only costs a query that finds nothing.
 */
export async function changingPushUsers<T>(ctx: Writing, users: readonly UserId[], work: () => Promise<T>): Promise<T> {
  const hasGateway = ctx.app.config.pushGateway !== undefined;
  const before = await countPushUsers(ctx.db, users, hasGateway);
  const result = await work();
  const after = await countPushUsers(ctx.db, users, hasGateway);
  if (after > before) await raiseVersionOf(ctx.db, ctx.realm.id, "wishes_version");
  return result;
}
