import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { ChannelId, MessageId, RealmId, RecipientId, UserId } from "../kernel/api/ids.ts";
import { compiled } from "../kernel/db/compiled.ts";
import { isAnyOf, isAnyTextOf, numberRows } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import type { Schema } from "../kernel/db/schema.ts";
import { nameKey } from "../kernel/names/visible.ts";

export type ChannelRow = Selectable<Schema["channel"]>;
/** A channel with a user's subscription. */
export type Channel = ChannelRow & { is_subscribed: boolean; is_muted: boolean };

function channelsSeenBy(db: Db, realmId: RealmId, userId: UserId) {
  return db
    .selectFrom("channel")
    .leftJoin("subscription", (join) =>
      join.onRef("subscription.channel_id", "=", "channel.id").on("subscription.user_id", "=", userId),
    )
    .selectAll("channel")
    .select(["subscription.is_subscribed", "subscription.is_muted"])
    .where("channel.realm_id", "=", realmId);
}

/** Modifies the row: copying so many columns costs as much as reading them. */
function known(row: ChannelRow & { is_subscribed: boolean | null; is_muted: boolean | null }): Channel {
  row.is_subscribed ??= false;
  row.is_muted ??= false;
  return row as Channel;
}

/** Every channel of the organization, with the user's subscription; by name. */
export async function allChannels(db: Db, realmId: RealmId, userId: UserId): Promise<Channel[]> {
  const rows = await channelsSeenBy(db, realmId, userId).orderBy("channel.name_key").execute();
  return rows.map(known);
}

/** Every channel of the organization, by name. */
export const everyChannel = (db: Db, realmId: RealmId): Promise<ChannelRow[]> =>
  db.selectFrom("channel").selectAll().where("realm_id", "=", realmId).orderBy("name_key").execute();

