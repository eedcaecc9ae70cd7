/**
 * The audit log. Entries outlive what they are about, so only the organization is a reference; they go with it. The database
 * itself refuses to change or delete them otherwise. One thing can be taken out: from where an entry came, for people whose
 * data is erased.
 */
import { type Kysely, sql } from "kysely";
import { jsonText, onPostgres, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("audit_log")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("actor_kind", "text", (c) => c.notNull())
    .addColumn("actor_id", "bigint")
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("user_id", "bigint")
    .addColumn("channel_id", "bigint")
    .addColumn("group_id", "bigint")
    .addColumn("message_id", "bigint")
    .addColumn("details", jsonText, (c) => c.notNull())
    .addColumn("ip_address", "text")
    .addColumn("client", "text")
    .execute();
  // Newest first, all of them or by one filter.
  await sql`create index audit_log_time on audit_log (realm_id, created_at, id)`.execute(db);
  await sql`create index audit_log_action on audit_log (realm_id, action, created_at, id)`.execute(db);
  for (const column of ["actor_id", "user_id", "channel_id", "group_id"])
    await sql`create index ${sql.ref(`audit_log_${column}`)} on audit_log (realm_id, ${sql.ref(column)}, created_at, id)
      where ${sql.ref(column)} is not null`.execute(db);
  await (onPostgres(db) ? refuseOnPostgres(db) : refuseOnSqlite(db));
}

const KEPT = sql.raw(
  "id, realm_id, created_at, actor_kind, actor_id, action, user_id, channel_id, group_id, message_id, details",
);
const REFUSAL = sql.lit("The audit log is append-only.");

async function refuseOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger audit_log_is_kept before update of ${KEPT} on audit_log
    begin select raise(abort, ${REFUSAL}); end`.execute(db);
  await sql`create trigger audit_log_origin_is_kept before update of ip_address, client on audit_log
    when new.ip_address is not null or new.client is not null
    begin select raise(abort, ${REFUSAL}); end`.execute(db);
  await sql`create trigger audit_log_is_not_deleted before delete on audit_log
    when exists (select 1 from realm where realm.id = old.realm_id)
    begin select raise(abort, ${REFUSAL}); end`.execute(db);
}

async function refuseOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception ${REFUSAL}; end $$`.execute(db);
  await sql`create function refuse_audit_deletion() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from realm where realm.id = old.realm_id) then raise exception ${REFUSAL}; end if;
      return old;
    end $$`.execute(db);
  await sql`create trigger audit_log_is_kept before update of ${KEPT} on audit_log
    for each row execute function refuse_audit_change()`.execute(db);
  await sql`create trigger audit_log_origin_is_kept before update of ip_address, client on audit_log
    for each row when (new.ip_address is not null or new.client is not null)
    execute function refuse_audit_change()`.execute(db);
  await sql`create trigger audit_log_is_not_deleted before delete on audit_log
    for each row execute function refuse_audit_deletion()`.execute(db);
}
