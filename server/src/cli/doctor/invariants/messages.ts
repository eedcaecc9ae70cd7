/** Messages and direct conversations, and what of them is read, indexed and kept. */
import { sql } from "kysely";
import { isPostgres } from "../../../kernel/db/dialect.ts";
import { Flag } from "../../../messages/flags.ts";
import { Trait } from "../../../messages/traits.ts";
import { abridged, type Invariant, invariant } from "./invariant.ts";

export const topics = invariant(
  "every topic knows its newest message",
  sql`select 'Topic ' || topic.id || ' says ' || topic.max_message_id || ', its newest message is '
        || coalesce(max(message.id), 0) || '.' as problem
      from topic left join message on message.topic_id = topic.id
      group by topic.id, topic.max_message_id having topic.max_message_id <> coalesce(max(message.id), 0)`,
  sql`select 'Message ' || message.id || ' is not in the channel of its topic.' as problem
      from message join topic on topic.id = message.topic_id join channel on channel.id = topic.channel_id
      where channel.recipient_id <> message.recipient_id`,
  sql`select 'Message ' || message.id || ' of channel ' || channel.id || ' has no topic.' as problem
      from message join channel on channel.recipient_id = message.recipient_id where message.topic_id is null`,
);

export const firstMessages = invariant(
  "every channel knows its first message",
  // The first message may have been deleted, so the recorded one may be earlier, but never later.
  sql`select 'Channel ' || channel.id || ' says ' || coalesce(cast(channel.first_message_id as text), 'none')
        || ', its first message is ' || min(message.id) || '.' as problem
      from channel join message on message.recipient_id = channel.recipient_id
      group by channel.id, channel.first_message_id
      having channel.first_message_id is null or channel.first_message_id > min(message.id)`,
);

export const recipients = invariant(
  "every message has a channel or direct recipients",
  sql`select 'Recipient ' || recipient.id || ' is neither a channel nor a conversation.' as problem
      from recipient left join channel on channel.recipient_id = recipient.id
      where channel.id is null and recipient.direct_key is null`,
);

export const participants: Invariant = {
  name: "direct conversations have the participants that their key names",
  async problems(db) {
    const recipients = await db
      .selectFrom("recipient")
      .select(["id", "direct_key"])
      .where("direct_key", "is not", null)
      .execute();
    const rows = await db
      .selectFrom("direct_participant")
      .select(["recipient_id", "user_id"])
      .orderBy("recipient_id")
      .orderBy("user_id")
      .execute();
    const people = Map.groupBy(rows, (row) => row.recipient_id);
    return abridged(
      recipients
        .filter(({ id, direct_key }) => (people.get(id) ?? []).map((row) => row.user_id).join(",") !== direct_key)
        .map(({ id, direct_key }) => `Conversation ${id} of users ${direct_key} has other participants.`),
    );
  },
};

export const newestDirect = invariant(
  "direct conversations know their newest message",
  sql`select 'Conversation ' || participant.recipient_id || ' of user ' || participant.user_id || ' says '
        || participant.max_message_id || ', its newest message is ' || coalesce(newest.id, 0) || '.' as problem
      from direct_participant as participant
      left join (select recipient_id, max(id) as id from message group by recipient_id) as newest
        on newest.recipient_id = participant.recipient_id
      where participant.max_message_id <> coalesce(newest.id, 0)`,
);

export const topicMentions = invariant(
  "topic mentions are flagged only where the text has one",
  sql`select 'Message ' || message.id || ' is flagged for user ' || user_message.user_id || ' and mentions no topic.'
        as problem
      from user_message join message on message.id = user_message.message_id
      where (user_message.flags & ${sql.lit(Flag.topic_wildcard_mentioned)}) <> 0
        and (message.traits & ${sql.lit(Trait.topicWildcard)}) = 0`,
);

const read = sql.lit(Flag.read);
const unread = sql.lit(Flag.unread);
const received = sql.lit(Flag.received);

export const readExceptions = invariant(
  "exceptions to a read mark differ from the mark",
  sql`select 'User ' || own.user_id || ', message ' || own.message_id || ': flags ' || own.flags || ', read up to '
        || mark.read_upto || '.' as problem
      from user_message as own join message on message.id = own.message_id
        join (select channel.recipient_id, subscription.user_id, subscription.read_upto
            from subscription join channel on channel.id = subscription.channel_id where subscription.is_subscribed
          union all select recipient_id, user_id, read_upto from direct_participant) as mark
        on mark.recipient_id = message.recipient_id and mark.user_id = own.user_id
      where (own.flags & ${received}) = 0 and (((own.flags & ${read}) <> 0 and own.message_id <= mark.read_upto)
        or ((own.flags & ${unread}) <> 0 and own.message_id > mark.read_upto))`,
  sql`select 'User ' || own.user_id || ', message ' || own.message_id || ': unread in a channel without subscription.'
        as problem
      from user_message as own join message on message.id = own.message_id
        join channel on channel.recipient_id = message.recipient_id
        left join subscription on subscription.channel_id = channel.id and subscription.user_id = own.user_id
          and subscription.is_subscribed
      where (own.flags & ${unread}) <> 0 and subscription.user_id is null`,
);

export const histories = invariant(
  "messages know how many of their edits are kept",
  sql`select 'Message ' || message.id || ' has another number of edits than it says.' as problem from message
      left join (select message_id, count(*) as entries, coalesce(sum(text_size), 0) as bytes
        from message_edit group by message_id) as kept on kept.message_id = message.id
      where message.history_count <> coalesce(kept.entries, 0) or message.history_bytes <> coalesce(kept.bytes, 0)`,
);

export const searchIndex: Invariant = {
  name: "the search index contains every message up to its cursor, and no others",
  async problems(db) {
    const indexed = isPostgres(db)
      ? sql`select message_id as id from search_index`
      : sql`select rowid as id from search_index`;
    const query = sql<{ problem: string }>`
      select 'Message ' || message.id || ' is not in it.' as problem
      from message join search_cursor on search_cursor.realm_id = message.realm_id
      where message.id <= search_cursor.upto_message_id and message.id not in (${indexed})
      union all
      select 'It holds message ' || entry.id || ', which is gone.' as problem
      from (${indexed}) as entry left join message on message.id = entry.id where message.id is null`;
    return abridged((await query.execute(db)).rows.map((row) => row.problem));
  },
};
