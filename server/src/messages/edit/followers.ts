/** Who can follow messages to another channel, and who loses them. */
import { sql } from "kysely";
import { isGuest } from "../../access/roles.ts";
import type { MessageId, UserId } from "../../api/ids.ts";
import { hasContentAccess, isHistoryProtected } from "../../channels/permissions.ts";
import { sightOf } from "../../channels/sight.ts";
import type { ChannelRow } from "../../channels/store.ts";
import { isAnyOf } from "../../db/dialect.ts";
import type { Db } from "../../db/handles.ts";
import type { Viewing } from "../audience.ts";
import { seenBySubscribers } from "../periods.ts";

export interface Followers {
  /** Who sees the messages now and hears that they were moved. */
  readonly told: readonly Viewing[];
  /** Who saw them and does not any more: to them they are gone. */
  readonly lost: readonly Viewing[];
}

interface Person {
  readonly id: UserId;
  readonly role: number;
  /** Whether the person is subscribed to each of the two, or has dealt with a message there without being so. */
  readonly inSource: boolean;
  readonly inTarget: boolean;
}

/**
 * Those told are whoever saw the messages before and, unless it was hidden from people who were there, the subscribers of
 * the new channel; of guests only who knows the old one. Each hears of the messages that they can see.
 */
export async function followersOf(
  db: Db,
  from: ChannelRow,
  to: ChannelRow,
  ids: readonly MessageId[],
): Promise<Followers> {
  const people = await peopleOf(db, from, to, ids);
  const before = await sightIn(db, from, ids);
  const after = await sightIn(db, to, ids);
  const readers = (await sightOf(db, [to], people, hasContentAccess)).get(to.id);
  const [told, lost] = [new Groups(ids), new Groups(ids)];
  for (const person of people) {
    const saw = person.inSource ? before(person.id) : [];
    const sees = readers?.has(person.id) ? after(person.id) : [];
    const isNewcomer = person.inTarget && !isHistoryProtected(from) && !(isGuest(person) && !person.inSource);
    if (saw.length > 0 || isNewcomer) told.add(person.id, sees);
    if (saw.length > 0 && sees.length < ids.length) {
      const seen = new Set(sees);
      lost.add(
        person.id,
        saw.filter((id) => !seen.has(id)),
      );
    }
  }
  return { told: told.viewings(), lost: lost.viewings() };
}

/** Subscribers of either channel, and of a public one those who have dealt with the messages. */
async function peopleOf(db: Db, from: ChannelRow, to: ChannelRow, ids: readonly MessageId[]): Promise<Person[]> {
  const ofThese = isAnyOf(db, "message_id", ids);
  const dealt = from.invite_only
    ? sql`select cast(null as bigint) as user_id where 1 = 0`
    : sql`select user_id from reaction where ${ofThese} union select user_id from user_message where ${ofThese}`;
  const { rows } = await sql<{ id: UserId; role: number; source: number; target: number; dealt: number }>`
    select "user".id, "user".role, max(known.source) as source, max(known.target) as target, max(known.dealt) as dealt
    from (
      select user_id, case when channel_id = ${sql.lit(from.id)} then 1 else 0 end as source,
        case when channel_id = ${sql.lit(to.id)} then 1 else 0 end as target, 0 as dealt
      from subscription where ${isAnyOf(db, "channel_id", [from.id, to.id])} and is_subscribed
      union all
      select user_id, 0, 0, 1 from (${dealt}) as dealing
    ) as known join "user" on "user".id = known.user_id
    where "user".is_active group by "user".id, "user".role order by "user".id`.execute(db);
  return rows.map(({ id, role, source, target, dealt }) => {
    return { id, role, inSource: source === 1 || (dealt === 1 && !isGuest({ role })), inTarget: target === 1 };
  });
}

type Sight = (userId: UserId) => readonly MessageId[];

/** What somebody who may read the channel sees of the messages. */
async function sightIn(db: Db, channel: ChannelRow, ids: readonly MessageId[]): Promise<Sight> {
  if (!isHistoryProtected(channel)) return () => ids;
  // Nobody but subscribers sees protected history.
  const seen = await seenBySubscribers(db, channel.id, ids);
  return (userId) => seen.get(userId) ?? [];
}

/** People by what they hear of. */
class Groups {
  readonly #all: readonly MessageId[];
  readonly #groups = new Map<string, { ids: readonly MessageId[]; users: UserId[] }>();

  constructor(all: readonly MessageId[]) {
    this.#all = all;
  }

  add(user: UserId, ids: readonly MessageId[]): void {
    if (ids.length === 0) return;
    const key = ids.length === this.#all.length ? "all" : ids.join();
    const group = this.#groups.get(key) ?? { ids, users: [] };
    this.#groups.set(key, group);
    group.users.push(user);
  }

  viewings(): Viewing[] {
    return [...this.#groups.values()].map(({ ids, users }) => ({ ids, audience: { users } }));
  }
}
