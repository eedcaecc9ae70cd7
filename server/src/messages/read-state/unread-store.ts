import { type RawBuilder, sql } from "kysely";
import { newestMessageId } from "../../channels/store.ts";
import type { ChannelId, MessageId, RecipientId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { joinByIndex } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { Flag } from "../flags.ts";
import { NEWEST } from "../store.ts";
import { marksOf } from "./marks.ts";

export interface UnreadMessage {
  id: MessageId;
  recipient_id: RecipientId;
  channel_id: ChannelId | null;
  topic_id: TopicId | null;
  subject: string;
  flags: number;
  traits: number;
}

const GROWTH = 4;

/**
 * The newest unread messages, oldest first, and whether there are more. Searches from the newest id in growing windows
 * until enough are found: a user who was away for years costs no more than others, and in each window each conversation
 * is entered at its mark.
 */
export async function newestUnread(
  db: Db,
  userId: UserId,
  limit: number,
): Promise<{ messages: UnreadMessage[]; isCut: boolean }> {
  const found: UnreadMessage[] = [];
  let upto: MessageId = NEWEST;
  let size = 2 * limit;
  let from = Math.max((await newestMessageId(db)) - size, 0);
  for (;;) {
    found.push(...(await unreadBetween(db, { userId, from, upto })));
    if (found.length > limit || from === 0) break;
    size *= GROWTH;
    [from, upto] = [Math.max(from - size, 0), from];
  }
  found.sort((a, b) => a.id - b.id);
  const isCut = found.length > limit;
  return { messages: isCut ? found.slice(-limit) : found, isCut };
}

interface Window {
  readonly userId: UserId;
  readonly from: MessageId;
  readonly upto: MessageId;
}

/** After one id, up to another one. */
const unreadBetween = compiled((db, { userId, from, upto }: Window) => {
  const columns = (flags: RawBuilder<unknown>) =>
    sql`message.id, message.recipient_id, mark.channel_id, message.topic_id, message.subject, message.traits,
      ${flags} as flags`;
  const aboveMark = joinByIndex(db, {
    table: "message",
    columns: ["id", "recipient_id", "topic_id", "subject", "traits"],
    on: sql`message.recipient_id = mark.recipient_id and message.id <= ${upto}
      and message.id > case when mark.read_upto > ${from} then mark.read_upto else ${from} end`,
  });
  const statement = sql<UnreadMessage>`
    select ${columns(sql`coalesce(own.flags, 0)`)}
      from ${marksOf(userId)} as mark ${aboveMark}
        left join user_message as own on own.user_id = ${userId} and own.message_id = message.id
      where (coalesce(own.flags, 0) & ${sql.lit(Flag.read)}) = 0
    union all
    select ${columns(sql`own.flags`)}
      from user_message as own
        join message on message.id = own.message_id
        join ${marksOf(userId)} as mark on mark.recipient_id = message.recipient_id and message.id <= mark.read_upto
      where own.user_id = ${userId} and (own.flags & ${sql.lit(Flag.unread)}) <> 0
        and own.message_id > ${from} and own.message_id <= ${upto}`;
  return { compile: () => statement.compile(db) };
});
