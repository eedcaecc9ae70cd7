/**
 * Determines the contents of an archive. The operator's contains everything. One requested by an administrator contains
 * what every member can see; with consent, also what the consenting users can see.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { newestMessageId } from "../../channels/store.ts";
import type { ChannelId, MessageId, RealmId, UserId } from "../../kernel/api/ids.ts";
import type { Realm } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { Policy } from "../../messages/history/store.ts";
import { isBetweenEndsOfPeriod, isInPeriod, periods } from "../../messages/periods.ts";
import { showsAllHistory } from "../../messages/visibility.ts";
import { consentingAccounts } from "../store.ts";

export type ScopeKind = "everything" | "public" | "consented";

export interface Scope {
  readonly kind: ScopeKind;
  readonly realmId: RealmId;
  /** The domain of dummy addresses. */
  readonly host: string;
  hasConsented(userId: UserId): boolean;
  hasChannel(id: ChannelId): boolean;
  readonly consenting: readonly UserId[];
  readonly channels: readonly ChannelId[];
  /** What members can see of how messages were before. */
  readonly history: Policy;
  /** Users who have not consented appear to have read everything up to this message. */
  readonly newestMessageId: MessageId;
}

type ScopedRealm = Pick<Realm, "id" | "host" | "settings">;

export async function scopeOf(db: Db, realm: ScopedRealm, kind: ScopeKind): Promise<Scope> {
  const consenting = kind === "consented" ? await consentingAccounts(db, realm.id) : [];
  const channels = kind === "everything" ? [] : await channelsSeen(db, realm.id, consenting);
  const [people, places] = [new Set(consenting), new Set(channels)];
  return {
    kind,
    realmId: realm.id,
    host: realm.host,
    hasConsented: (id) => kind === "everything" || people.has(id),
    hasChannel: (id) => kind === "everything" || places.has(id),
    consenting,
    channels,
    history: realm.settings.message_edit_history_visibility_policy,
    newestMessageId: await newestMessageId(db),
  };
}

/** Public channels, and private channels with a subscriber who has consented. */
async function channelsSeen(db: Db, realmId: RealmId, consenting: readonly UserId[]): Promise<ChannelId[]> {
  const rows = await db
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", realmId)
    .where((eb) =>
      eb.or([
        eb("invite_only", "=", false),
        eb.exists(
          eb
            .selectFrom("subscription")
            .select("user_id")
            .whereRef("subscription.channel_id", "=", "channel.id")
            .where("is_subscribed", "=", true)
            .where(isAnyOf(db, "subscription.user_id", consenting)),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

type ScopeCondition = RawBuilder<SqlBool>;

/** Conditions for the rows of a partial archive, by table. `t` is the table's alias in the statement. */
export function limitsWithin(db: Db, scope: Scope): Readonly<Record<string, (t: string) => ScopeCondition>> {
  const { channels, consenting } = scope;
  const column = (t: string, name: string) => sql.ref(`${t}.${name}`);
  const isTheirs = (name: string) => isAnyOf(db, name, consenting);

  const isDirectOfTheirs = (recipient: ReturnType<typeof sql.ref>) => sql<SqlBool>`exists (
    select 1 from direct_participant as theirs where theirs.recipient_id = ${recipient} and ${isTheirs("theirs.user_id")})`;

  /** The periods of consenting subscribers of `place`. */
  const theirPeriods = sql`${periods}
    join subscription as lasting
      on lasting.user_id = period.user_id and lasting.channel_id = period.channel_id and lasting.is_subscribed
    where period.channel_id = place.id and ${isTheirs("period.user_id")}`;
  /** Messages in protected history are included only if a consenting user can see them. */
  const isSeen = (t: string) => sql<SqlBool>`(${isDirectOfTheirs(column(t, "recipient_id"))} or exists (
    select 1 from channel as place where place.recipient_id = ${column(t, "recipient_id")}
      and ${isAnyOf(db, "place.id", channels)}
      and (${showsAllHistory("place")} or exists (
        select 1 from ${theirPeriods} and ${isInPeriod(column(t, "id"))}))))`;

  return {
    // Former subscriptions are private.
    subscription: (t) => sql<SqlBool>`(${column(t, "is_subscribed")} or ${isTheirs(`${t}.user_id`)})`,
    subscription_period: (t) => sql<SqlBool>`(${column(t, "to_message_id")} is null or ${isTheirs(`${t}.user_id`)})`,
    channel: (t) => sql<SqlBool>`${isAnyOf(db, `${t}.id`, channels)}`,
    recipient: (t) => sql<SqlBool>`(${isDirectOfTheirs(column(t, "id"))} or exists (
      select 1 from channel as place where place.recipient_id = ${column(t, "id")} and ${isAnyOf(db, "place.id", channels)}))`,
    message: isSeen,
    // Period by period: all messages of a topic may be hidden, and otherwise each would be looked at.
    topic: (t) => sql<SqlBool>`exists (
      select 1 from channel as place where place.id = ${column(t, "channel_id")} and ${isAnyOf(db, "place.id", channels)}
        and ((${showsAllHistory("place")} and exists (
          select 1 from message as said where said.topic_id = ${column(t, "id")})) or exists (
          select 1 from ${theirPeriods} and exists (
            select 1 from message as said
            where said.topic_id = ${column(t, "id")} and ${isBetweenEndsOfPeriod(sql.ref("said.id"))}))))`,
    attachment: (t) => sql<SqlBool>`(${isTheirs(`${t}.owner_id`)} or exists (
      select 1 from attachment_message as claim join message as said on said.id = claim.message_id
      where claim.attachment_id = ${column(t, "id")} and ${isSeen("said")}) or exists (
      select 1 from attachment_scheduled_message as claim
        join scheduled_message as planned on planned.id = claim.scheduled_message_id
      where claim.attachment_id = ${column(t, "id")} and ${isTheirs("planned.sender_id")}))`,
    scheduled_message: (t) =>
      sql<SqlBool>`(${column(t, "channel_id")} is null or ${isAnyOf(db, `${t}.channel_id`, channels)})`,
  };
}
