/**
 * Messages and active people by day. A job adds up what was sent since its last run, so each message is read once; what it has
 * not counted yet is added when someone looks, up to a batch.
 */
import { sql } from "kysely";
import type { MessageId, RealmId } from "../../kernel/api/ids.ts";
import type { Db, Tx } from "../../kernel/db/handles.ts";

export const DAY_SECONDS = 24 * 3600;

/** Messages that are counted at once. */
export const BATCH = 20_000;

export const dayOf = (seconds: number): number => Math.floor(seconds / DAY_SECONDS);

interface Cursor {
  readonly upto_message_id: MessageId;
  readonly messages: number;
}

export async function activityCursor(db: Db, realmId: RealmId): Promise<Cursor> {
  const stored = await db
    .selectFrom("activity_cursor")
    .select(["upto_message_id", "messages"])
    .where("realm_id", "=", realmId)
    .executeTakeFirst();
  return stored ?? { upto_message_id: 0 as MessageId, messages: 0 };
}

export interface Uncounted {
  readonly day: number;
  readonly messages: number;
  readonly upto: MessageId;
}

/** The messages of the next batch by the days on which they were sent. Ids of an organization become visible in their order. */
export const uncountedQuery = (realmId: RealmId, after: MessageId) => sql<Uncounted>`
  select sent_at / ${sql.lit(DAY_SECONDS)} as day, count(*) as messages, max(id) as upto
  from (select id, sent_at from message where realm_id = ${realmId} and id > ${after}
    order by id limit ${sql.lit(BATCH)}) as batch
  group by 1`;

export async function uncountedMessages(db: Db, realmId: RealmId, after: MessageId): Promise<Uncounted[]> {
  const { rows } = await uncountedQuery(realmId, after).execute(db);
  return rows.map(({ day, messages, upto }) => ({ day: Number(day), messages: Number(messages), upto: Number(upto) }));
}

export interface ActivityDay {
  readonly day: number;
  readonly messages: number;
  readonly people: number;
}

export function activityDays(db: Db, realmId: RealmId, since: number): Promise<ActivityDay[]> {
  return db
    .selectFrom("activity_day")
    .select(["day", "messages", "people"])
    .where("realm_id", "=", realmId)
    .where("day", ">=", since)
    .orderBy("day")
    .execute();
}

/**
 * When each person last used a client: by presence, by an event queue, or by registering. People can hide their presence, and some
 * clients never send it.
 */
const lastUses = (realmId: RealmId) => sql`
  select id, max(seen) as seen from (
    select user_id as id, last_connected_at as seen from user_presence where realm_id = ${realmId}
    union all
    select user_id, last_seen_at from event_queue where realm_id = ${realmId}
    union all
    select user_activity.user_id, user_activity.last_day * ${sql.lit(DAY_SECONDS)}
    from "user" as account join user_activity on user_activity.user_id = account.id where account.realm_id = ${realmId}
  ) as used group by id`;

export interface ActivePeople {
  readonly today: number;
  readonly week: number;
  readonly month: number;
}

/** How many people were active on this day, and in the 7 and 30 days that end with it. */
export async function activePeople(db: Db, realmId: RealmId, today: number): Promise<ActivePeople> {
  const since = (days: number) => (today + 1 - days) * DAY_SECONDS;
  const { rows } = await sql<Record<keyof ActivePeople, number | string | null>>`
    select sum(case when used.seen >= ${since(1)} then 1 else 0 end) as today,
      sum(case when used.seen >= ${since(7)} then 1 else 0 end) as week,
      count(*) as month
    from (${lastUses(realmId)}) as used join "user" on "user".id = used.id
    where used.seen >= ${since(30)} and "user".is_active = ${true} and "user".bot_type is null`.execute(db);
  const { today: day, week, month } = rows[0] ?? {};
  return { today: Number(day ?? 0), week: Number(week ?? 0), month: Number(month ?? 0) };
}

/** Adds a batch to its days. Returns whether there was one. */
export async function countBatch(tx: Tx, realmId: RealmId, keptSince: number): Promise<boolean> {
  const { upto_message_id, messages } = await lockCursor(tx, realmId);
  const found = await uncountedMessages(tx, realmId, upto_message_id);
  if (found.length === 0) return false;
  for (const { day, messages: more } of found)
    if (day >= keptSince) await addToDay(tx, { realm_id: realmId, day, messages: more, people: 0 });
  await tx
    .updateTable("activity_cursor")
    .set({
      upto_message_id: Math.max(...found.map(({ upto }) => upto)),
      messages: messages + found.reduce((sum, each) => sum + each.messages, 0),
    })
    .where("realm_id", "=", realmId)
    .execute();
  return true;
}

/** Until the commit nobody else counts: two processes would add the same messages. */
function lockCursor(tx: Tx, realm_id: RealmId): Promise<Cursor> {
  return tx
    .insertInto("activity_cursor")
    .values({ realm_id, upto_message_id: 0, messages: 0 })
    .onConflict((conflict) =>
      conflict.column("realm_id").doUpdateSet({ messages: sql<number>`activity_cursor.messages` }),
    )
    .returning(["upto_message_id", "messages"])
    .executeTakeFirstOrThrow();
}

/** People of a day only become more: those who come back later are not counted for an earlier day. */
export const countPeople = (tx: Tx, realmId: RealmId, day: number, people: number): Promise<void> =>
  addToDay(tx, { realm_id: realmId, day, messages: 0, people });

async function addToDay(tx: Tx, row: ActivityDay & { readonly realm_id: RealmId }): Promise<void> {
  await tx
    .insertInto("activity_day")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["realm_id", "day"]).doUpdateSet({
        messages: sql<number>`activity_day.messages + excluded.messages`,
        people: sql<number>`case when excluded.people > activity_day.people then excluded.people else activity_day.people end`,
      }),
    )
    .execute();
}

export async function forgetDays(tx: Tx, realmId: RealmId, before: number): Promise<void> {
  await tx.deleteFrom("activity_day").where("realm_id", "=", realmId).where("day", "<", before).execute();
}
