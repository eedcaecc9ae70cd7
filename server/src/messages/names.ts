/** Resolves the names in a text for its author, before it is rendered. */
import { sql } from "kysely";
import { hasContentAccess, isHistoryProtected } from "../channels/permissions.ts";
import { type Channel, channelsByName } from "../channels/store.ts";
import type { ChannelId, MessageId, RealmId, TopicId, UserId } from "../kernel/api/ids.ts";
import type { Context, Realm, User } from "../kernel/context.ts";
import { compiled } from "../kernel/db/compiled.ts";
import { isAnyOf, isAnyTextOf } from "../kernel/db/dialect.ts";
import type { Db } from "../kernel/db/handles.ts";
import { fold } from "../kernel/db/names.ts";
import { nameKey } from "../kernel/names/visible.ts";
import { accessOf } from "../people/users/access/viewer.ts";
import { type MarkdownNames, type NamedGroup, type NamedUser, NO_NAMES } from "../text/markdown/names.ts";
import { type NamesInText, namesIn, refersToAnything } from "../text/markdown/names-in.ts";
import { uploadedImages } from "./uploads/previews.ts";
import { receivedBy } from "./visibility.ts";

/** The author: names are resolved with their permissions. */
export interface Author extends User {
  /** The server itself: a notice's composer decides what it names, and it may name any channel. */
  readonly speaksForServer?: true;
  /** In a text from another program, a mention of someone whose account is deactivated, or waits for them, is still one. */
  readonly mentionsDeactivated?: true;
}

export interface LoadedNames extends MarkdownNames {
  /** Changes when the names mean something else for the author. */
  readonly key: string;
}

/** At most one query per kind of name; none for kinds that do not occur. */
export async function namesFor(ctx: Context, content: string, author: Author): Promise<LoadedNames> {
  const found = namesIn(content);
  const { db, realm } = ctx;
  const { linkifiers } = realm;
  const customEmoji = (name: string) => realm.customEmoji.named(name);
  if (!refersToAnything(found)) return { ...NO_NAMES, linkifiers, customEmoji, key: "" };
  const users = await usersNamed({ db, realm, user: author }, found);
  const groups = await groupsNamed(db, realm.id, found.groupNames);
  const channels = await channelsNamed(db, author, found.channelNames);
  const newest = await newestInTopics(db, author, channels, found.topics);
  const uploads = await uploadedImages({ ...ctx, user: author }, found.uploads);
  return {
    ...users.names,
    key: JSON.stringify([users.rows, [...groups], [...channels.values()].map(asNamed), [...newest], [...uploads]]),
    groupByName: (name) => groups.get(name),
    channelByName: (name) => asNamed(channels.get(name)),
    newestMessageIn: (channelId, topic) => newest.get(topicKey(channelId, fold(topic))),
    customEmoji,
    uploadedImage: (pathId) => uploads.get(pathId),
    linkifiers,
  };
}

/** Names may be ambiguous: active accounts come before deactivated ones, and older before newer. */
async function usersNamed(
  { db, realm, user: author }: { db: Db; realm: Realm; user: Author },
  { userNames, userIds }: NamesInText,
): Promise<{ rows: readonly NamedUser[]; names: Pick<MarkdownNames, "userByName" | "userById"> }> {
  if (userNames.size + userIds.size === 0) return { rows: [], names: NO_NAMES };
  const realmId = realm.id;
  const keys = [...userNames].map(nameKey);
  const ids = [...userIds];
  const rows = await (ids.length === 0
    ? usersWithNames(db, { realmId, keys })
    : keys.length === 0
      ? usersWithIds(db, { ids })
      : usersWithEither(db, { realmId, keys, ids }));
  const isAccessible = await accessOf(
    { db, realm, user: author },
    rows.map((row) => row.id),
  );
  const byId = new Map<UserId, NamedUser>();
  const byName = new Map<string, NamedUser>();
  for (const { id, realm_id, full_name, full_name_key, is_active, bot_type } of rows) {
    if (realm_id !== realmId || !isAccessible({ id, bot_type })) continue;
    const user = { user_id: id, full_name, is_active: is_active || author.mentionsDeactivated === true };
    byId.set(id, user);
    if (!byName.has(full_name_key)) byName.set(full_name_key, user);
  }
  const names: Pick<MarkdownNames, "userByName" | "userById"> = {
    userById: (id) => byId.get(id),
    userByName: (name) => byName.get(nameKey(name)),
  };
  return { rows: [...byId.values()], names };
}

