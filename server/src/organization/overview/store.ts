/** What the overview counts when someone looks. Each query reads the rows of one organization, and nothing of its messages. */
import { sql } from "kysely";
import { Role } from "../../kernel/access/roles.ts";
import type { RealmId } from "../../kernel/api/ids.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { UPLOAD_KINDS } from "./contract.ts";

export async function peopleCounts(db: Db, realmId: RealmId) {
  const rows = await db
    .selectFrom("user")
    .select(["role", "is_active"])
    .select(sql<boolean | number>`bot_type is not null`.as("is_bot"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("realm_id", "=", realmId)
    .where("system_bot", "is", null)
    .groupBy(["role", "is_active", sql`bot_type is not null`])
    .execute();
  const sum = (is: (row: { role: number; isActive: boolean; isBot: boolean }) => boolean) =>
    rows
      .filter((row) => is({ role: row.role, isActive: Boolean(row.is_active), isBot: Boolean(row.is_bot) }))
      .reduce((total, row) => total + Number(row.count), 0);
  const withRole = (role: number) => sum((row) => row.role === role && row.isActive && !row.isBot);
  return {
    owners: withRole(Role.owner),
    administrators: withRole(Role.administrator),
    moderators: withRole(Role.moderator),
    members: withRole(Role.member),
    guests: withRole(Role.guest),
    bots: sum((row) => row.isActive && row.isBot),
    deactivated: sum((row) => !row.isActive && !row.isBot),
  };
}

export async function channelCounts(db: Db, realmId: RealmId) {
  const rows = await db
    .selectFrom("channel")
    .select(["invite_only", "is_web_public", "is_archived"])
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("realm_id", "=", realmId)
    .groupBy(["invite_only", "is_web_public", "is_archived"])
    .execute();
  const sum = (is: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(is).reduce((total, row) => total + Number(row.count), 0);
  return {
    web_public: sum((row) => !row.is_archived && row.is_web_public),
    public: sum((row) => !row.is_archived && !row.is_web_public && !row.invite_only),
    private: sum((row) => !row.is_archived && !row.is_web_public && row.invite_only),
    archived: sum((row) => row.is_archived),
  };
}

/** Files that are looked at; more are only in the sum. */
export const MOST_FILES = 20_000;

interface KindCount {
  readonly kind: (typeof UPLOAD_KINDS)[number];
  readonly files: number;
  readonly bytes: number;
}

export const uploadsQuery = (realmId: RealmId) => sql<Record<keyof KindCount, string>>`
  select case when content_type like 'image/%' then 'image' when content_type like 'video/%' then 'video'
    when content_type like 'audio/%' then 'audio' when content_type like 'text/%' then 'text' else 'other' end as kind,
    count(*) as files, sum(size) as bytes
  from (select content_type, size from attachment where realm_id = ${realmId}
    order by id desc limit ${sql.lit(MOST_FILES)}) as newest
  group by 1`;

export async function uploadCounts(db: Db, realmId: RealmId): Promise<KindCount[]> {
  const { rows } = await uploadsQuery(realmId).execute(db);
  return rows.map(({ kind, files, bytes }) => ({
    kind: kind as KindCount["kind"],
    files: Number(files),
    bytes: Number(bytes),
  }));
}

export async function uploadBytes(db: Db, realmId: RealmId): Promise<number> {
  const row = await db
    .selectFrom("upload_space")
    .select("used_bytes")
    .where("realm_id", "=", realmId)
    .executeTakeFirst();
  return row?.used_bytes ?? 0;
}

export async function exportBytes(db: Db, realmId: RealmId): Promise<number> {
  const row = await db
    .selectFrom("realm_export")
    .select(({ fn }) => fn.sum<number | string | null>("size").as("bytes"))
    .where("realm_id", "=", realmId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Null if the server has several organizations: its size is then not this one's business. */
export async function databaseBytes(db: Db): Promise<number | null> {
  const realms = await db.selectFrom("realm").select("id").limit(2).execute();
  if (realms.length > 1) return null;
  const { rows } = isPostgres(db)
    ? await sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`.execute(db)
    : await sql<{ bytes: number | string }>`
        select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

export const MOST_JOBS = 10_000;

export interface JobCount {
  readonly kind: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly failed: number;
  /** When the first of those that wait was due. */
  readonly waiting_since_ms: number | null;
}

export const jobsQuery = (realmId: RealmId, nowMs: number) => sql<Record<keyof JobCount, string | number | null>>`
  select kind,
    sum(case when failed = ${false} and run_at_ms <= ${nowMs} then 1 else 0 end) as waiting,
    sum(case when failed = ${false} and run_at_ms > ${nowMs} and attempts > 0 then 1 else 0 end) as retrying,
    sum(case when failed = ${true} then 1 else 0 end) as failed,
    min(case when failed = ${false} and run_at_ms <= ${nowMs} then run_at_ms end) as waiting_since_ms
  from (select kind, failed, run_at_ms, attempts from job where realm_id = ${realmId}
    limit ${sql.lit(MOST_JOBS)}) as own
  group by kind`;

export async function jobCounts(db: Db, realmId: RealmId, nowMs: number): Promise<JobCount[]> {
  const { rows } = await jobsQuery(realmId, nowMs).execute(db);
  return rows.map(({ kind, waiting, retrying, failed, waiting_since_ms: since }) => ({
    kind: String(kind),
    waiting: Number(waiting),
    retrying: Number(retrying),
    failed: Number(failed),
    waiting_since_ms: since === null ? null : Number(since),
  }));
}