/** The existing channels among these names, in the order of the names. */
export async function channelsByName(
  db: Db,
  realmId: RealmId,
  userId: UserId,
  names: readonly string[],
): Promise<Channel[]> {
  if (names.length === 0) return [];
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0)
    return (await channelWithName(db, { realmId, userId, key: nameKey(only) })).map(known);
  const keys = [...new Set(names.map(nameKey))];
  const rows = await channelsSeenBy(db, realmId, userId)
    .where(isAnyTextOf(db, "channel.name_key", keys))
    .execute();
  const byKey = new Map(rows.map((row) => [row.name_key, known(row)]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

const channelWithName = compiled((db, given: { realmId: RealmId; userId: UserId; key: string }) =>
  channelsSeenBy(db, given.realmId, given.userId).where("channel.name_key", "=", given.key),
);

const channelWithId = compiled((db, given: { realmId: RealmId; userId: UserId; id: ChannelId }) =>
  channelsSeenBy(db, given.realmId, given.userId).where("channel.id", "=", given.id),
);

export async function channelById(
  db: Db,
  realmId: RealmId,
  userId: UserId,
  id: ChannelId,
): Promise<Channel | undefined> {
  const [row] = await channelWithId(db, { realmId, userId, id });
  return row && known(row);
}

/** The existing channels among these, with the user's subscription. */
export async function channelsByIds(
  db: Db,
  realmId: RealmId,
  userId: UserId,
  ids: readonly ChannelId[],
): Promise<Channel[]> {
  const rows = await channelsSeenBy(db, realmId, userId)
    .where(isAnyOf(db, "channel.id", ids))
    .execute();
  return rows.map(known);
}

/** A channel as one of several users sees it. */
interface Seen {
  readonly userId: UserId;
  readonly channelId: ChannelId;
}

/** The existing ones among channels that several users ask for, each with the user's subscription: both read once for all. */
export async function channelsSeenByEach(
  db: Db,
  realmId: RealmId,
  wanted: readonly Seen[],
): Promise<(seen: Seen) => Channel | undefined> {
  if (wanted.length === 0) return () => undefined;
  const pairs = wanted.map(({ userId, channelId }) => [userId, channelId] as const);
  const ids = [...new Set(wanted.map(({ channelId }) => channelId))];
  const [rows, { rows: subscriptions }] = await Promise.all([
    channelRows(db, { realmId, ids }),
    sql<Pick<Schema["subscription"], "user_id" | "channel_id" | "is_subscribed" | "is_muted">>`
      select distinct user_id, channel_id, is_subscribed, is_muted
      from ${numberRows(db, ["given_user", "given_channel"], pairs)} as given
        join subscription on user_id = given_user and channel_id = given_channel`.execute(db),
  ]);
  const channels = new Map(rows.map((row) => [row.id, row]));
  const keyOf = (userId: UserId, channelId: ChannelId) => `${userId} ${channelId}`;
  const own = new Map(subscriptions.map((row) => [keyOf(row.user_id, row.channel_id), row]));
  return ({ userId, channelId }) => {
    const channel = channels.get(channelId);
    const { is_subscribed = null, is_muted = null } = own.get(keyOf(userId, channelId)) ?? {};
    return channel && known({ ...channel, is_subscribed, is_muted });
  };
}

const channelRows = compiled((db, { realmId, ids }: { realmId: RealmId; ids: readonly ChannelId[] }) =>
  db
    .selectFrom("channel")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where(isAnyOf(db, "id", ids)),
);

/** The channel behind a recipient; undefined for direct conversations. */
export async function channelByRecipient(
  db: Db,
  realmId: RealmId,
  userId: UserId,
  recipientId: RecipientId,
): Promise<Channel | undefined> {
  const row = await channelsSeenBy(db, realmId, userId)
    .where("channel.recipient_id", "=", recipientId)
    .executeTakeFirst();
  return row && known(row);
}

/** The channels behind several recipients, with the user's subscriptions. */
export async function channelsByRecipients(
  db: Db,
  realmId: RealmId,
  userId: UserId,
  recipientIds: readonly RecipientId[],
): Promise<Channel[]> {
  const rows = await channelsSeenBy(db, realmId, userId)
    .where(isAnyOf(db, "channel.recipient_id", recipientIds))
    .execute();
  return rows.map(known);
}

export type NamedChannel = Pick<ChannelRow, "id" | "name" | "recipient_id">;

/** The channels among these recipients. */
export const channelsOfRecipients = async (db: Db, recipientIds: readonly RecipientId[]): Promise<NamedChannel[]> =>
  recipientIds.length > 0 ? namesOf(db, { recipientIds }) : [];

const namesOf = compiled((db, { recipientIds }: { recipientIds: readonly RecipientId[] }) =>
  db
    .selectFrom("channel")
    .select(["id", "name", "recipient_id"])
    .where(isAnyOf(db, "recipient_id", recipientIds)),
);

export async function insertChannel(
  tx: TurnTx,
  channel: Omit<Insertable<Schema["channel"]>, "recipient_id" | "name_key">,
): Promise<ChannelRow> {
  const recipient = await tx
    .insertInto("recipient")
    .values({ realm_id: channel.realm_id, direct_key: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return tx
    .insertInto("channel")
    .values({ ...channel, recipient_id: recipient.id, name_key: nameKey(channel.name) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function channelsWithIds(db: Db, realmId: RealmId, ids: readonly ChannelId[]): Promise<ChannelRow[]> {
  return db
    .selectFrom("channel")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where(isAnyOf(db, "id", ids))
    .orderBy("id")
    .execute();
}

/** Web-public channels, up to a limit. */
export async function webPublicRecipients(db: Db, realmId: RealmId, limit: number): Promise<RecipientId[]> {
  const rows = await db
    .selectFrom("channel")
    .select("recipient_id")
    .where("realm_id", "=", realmId)
    .where("is_web_public", "=", true)
    .where("is_archived", "=", false)
    .limit(limit)
    .execute();
  return rows.map((row) => row.recipient_id);
}

/** Whether any message has a topic with a name. */
export async function hasNamedTopics(db: Db, channelId: ChannelId): Promise<boolean> {
  const row = await db
    .selectFrom("topic")
    .select("id")
    .where("channel_id", "=", channelId)
    .where("name_key", "!=", "")
    .where("max_message_id", ">", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function changeChannel(tx: TurnTx, id: ChannelId, changes: Updateable<Schema["channel"]>): Promise<ChannelRow> {
  return tx.updateTable("channel").set(changes).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

export async function putIntoFolder(tx: TurnTx, ids: readonly ChannelId[], folder_id: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("channel")
    .set({ folder_id })
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

/** Recently active channels whose newest message (or creation) is older than a time. */
export function channelsSilentSince(db: Db, realmId: RealmId, moment: number): Promise<ChannelRow[]> {
  return db
    .selectFrom("channel")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("is_recently_active", "=", true)
    .where("date_created", "<", moment)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("message")
            .select("message.id")
            .whereRef("message.recipient_id", "=", "channel.recipient_id")
            .where("message.sent_at", ">=", moment),
        ),
      ),
    )
    .execute();
}

export async function markInactive(tx: TurnTx, ids: readonly ChannelId[]): Promise<void> {
  await tx
    .updateTable("channel")
    .set({ is_recently_active: false })
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

/** The newest message of the server; 0 when there is none. A look at the end of the index. */
export async function newestMessageId(db: Db): Promise<MessageId> {
  const [row] = await newestMessage(db, {});
  return row?.id ?? 0;
}

/** With the limit as a parameter, PostgreSQL would plan it anew each time. */
const newestMessage = compiled((db, _: object) =>
  db.selectFrom("message").select("id").orderBy("id", "desc").limit(sql.lit(1)),
);
