import { type Selectable, type SqlBool, sql } from "kysely";
import type { AuditAction, ChannelId, GroupId, RealmId, UserId } from "../../kernel/api/index.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type AuditEntry = Selectable<Schema["audit_log"]>;

export interface AuditFilters {
  readonly actions?: readonly AuditAction[] | undefined;
  readonly actor_id?: UserId | undefined;
  readonly user_id?: UserId | undefined;
  readonly channel_id?: ChannelId | undefined;
  readonly group_id?: GroupId | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** A place in the list, which is ordered by time and then by id. */
export type AuditPlace = Pick<AuditEntry, "id" | "created_at">;

export interface AuditPage {
  readonly after?: AuditPlace | undefined;
  readonly limit: number;
}

export function placeOf(db: Db, realmId: RealmId, id: number): Promise<AuditPlace | undefined> {
  return db
    .selectFrom("audit_log")
    .select(["id", "created_at"])
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Newest first. */
export async function auditEntries(
  db: Db,
  realmId: RealmId,
  filters: AuditFilters,
  page: AuditPage,
): Promise<AuditEntry[]> {
  return filters.actions?.length === 0 ? [] : auditPageQuery(db, realmId, filters, page).execute();
}

export function auditPageQuery(db: Db, realmId: RealmId, { actions, ...filters }: AuditFilters, page: AuditPage) {
  const [action, ...others] = new Set(actions ?? [undefined]);
  const first = entriesWith(db, realmId, { ...filters, action }, page);
  if (others.length === 0) return first;
  // A page of each action, by its index: together they would be found by reading everything, or be sorted each time.
  const arm = (query: typeof first) => db.selectFrom(query.as("arm")).selectAll();
  const all = others.reduce(
    (united, other) => united.unionAll(arm(entriesWith(db, realmId, { ...filters, action: other }, page))),
    arm(first),
  );
  return db
    .selectFrom(all.as("entry"))
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit);
}

type OneAction = Omit<AuditFilters, "actions"> & { readonly action: AuditAction | undefined };

function entriesWith(db: Db, realmId: RealmId, { since, until, ...equal }: OneAction, { after, limit }: AuditPage) {
  let query = db.selectFrom("audit_log").selectAll().where("realm_id", "=", realmId);
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) query = query.where(column as keyof typeof equal, "=", value as never);
  if (since !== undefined) query = query.where("created_at", ">=", since);
  if (until !== undefined) query = query.where("created_at", "<", until);
  if (after) query = query.where(sql<SqlBool>`(created_at, id) < (${after.created_at}, ${after.id})`);
  return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit);
}
