/** What each reader's flags of a message are, as an event tells them: the usual ones, and those of everybody else. */
import { sql } from "kysely";
import type { MessageId, UserId } from "../../api/ids.ts";
import type { Db } from "../../db/handles.ts";
import type { Place } from "../audience.ts";
import { flagNames, flagsOf, listed } from "../flags.ts";
import { wasSubscribed } from "../periods.ts";

export interface ReaderFlags {
  readonly usual: string[];
  readonly others: ReadonlyMap<UserId, string[]>;
  /** Everybody of whom something is known. */
  readonly known: ReadonlySet<UserId>;
}

interface Row {
  user_id: UserId;
  read_upto: MessageId;
  stored: number;
  received: boolean | number;
}

/** One query for all who receive it; who is not among them, and has no flags, has read it. */
export async function readerFlags(
  db: Db,
  place: Place,
  message: { id: MessageId; traits: number },
): Promise<ReaderFlags> {
  const { rows } = await (place.channel
    ? ofChannel(db, place.channel.id, message.id)
    : ofPeople(db, place, message.id));
  const flags = new Map(rows.map((row) => [row.user_id, flagsOfRow(row, message)]));
  const usual = mostFrequent([...flags.values()]);
  const others = [...flags].filter(([, each]) => `${each}` !== `${usual}`);
  const outside = place.channel ? await ofOutsiders(db, place.channel.id, message.id) : [];
  return {
    usual,
    others: new Map([...others, ...outside]),
    known: new Set([...flags.keys(), ...outside.map(([id]) => id)]),
  };
}

function flagsOfRow({ read_upto, stored, received }: Row, { id, traits }: { id: MessageId; traits: number }): string[] {
  const flags = flagsOf(id, stored, { readUpto: read_upto, received: Boolean(received), traits });
  // Whether it came before its reader did is no news.
  return flags.filter((flag) => flag !== "historical");
}

function mostFrequent(all: readonly string[][]): string[] {
  const counted = Map.groupBy(all, String);
  let most: string[][] = [["read"]];
  for (const same of counted.values()) if (same.length >= most.length) most = same;
  return most[0] as string[];
}

const ofChannel = (db: Db, channelId: number, id: MessageId) =>
  sql<Row>`
    select subscription.user_id, subscription.read_upto, coalesce(own.flags, 0) as stored,
      ${wasSubscribed({ user: sql.ref("subscription.user_id"), channel: channelId, message: id })} as received
    from subscription left join user_message as own on own.user_id = subscription.user_id and own.message_id = ${id}
    where subscription.channel_id = ${channelId} and subscription.is_subscribed`.execute(db);

const ofPeople = (db: Db, { recipient_id }: Place, id: MessageId) =>
  sql<Row>`
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
