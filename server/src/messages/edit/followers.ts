/** Who can follow messages to another channel, and who loses access to them. */
import { sql } from "kysely";
import { hasContentAccess, isHistoryProtected } from "../../channels/permissions.ts";
import { sightOf } from "../../channels/sight.ts";
import type { ChannelRow } from "../../channels/store.ts";
import { isGuest, Role } from "../../kernel/access/roles.ts";
import type { MessageId, RealmId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { Viewing } from "../audience.ts";
import { type MessagePart, MessageParts } from "../parts.ts";
import { periodsOfSubscribers } from "../periods.ts";

export interface Followers {
  /** Users who can see the messages now and learn that they were moved. */
  readonly told: readonly Viewing[];
  /** Users who could see them and no longer can: for them they are deleted. */
  readonly lost: readonly Viewing[];
}

interface TopicFollower {
  readonly id: UserId;
  readonly role: number;
  /** Whether the user is subscribed to each of the two, or has reactions or flags there. */
  readonly inSource: boolean;
  readonly inTarget: boolean;
}

/**
 * Notified are all who saw the messages before and, unless protected history hides them, the subscribers of the new
 * channel; guests only if they know the old one. Each learns about the messages they can see.
 */
export async function followersOf(
  db: Db,
  from: ChannelRow,
  to: ChannelRow,
  ids: readonly MessageId[],
): Promise<Followers> {
  const people = await peopleOf(db, from, to, ids);
  const parts = new MessageParts(ids);
  const before = await sightIn(db, from, parts);
  const after = await sightIn(db, to, parts);
  const readers = (await sightOf(db, [to], people, hasContentAccess)).get(to.id);
  const [told, lost] = [new Groups(), new Groups()];
  for (const person of people) {
    const saw = person.inSource ? before(person.id) : parts.none;
    const sees = readers?.has(person.id) ? after(person.id) : parts.none;
    const isNewcomer = person.inTarget && !isHistoryProtected(from) && !(isGuest(person) && !person.inSource);
    if (saw !== parts.none || isNewcomer) told.add(person.id, sees);
    if (saw !== parts.none) lost.add(person.id, parts.without(saw, sees));
  }
  return { told: told.viewings(), lost: lost.viewings() };
}

/** Subscribers of either channel, and for a public one users with reactions or flags on the messages. */
async function peopleOf(db: Db, from: ChannelRow, to: ChannelRow, ids: readonly MessageId[]): Promise<TopicFollower[]> {
  const [inSource, inTarget] = [await subscribedTo(db, from), await subscribedTo(db, to)];
  const dealing = from.invite_only ? [] : await dealingWith(db, ids);
  const peculiar = await unlikeMembers(db, from.realm_id);
  const roleOf = (id: UserId) => peculiar.get(id)?.role ?? Role.member;
  const dealt = new Set(dealing.filter((id) => !isGuest({ role: roleOf(id) })));
  const everybody = [...inSource.union(inTarget).union(dealt)].sort((a, b) => a - b);
  return everybody
    .filter((id) => peculiar.get(id)?.is_active ?? true)
    .map((id) => ({
      id,
      role: roleOf(id),
      inSource: inSource.has(id) || dealt.has(id),
      inTarget: inTarget.has(id),
    }));
}

/** There may be very many: answered from an index alone. */
async function subscribedTo(db: Db, { id }: ChannelRow): Promise<Set<UserId>> {
  const rows = await db
    .selectFrom("subscription")
    .select("user_id")
    .where("channel_id", "=", id)
    .where("is_subscribed", "=", true)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

async function dealingWith(db: Db, ids: readonly MessageId[]): Promise<UserId[]> {
  const ofThese = isAnyOf(db, "message_id", ids);
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from reaction where ${ofThese} union select user_id from user_message where ${ofThese}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Accounts that are not active members: few of many. */
async function unlikeMembers(db: Db, realmId: RealmId) {
  const rows = await db
    .selectFrom("user")
    .select(["id", "role", "is_active"])
    .where("realm_id", "=", realmId)
    .where((eb) => eb.or([eb("role", "!=", Role.member), eb("is_active", "=", false)]))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type Sight = (userId: UserId) => MessagePart;

/** Which of the messages a reader of the channel sees. */
async function sightIn(db: Db, channel: ChannelRow, parts: MessageParts): Promise<Sight> {
  if (!isHistoryProtected(channel)) return () => parts.all;
  // Only subscribers see protected history.
  const periods = await periodsOfSubscribers(db, channel.id, parts.all.ids);
  return (userId) => parts.during(periods.get(userId) ?? []);
}

/** Groups users by what they are notified of. */
class Groups {
  readonly #groups = new Map<MessagePart, UserId[]>();

  add(user: UserId, part: MessagePart): void {
    if (part.ids.length === 0) return;
    const users = this.#groups.get(part);
    if (users) users.push(user);
    else this.#groups.set(part, [user]);
  }

  viewings(): Viewing[] {
    return [...this.#groups].map(([{ ids }, users]) => ({ ids, audience: { users } }));
  }
}
