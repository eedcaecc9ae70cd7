/** Stores what belongs to messages: edits, reactions, votes, files, mentions and stars. */
import { sql } from "kysely";
import { expectedMembersOf } from "../kernel/access/store.ts";
import type { ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../kernel/api/ids.ts";
import { isAnyOf, numberRows } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { insertTyped } from "../kernel/db/insert-typed.ts";
import { Flag } from "../messages/flags.ts";
import { bytesOf } from "../messages/history/store.ts";
import { wasSubscribed } from "../messages/periods.ts";
import { traitsOf } from "../messages/traits.ts";
import type { PreparedMessage, RenderedText } from "./prepare.ts";

/** A message with its id and its place here. */
export interface PlacedMessage {
  readonly id: MessageId;
  readonly message: PreparedMessage;
  readonly text: RenderedText;
  readonly recipientId: RecipientId;
  readonly channelId: ChannelId | undefined;
  readonly topicId: TopicId | null;
  readonly attachments: readonly number[];
  /** Has the reactions and edits of its record. */
  readonly isFirst: boolean;
}

/** What the row of a message says of how it was sent and changed. */
export interface MessagePast {
  readonly client: string;
  readonly last_edit_at: number | null;
  readonly last_moved_at: number | null;
  readonly history_count: number;
  readonly history_bytes: number;
  /** Beside those of its text. */
  readonly traits?: number;
}

const MESSAGE_COLUMNS = {
  id: "bigint",
  realm_id: "bigint",
  recipient_id: "bigint",
  sender_id: "bigint",
  topic_id: "bigint",
  subject: "text",
  content: "text",
  rendered_content: "text",
  sent_at: "bigint",
  client: "text",
  traits: "bigint",
  last_edit_at: "bigint",
  last_moved_at: "bigint",
  history_count: "bigint",
  history_bytes: "bigint",
} as const;

/** In one piece: copies of rows were a noticeable part of an import. */
export function messageRow(
  realm_id: RealmId,
  { id, message, text, recipientId, topicId, attachments }: PlacedMessage,
  { client, last_edit_at, last_moved_at, history_count, history_bytes, traits = 0 }: MessagePast,
) {
  const { place, sender_id, sent_at } = message;
  const { rendered } = text;
  const found = attachments.length > 0 || rendered.uploads.length === 0 ? rendered : { ...rendered, uploads: [] };
  return {
    id,
    realm_id,
    recipient_id: recipientId,
    sender_id,
    topic_id: topicId,
    subject: "channel" in place ? place.topic : "",
    content: text.content,
    rendered_content: rendered.html,
    sent_at,
    client,
    traits: traitsOf(found) | traits,
    last_edit_at,
    last_moved_at,
    history_count,
    history_bytes,
  };
}

export const insertMessageRows = (db: TurnTx, rows: readonly ReturnType<typeof messageRow>[]): Promise<void> =>
  insertTyped(db, "message", MESSAGE_COLUMNS, rows);

/** Of an edit's earlier text, as the limits of histories count it. */
export const sizeOf = (text: RenderedText | undefined): number =>
  text === undefined ? 0 : bytesOf(text.content, text.rendered.html);

/** An edit without its earlier text is still one: who and when is shown. */
export async function insertEdits(db: TurnTx, placed: readonly PlacedMessage[]): Promise<void> {
  const rows = placed.flatMap(({ id, message, channelId, isFirst }) =>
    (isFirst ? message.edits : []).map(({ user_id, edited_at, before }) => ({
      message_id: id,
      user_id,
      edited_at,
      text_size: sizeOf(before),
      channel_id: channelId ?? null,
      prev_content: before?.content ?? null,
      prev_rendered_content: before?.rendered.html ?? null,
    })),
  );
  await insertTyped(
    db,
    "message_edit",
    {
      message_id: "bigint",
      user_id: "bigint",
      edited_at: "bigint",
      text_size: "bigint",
      channel_id: "bigint",
      prev_content: "text",
      prev_rendered_content: "text",
    },
    rows,
  );
}

export async function insertReactions(db: TurnTx, placed: readonly PlacedMessage[]): Promise<void> {
  const rows = placed.flatMap(({ id, message, isFirst }) =>
    (isFirst ? message.reactions : []).map((reaction) => ({ message_id: id, ...reaction })),
  );
  await insertTyped(
    db,
    "reaction",
    { message_id: "bigint", user_id: "bigint", reaction_type: "text", emoji_code: "text", emoji_name: "text" },
    rows,
  );
}

/** In their order: a poll or list begins with what it is. */
export async function insertEntries(db: TurnTx, placed: readonly PlacedMessage[]): Promise<void> {
  const rows = placed.flatMap(({ id, message, isFirst }) =>
    (isFirst ? message.entries : []).map((entry) => ({ message_id: id, ...entry })),
  );
  await insertTyped(
    db,
    "submessage",
    { message_id: "bigint", sender_id: "bigint", msg_type: "text", content: "text" },
    rows,
  );
}

/** Only files of the message's own record: a text cannot give anyone access to another file by naming it. */
export async function insertClaims(db: TurnTx, placed: readonly PlacedMessage[]): Promise<void> {
  const rows = placed.flatMap(({ id, attachments }) =>
    attachments.map((attachment_id) => ({ attachment_id, message_id: id })),
  );
  if (rows.length === 0) return;
  await insertTyped(db, "attachment_message", { attachment_id: "bigint", message_id: "bigint" }, rows);
  await db
    .updateTable("attachment")
    .set({ unclaimed_since: null })
    .where(
      isAnyOf(
        db,
        "id",
        rows.map((row) => row.attachment_id),
      ),
    )
    .execute();
}

/** For everyone who is mentioned or has starred the message, and has it; also while their account waits for them. */
export async function insertFlags(db: TurnTx, placed: readonly PlacedMessage[]): Promise<void> {
  const members = await membersByGroup(
    db,
    placed.flatMap(({ text }) => text.rendered.mentions.groups),
  );
  let rows: number[][] = [];
  for (const { id, message, text, recipientId, channelId, isFirst } of placed) {
    const { users, groups } = text.rendered.mentions;
    if (users.length + groups.length + message.starredBy.length === 0) continue;
    const flags = new Map<UserId, number>();
    const add = (user: UserId, flag: number) => flags.set(user, (flags.get(user) ?? 0) | flag);
    for (const user of [...users, ...groups.flatMap((group) => members.get(group) ?? [])]) add(user, Flag.mentioned);
    for (const user of isFirst ? message.starredBy : []) add(user, Flag.starred);
    for (const [user, bits] of flags) rows.push([id, user, recipientId, channelId ?? 0, bits]);
    // A group may have everyone in it, and any number of messages may mention it.
    if (rows.length < FLAGS_AT_ONCE) continue;
    await insertFlagRows(db, rows);
    rows = [];
  }
  await insertFlagRows(db, rows);
}

const FLAGS_AT_ONCE = 20_000;

async function insertFlagRows(db: TurnTx, rows: readonly (readonly number[])[]): Promise<void> {
  if (rows.length === 0) return;
  const given = numberRows(db, ["message_id", "user_id", "recipient_id", "channel_id", "flags"], rows);
  const subscribed = wasSubscribed({
    user: sql.ref("given.user_id"),
    channel: sql.ref("given.channel_id"),
    message: sql.ref("given.message_id"),
  });
  await sql`
    insert into user_message (user_id, message_id, flags)
    select given.user_id, given.message_id, given.flags from ${given} as given
    where ${subscribed} or exists (
      select 1 from direct_participant as participant
      where participant.recipient_id = given.recipient_id and participant.user_id = given.user_id)
    on conflict (user_id, message_id) do update set flags = user_message.flags | excluded.flags`.execute(db);
}

async function membersByGroup(db: Db, groups: readonly number[]): Promise<ReadonlyMap<number, readonly UserId[]>> {
  const members = new Map<number, readonly UserId[]>();
  for (const group of new Set(groups)) members.set(group, await expectedMembersOf(db, [group]));
  return members;
}
