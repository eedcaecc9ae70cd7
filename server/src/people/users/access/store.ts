import { type RawBuilder, type SqlBool, sql } from "kysely";
import { Role } from "../../../kernel/access/roles.ts";
import type { RealmId, UserId } from "../../../kernel/api/ids.ts";
import { isAnyOf } from "../../../kernel/db/dialect.ts";
import type { Db } from "../../../kernel/db/handles.ts";

/** Pairs of guests and users to consider; all if omitted. */
export interface Between {
  readonly guests?: readonly UserId[];
  readonly users?: readonly UserId[];
}

/** The users that each guest can access. */
export type Acquaintances = ReadonlyMap<UserId, ReadonlySet<UserId>>;

/**
 * The users that restricted guests can access: active users who share a channel or direct conversation with them, users
 * in a one-to-one conversation with them even if deactivated, and themselves.
 */
export async function acquaintancesOf(db: Db, realmId: RealmId, { guests, users }: Between): Promise<Acquaintances> {
  const among = (column: string, ids: readonly UserId[] | undefined) => (ids ? isAnyOf(db, column, ids) : sql`true`);
  const condition = sql`${among("mine.user_id", guests)} and ${among("theirs.user_id", users)}`;
  const people = sql`
    join "user" as guest on guest.id = mine.user_id
      and guest.realm_id = ${realmId} and guest.role = ${Role.guest} and guest.is_active
    join "user" as other on other.id = theirs.user_id`;
  const { rows } = await sql<{ guest_id: UserId; user_id: UserId }>`
    select mine.user_id as guest_id, theirs.user_id from subscription as mine
      join subscription as theirs on theirs.channel_id = mine.channel_id and theirs.is_subscribed ${people}
    where mine.is_subscribed and other.is_active and ${condition}
    union
    select mine.user_id, theirs.user_id from direct_participant as mine
      join direct_participant as theirs on theirs.recipient_id = mine.recipient_id ${people}
    where ${condition} and (other.is_active or ${isOfTwo})
    order by 1, 2`.execute(db);
  const known = new Map<UserId, Set<UserId>>();
  for (const { guest_id, user_id } of rows) known.set(guest_id, (known.get(guest_id) ?? new Set()).add(user_id));
  return known;
}

const isOfTwo: RawBuilder<SqlBool> = sql<SqlBool>`
  (select count(*) from direct_participant as anyone where anyone.recipient_id = mine.recipient_id) = 2`;

/** The users that visitors can access: subscribers of web-public channels. */
export async function knownToVisitors(db: Db, realmId: RealmId): Promise<ReadonlySet<UserId>> {
  const rows = await db
    .selectFrom("channel")
    .innerJoin("subscription", "subscription.channel_id", "channel.id")
    .innerJoin("user", "user.id", "subscription.user_id")
    .select("user.id")
    .distinct()
    .where("channel.realm_id", "=", realmId)
    .where("channel.is_web_public", "=", true)
    .where("channel.is_archived", "=", false)
    .where("subscription.is_subscribed", "=", true)
    .where("user.is_active", "=", true)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Active guests of the organization. */
export async function guestsOf(db: Db, realmId: RealmId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("role", "=", Role.guest)
    .where("is_active", "=", true)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}
