/** Each reader's flags for a message, as an event reports them: the usual ones, and all exceptions. */
import { sql } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { MessagePlace } from "../audience.ts";
import { flagNames, flagsOf, listed } from "../flags.ts";
import { wasSubscribed } from "../periods.ts";

export interface ReaderFlags {
  readonly usual: string[];
  readonly others: ReadonlyMap<UserId, string[]>;
  /** All users with known flags. */
  readonly known: ReadonlySet<UserId>;
}

interface FlagRow {
  user_id: UserId;
  read_upto: MessageId;
  stored: number;
  received: boolean | number;
}

interface EditedMessage {
  readonly id: MessageId;
  readonly traits: number;
}

/** One query for all receivers; users not among them without flags have read it. */
export async function readerFlags(db: Db, place: MessagePlace, message: EditedMessage): Promise<ReaderFlags> {
  const { rows } = await (place.channel ? ofChannel(db, place.channel.id, message) : ofPeople(db, place, message.id));
  const lists = new FlagLists(message);
  const flags = new Map(rows.map((row) => [row.user_id, lists.of(row)]));
  const usual = mostFrequent([...flags.values()]);
  const others = [...flags].filter(([, each]) => each !== usual);
  const outside = place.channel ? await ofOutsiders(db, place.channel.id, message.id) : [];
  return {
    usual,
    others: new Map([...others, ...outside]),
    known: new Set([...flags.keys(), ...outside.map(([id]) => id)]),
  };
}

/** Equal flags share one list: with many users, comparing texts would dominate. */
class FlagLists {
  readonly #message: EditedMessage;
  readonly #byState = new Map<number, string[]>();
  readonly #byNames = new Map<string, string[]>();

  constructor(message: EditedMessage) {
    this.#message = message;
  }

  of({ read_upto, stored, received }: FlagRow): string[] {
    const { id, traits } = this.#message;
    const state = stored * 4 + (received ? 2 : 0) + (id <= read_upto ? 1 : 0);
    const known = this.#byState.get(state);
    if (known) return known;
    const flags = flagsOf(id, stored, { readUpto: read_upto, received: Boolean(received), traits })
      // Not relevant for an event.
      .filter((flag) => flag !== "historical");
    const same = this.#byNames.get(String(flags)) ?? flags;
    this.#byNames.set(String(flags), same);
    this.#byState.set(state, same);
    return same;
  }
}

function mostFrequent(all: readonly string[][]): string[] {
  let most: string[] = ["read"];
  let times = 1;
  for (const [flags, same] of Map.groupBy(all, (each) => each))
    if (same.length >= times) [most, times] = [flags, same.length];
  return most;
}

/** Whether it was received matters only if its text concerns all receivers. */
const ofChannel = (db: Db, channelId: number, { id, traits }: EditedMessage) =>
  sql<FlagRow>`
    select subscription.user_id, subscription.read_upto, coalesce(own.flags, 0) as stored,
      ${traits === 0 ? sql`1` : wasSubscribed({ user: sql.ref("subscription.user_id"), channel: channelId, message: id })} as received
    from subscription left join user_message as own on own.user_id = subscription.user_id and own.message_id = ${id}
    where subscription.channel_id = ${channelId} and subscription.is_subscribed`.execute(db);

const ofPeople = (db: Db, { recipient_id }: MessagePlace, id: MessageId) =>
  sql<FlagRow>`
    select participant.user_id, participant.read_upto, coalesce(own.flags, 0) as stored, 1 as received
    from direct_participant as participant
      left join user_message as own on own.user_id = participant.user_id and own.message_id = ${id}
    where participant.recipient_id = ${recipient_id}`.execute(db);

async function ofOutsiders(db: Db, channelId: number, id: MessageId): Promise<[UserId, string[]][]> {
  const { rows } = await sql<{ user_id: UserId; stored: number }>`
    select user_id, flags as stored from user_message where message_id = ${id} and not exists (
      select 1 from subscription
      where subscription.user_id = user_message.user_id and subscription.channel_id = ${channelId}
        and subscription.is_subscribed)`.execute(db);
  return rows.map(({ user_id, stored }) => [user_id, listed(["read", ...flagNames(stored)])]);
}
