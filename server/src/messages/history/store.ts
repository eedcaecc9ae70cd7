/** Stores message edits. */
import { type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import type { RealmSettings } from "../../organization/settings/realm-settings.ts";
import { BYTES_IN_LISTS, BYTES_PER_LIST, ENTRIES_PER_LIST, MOST_BYTES, MOST_ENTRIES, MOST_TEXTS } from "./limits.ts";

export type Policy = RealmSettings["message_edit_history_visibility_policy"];

export type Edit = Omit<Selectable<Schema["message_edit"]>, "id">;

/** The size of a message's history, which is stored with the message. */
export interface HistorySize {
  readonly history_count: number;
  readonly history_bytes: number;
}

export type EditedText = HistorySize & {
  readonly id: MessageId;
  readonly content: string;
  readonly rendered_content: string;
};

type EditRecord = Pick<Edit, "user_id" | "edited_at"> & Partial<Pick<Edit, "channel_id" | "topic" | "prev_topic">>;

export const bytesOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Whether the history has room for the text of this message without forgetting an earlier one. */
export const keepsAnother = ({ history_count, history_bytes, content, rendered_content }: EditedText): boolean =>
  history_count < Math.min(MOST_ENTRIES, MOST_TEXTS) &&
  history_bytes + bytesOf(content, rendered_content) <= MOST_BYTES;

/** Stores the previous content. Returns the new size of the history. */
export async function recordEdit(tx: TurnTx, message: EditedText, made: EditRecord): Promise<HistorySize> {
  const { id: message_id, content, rendered_content } = message;
  const text_size = bytesOf(content, rendered_content);
  const row: Insertable<Schema["message_edit"]> = {
    message_id,
    text_size,
    ...made,
    prev_content: content,
    prev_rendered_content: rendered_content,
  };
  await tx.insertInto("message_edit").values(row).execute();
  const size = { history_count: message.history_count + 1, history_bytes: message.history_bytes + text_size };
  if (size.history_count > MOST_ENTRIES) await forgetOldest(tx, [message_id]);
  if (size.history_count <= MOST_TEXTS && size.history_bytes <= MOST_BYTES) return size;
  const history_bytes = await forgetOldTexts(tx, message_id);
  return { history_count: Math.min(size.history_count, MOST_ENTRIES), history_bytes };
}

/** Returns how many bytes are left. */
async function forgetOldTexts(tx: TurnTx, messageId: MessageId): Promise<number> {
  const withText = await tx
    .selectFrom("message_edit")
    .select(["id", "text_size"])
    .where("message_id", "=", messageId)
    .where("text_size", ">", 0)
    .orderBy("id", "desc")
    .execute();
  let bytes = 0;
  for (const [at, { id, text_size }] of withText.entries()) {
    const size = text_size ?? 0;
    if (at < MOST_TEXTS && bytes + size <= MOST_BYTES) bytes += size;
    else {
      await tx
        .updateTable("message_edit")
        .set({ text_size: 0, prev_content: null, prev_rendered_content: null })
        .where("message_id", "=", messageId)
        .where("text_size", ">", 0)
        .where("id", "<=", id)
        .execute();
      break;
    }
  }
  return bytes;
}

/**
 * Deletes one entry of each message beyond the limit: the oldest without text. Earlier texts have limits of their own, and
 * moving a message often must not push them out.
 */
async function forgetOldest(tx: TurnTx, ids: readonly MessageId[]): Promise<void> {
  const oldest = sql<SqlBool>`id in (
    select coalesce(min(case when coalesce(text_size, 0) = 0 then id end), min(id))
    from message_edit where ${isAnyOf(tx, "message_id", ids)} group by message_id)`;
  await tx.deleteFrom("message_edit").where(oldest).execute();
}

/** The entry for each moved message. */
export interface MoveEntry {
  readonly user_id: UserId;
  readonly timestamp: number;
  /** The new topic, if it changes. */
  readonly topic?: string;
  /** The channel afterwards, and before if it changes. */
  readonly channel_id: ChannelId;
  readonly prev_channel_id?: ChannelId;
}

/** Before they move: the history of each keeps its own spelling of the old topic. */
export async function recordMoves(tx: TurnTx, ids: readonly MessageId[], entry: MoveEntry): Promise<void> {
  const { user_id, timestamp, topic = null, channel_id, prev_channel_id = null } = entry;
  await sql`
    insert into message_edit (message_id, user_id, edited_at, channel_id, prev_channel_id, topic, prev_topic)
    select id, ${sql.lit(user_id)}, ${sql.lit(timestamp)}, ${sql.lit(channel_id)}, ${sql.lit(prev_channel_id)},
      ${topic === null ? sql`null, null` : sql`cast(${topic} as text), subject`}
    from message where ${isAnyOf(tx, "id", ids)} order by id`.execute(tx);
  const full = await tx
    .selectFrom("message")
    .select("id")
    .where(isAnyOf(tx, "id", ids))
    .where("history_count", ">=", MOST_ENTRIES)
    .execute();
  if (full.length === 0) return;
  const over = full.map((row) => row.id);
  await forgetOldest(tx, over);
  await tx
    .updateTable("message")
    .set({
      // The move itself counts.
      history_count: MOST_ENTRIES - 1,
      history_bytes: sql`(
        select coalesce(sum(text_size), 0) from message_edit where message_edit.message_id = message.id)`,
    })
    .where(isAnyOf(tx, "id", over))
    .execute();
}

type Counted = HistorySize & { readonly id: MessageId };

/** The histories of edited or moved messages for a list, newest first. */
export async function historiesInList(
  db: Db,
  messages: readonly Counted[],
  policy: Policy,
): Promise<ReadonlyMap<MessageId, readonly Edit[]>> {
  if (policy === "none") return new Map();
  const [ids, withText]: MessageId[][] = [[], []];
  let [entries, bytes] = [0, 0];
  for (const { id, history_count, history_bytes } of messages.toReversed()) {
    entries += history_count;
    if (history_count === 0 || entries > ENTRIES_PER_LIST) continue;
    ids?.push(id);
    if (history_bytes >= BYTES_IN_LISTS || bytes + history_bytes > BYTES_PER_LIST) continue;
    bytes += history_bytes;
    withText?.push(id);
  }
  return editsOf(db, ids ?? [], policy === "all" ? (withText ?? []) : []);
}

/** Everything that is kept for one message. */
export async function wholeHistory(db: Db, message: Counted, policy: Policy): Promise<readonly Edit[]> {
  if (policy === "none" || message.history_count === 0) return [];
  const edits = await editsOf(db, [message.id], policy === "all" ? [message.id] : []);
  return edits.get(message.id) ?? [];
}

async function editsOf(db: Db, ids: readonly MessageId[], withText: readonly MessageId[]) {
  if (ids.length === 0) return new Map<MessageId, Edit[]>();
  const isCarried = isAnyOf(db, "message_id", withText);
  const text = (column: string) => sql<string | null>`case when ${isCarried} then ${sql.ref(column)} end`;
  const rows = await db
    .selectFrom("message_edit")
    .select(["message_id", "user_id", "edited_at", "text_size", "channel_id", "prev_channel_id", "topic", "prev_topic"])
    .select([text("prev_content").as("prev_content"), text("prev_rendered_content").as("prev_rendered_content")])
    .where(isAnyOf(db, "message_id", ids))
    .orderBy("message_id")
    .orderBy("id", "desc")
    .execute();
  return Map.groupBy(rows, (row) => row.message_id);
}