const namedUsers = (db: Db) =>
  db.selectFrom("user").select(["id", "realm_id", "full_name", "full_name_key", "is_active", "bot_type"]);

interface UserNames {
  readonly realmId: RealmId;
  readonly keys: readonly string[];
}

interface UserIds {
  readonly ids: readonly UserId[];
}

const withNames = (db: Db, { realmId, keys }: UserNames) =>
  namedUsers(db)
    .where("realm_id", "=", realmId)
    .where(isAnyTextOf(db, "full_name_key", keys));
const withIds = (db: Db, { ids }: UserIds) => namedUsers(db).where(isAnyOf(db, "id", ids));

const usersWithNames = compiled((db, given: UserNames) =>
  withNames(db, given).orderBy("is_active", "desc").orderBy("id"),
);
const usersWithIds = compiled((db, given: UserIds) => withIds(db, given).orderBy("is_active", "desc").orderBy("id"));
/** Each by its own index. With both conditions in one, or with a condition on the organization, SQLite reads all accounts. */
const usersWithEither = compiled((db, given: UserNames & UserIds) =>
  withNames(db, given).union(withIds(db, given)).orderBy("is_active", "desc").orderBy("id"),
);

/** Anonymous groups have no name, so nobody can mention them. */
async function groupsNamed(
  db: Db,
  realmId: RealmId,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, NamedGroup>> {
  if (names.size === 0) return new Map();
  const rows = await db
    .selectFrom("user_group")
    .select(["id", "name", "deactivated"])
    .where("realm_id", "=", realmId)
    .where(isAnyTextOf(db, "name", [...names]))
    .execute();
  return new Map(
    rows.map(({ id, name, deactivated }) => [name as string, { group_id: id, name: name as string, deactivated }]),
  );
}

/** Channels whose messages the author can read, by exact name. */
async function channelsNamed(
  db: Db,
  author: Author,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Channel>> {
  if (names.size === 0) return new Map();
  const channels = await channelsByName(db, author.realm_id, author.id, [...names]);
  return new Map(
    channels
      .filter((channel) => author.speaksForServer || hasContentAccess(author, channel))
      .map((channel) => [channel.name, channel]),
  );
}

const asNamed = (channel: Channel | undefined) => channel && { stream_id: channel.id, name: channel.name };

const topicKey = (channelId: ChannelId, nameKey: string) => `${channelId}>${nameKey}`;

/** The newest message that the author can see in each topic. Only protected history needs to look at messages. */
async function newestInTopics(
  db: Db,
  author: Author,
  channels: ReadonlyMap<string, Channel>,
  topics: NamesInText["topics"],
): Promise<ReadonlyMap<string, MessageId>> {
  const linked = topics.filter(({ channel }) => channels.has(channel));
  if (linked.length === 0) return new Map();
  const named = new Map([...channels.values()].map((channel) => [channel.id, channel]));
  const rows = await db
    .selectFrom("topic")
    .select(["id", "channel_id", "name_key", "max_message_id"])
    .where(isAnyOf(db, "channel_id", [...named.keys()]))
    .where(isAnyTextOf(db, "name_key", [...new Set(linked.map(({ topic }) => fold(topic)))]))
    .execute();
  const isProtected = (row: { channel_id: ChannelId }) =>
    !author.speaksForServer && isHistoryProtected(named.get(row.channel_id) as Channel);
  const received = await newestReceived(
    db,
    author,
    rows.filter(isProtected).map((row) => row.id),
  );
  const newest = new Map<string, MessageId>();
  for (const row of rows) {
    const id = isProtected(row) ? received.get(row.id) : row.max_message_id;
    // A topic without messages has none.
    if (id) newest.set(topicKey(row.channel_id, row.name_key), id);
  }
  return newest;
}

async function newestReceived(
  db: Db,
  author: Author,
  topicIds: readonly TopicId[],
): Promise<ReadonlyMap<TopicId, MessageId>> {
  if (topicIds.length === 0) return new Map();
  const { rows } = await sql<{ id: TopicId; newest: MessageId | null }>`
    select topic.id, (
      select message.id from message where message.topic_id = topic.id and ${receivedBy(author)}
      order by message.id desc limit 1) as newest
    from topic where ${isAnyOf(db, "topic.id", topicIds)}`.execute(db);
  return new Map(rows.flatMap(({ id, newest }) => (newest === null ? [] : [[id, newest] as const])));
}
