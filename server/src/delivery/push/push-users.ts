/** Finds users with devices for push notifications. Most organizations have few, so most messages skip the queries. */
import { sql } from "kysely";
import { raisePreferencesVersion } from "../../kernel/access/store.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { keptOfUsers } from "../../kernel/kept.ts";

/** Mobile devices count only if there is a gateway. */
function reached(hasGateway: boolean) {
  const browsers = sql`select user_id from web_push_subscription`;
  if (!hasGateway) return browsers;
  return sql`${browsers} union select user_id from push_token
    union select user_id from push_device where error_code is null and gateway_device_id is not null`;
}

/** All users with a device. One who no longer has any may still be among them: that only costs a query that finds nothing. */
export const pushUsers = keptOfUsers({
  empty: () => new Set<UserId>(),
  async refresh(kept, users, db, app) {
    const reached = await usersWithDevice(db, users, app.config.pushGateway !== undefined);
    for (const user of users) if (!reached.has(user)) kept.delete(user);
    for (const user of reached) kept.add(user);
  },
});

async function usersWithDevice(db: Db, ids: readonly UserId[], hasGateway: boolean): Promise<ReadonlySet<UserId>> {
  const { rows } = await sql<{ id: UserId }>`
    select id from "user" where ${isAnyOf(db, "id", ids)} and id in (${reached(hasGateway)})`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Runs work that adds devices, and notes for whom it is the first one. */
export async function changingPushUsers<T>(ctx: Writing, users: readonly UserId[], work: () => Promise<T>): Promise<T> {
  const hasGateway = ctx.app.config.pushGateway !== undefined;
  const before = await usersWithDevice(ctx.db, users, hasGateway);
  const result = await work();
  const after = await usersWithDevice(ctx.db, users, hasGateway);
  for (const id of after.difference(before)) await raisePreferencesVersion(ctx.db, { id, realm_id: ctx.realm.id });
  return result;
}
