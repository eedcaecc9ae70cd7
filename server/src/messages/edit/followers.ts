/** Who can follow messages to another channel, and who loses them. */
import { sql } from "kysely";
import { Role } from "../../access/roles.ts";
import { membersOf } from "../../access/store.ts";
import type { ChannelId, MessageId, UserId } from "../../api/ids.ts";
import { isHistoryProtected } from "../../channels/permissions.ts";
import type { ChannelRow } from "../../channels/store.ts";
import { isAnyOf } from "../../db/dialect.ts";
import type { Db } from "../../db/handles.ts";
import type { Viewing } from "../audience.ts";

export interface Followers {
  /** Who sees the messages now and hears that they were moved. */
  readonly told: readonly Viewing[];
  /** Who saw them and does not any more: to them they are gone. */
  readonly lost: readonly Viewing[];
}

interface Person {
  readonly id: UserId;
  readonly isGuest: boolean;
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
  const admitted = new Set(
    to.invite_only ? await membersOf(db, [to.can_add_subscribers_group, to.can_subscribe_group]) : [],
  );
  const isOpenTo = ({ id, isGuest, inTarget }: Person) =>
    inTarget || to.is_web_public || (!isGuest && (!to.invite_only || admitted.has(id)));
  const [told, lost] = [new Groups(ids), new Groups(ids)];
  for (const person of people) {
    const saw = person.inSource ? before(person.id) : [];
    const sees = isOpenTo(person) ? after(person.id) : [];
    const isNewcomer = person.inTarget && !isHistoryProtected(from) && !(person.isGuest && !person.inSource);
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
    ? sql`select null as user_id where 1 = 0`
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
    const isGuest = role === Role.guest;
    return { id, isGuest, inSource: source === 1 || (dealt === 1 && !isGuest), inTarget: target === 1 };
  });
}

type Sight = (userId: UserId) => readonly MessageId[];

/** What somebody who may read the channel sees of the messages. */
async function sightIn(db: Db, channel: ChannelRow, ids: readonly MessageId[]): Promise<Sight> {
  if (!isHistoryProtected(channel)) return () => ids;
  const periods = await periodsIn(db, channel.id);
  const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0];
  return (userId) => {
    const own = periods.get(userId) ?? [];
    const wasThere = (id: MessageId) => own.some(({ from, to }) => id >= from && (to === null || id <= to));
    return own.length === 1 && wasThere(first) && wasThere(last) ? ids : ids.filter(wasThere);
  };
}

/** Of subscribers: nobody else sees protected history. */
async function periodsIn(db: Db, channelId: ChannelId) {
  const rows = await db
    .selectFrom("subscription_period as period")
    .innerJoin("subscription", (join) =>
      join
        .onRef("subscription.user_id", "=", "period.user_id")
        .onRef("subscription.channel_id", "=", "period.channel_id"),
    )
    .select(["period.user_id", "period.from_message_id as from", "period.to_message_id as to"])
    .where("subscription.channel_id", "=", channelId)
    .where("subscription.is_subscribed", "=", true)
    .execute();
  return Map.groupBy(rows, (row) => row.user_id);
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
