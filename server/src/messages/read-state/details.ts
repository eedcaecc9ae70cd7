/** Details of messages that become unread, for the event. */
import { sql } from "kysely";
import type { ChannelId, MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { speaksToReader } from "../flags.ts";
import { participantIdsOf } from "../store.ts";
import type { MessageDetail } from "./events.ts";
import { mutesOf } from "./mutes.ts";

interface UnreadRow {
  id: MessageId;
  recipient_id: RecipientId;
  channel_id: ChannelId | null;
  subject: string;
  flags: number;
  traits: number;
}

export async function messageDetails(
  db: Db,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Record<string, MessageDetail>> {
  const { rows } = await sql<UnreadRow>`
    select message.id, message.recipient_id, channel.id as channel_id, message.subject, message.traits,
      coalesce(own.flags, 0) as flags
    from message
      left join channel on channel.recipient_id = message.recipient_id
      left join user_message as own on own.user_id = ${userId} and own.message_id = message.id
    where ${isAnyOf(db, "message.id", ids)} order by message.id`.execute(db);
  const direct = rows.filter((row) => row.channel_id === null).map((row) => row.recipient_id);
  const participants = await participantIdsOf(db, [...new Set(direct)]);
  const others = new Map([...participants].map(([id, people]) => [id, people.filter((each) => each !== userId)]));
  const mutes = await mutesOf(db, userId);
  const detailOf = (row: UnreadRow): MessageDetail => {
    const { channel_id: stream_id, subject: topic } = row;
    const isMuted = stream_id !== null && mutes.isMuted(stream_id, topic);
    const mentioned = speaksToReader(row.flags, row.traits, () => isMuted) ? { mentioned: true } : {};
    if (stream_id !== null) return { type: "stream", ...mentioned, stream_id, topic, unmuted_stream_msg: !isMuted };
    return { type: "private", ...mentioned, user_ids: others.get(row.recipient_id) ?? [] };
  };
  return Object.fromEntries(rows.map((row) => [row.id, detailOf(row)]));
}
