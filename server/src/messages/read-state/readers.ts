/** Whether users have read messages they received, for many at once. */
import { sql } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import { numberRows } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { wasSubscribed } from "../periods.ts";
import { isUnread } from "./standing.ts";

export interface Receiver {
  readonly user_id: UserId;
  readonly message_id: MessageId;
}

interface ReaderRow extends Receiver {
  mark: MessageId;
  flags: number;
}

/** Users for whom the message is unread: active, received it, can still see it, and have not read it. */
export async function unreadAmong(db: Db, pairs: readonly Receiver[]): Promise<Receiver[]> {
  if (pairs.length === 0) return [];
  const given = numberRows(
    db,
    ["user_id", "message_id"],
    pairs.map(({ user_id, message_id }) => [user_id, message_id]),
  );
  const wasThere = wasSubscribed({
    user: sql.ref("given.user_id"),
    channel: sql.ref("channel.id"),
    message: sql.ref("message.id"),
  });
  const { rows } = await sql<ReaderRow>`
    select given.user_id, given.message_id, coalesce(own.flags, 0) as flags,
      coalesce(subscription.read_upto, participant.read_upto) as mark
    from ${given} as given
      join message on message.id = given.message_id
      join "user" on "user".id = given.user_id and "user".is_active
      left join channel on channel.recipient_id = message.recipient_id
      left join subscription on subscription.user_id = given.user_id and subscription.channel_id = channel.id
        and subscription.is_subscribed and ${wasThere}
      left join direct_participant as participant on participant.user_id = given.user_id
        and participant.recipient_id = message.recipient_id
      left join user_message as own on own.user_id = given.user_id and own.message_id = message.id
    where coalesce(subscription.read_upto, participant.read_upto) is not null
    order by given.message_id, given.user_id`.execute(db);
  return rows
    .filter(({ message_id: id, mark, flags }) => isUnread({ id, mark, flags }))
    .map(({ user_id, message_id }) => ({ user_id, message_id }));
}
