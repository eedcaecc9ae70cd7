/**
 * Stores messages under the ids that they have on the other server: new ones, and changed ones in place of what is here. The
 * newest state wins, so storing one again changes nothing.
 */
import { sql } from "kysely";
import {
  insertClaims,
  insertFlags,
  insertMessageRows,
  insertReactions,
  messageRow,
  type PlacedMessage,
  sizeOf,
} from "../imports/message-parts.ts";
import { createTopics, KnownPlaces, recipientOf } from "../imports/messages.ts";
import type { PreparedMessage, RenderedText } from "../imports/prepare.ts";
import type { MessageId, RealmId, RecipientId, TopicId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { lastIdOf, setLastId } from "../kernel/db/identity.ts";
import { insertTyped } from "../kernel/db/insert-typed.ts";
import { removeMessages } from "../messages/delete/store.ts";
import { MENTION_FLAGS } from "../messages/flags.ts";
import {
  oldestMessage,
  setFirstMessage,
  updateNewestInConversation,
  updateNewestInTopic,
} from "../messages/newest/store.ts";
import { filesClaimedBy, markUnclaimed } from "../messages/uploads/store.ts";
import { CannotFollow } from "./errors.ts";
import type { LocalSubmessage } from "./submessages.ts";

/** An edit, a move, or both at once. */
export interface FollowedEdit {
  readonly user_id: UserId;
  readonly edited_at: number;
  /** Undefined for a move only. */
  readonly before: RenderedText | "unknown" | undefined;
  readonly channel_id: number | null;
  readonly prev_channel_id: number | null;
  readonly topic: string | null;
  readonly prev_topic: string | null;
}

export interface FollowedMessage {
  readonly id: MessageId;
  readonly prepared: PreparedMessage;
  readonly client: string;
  readonly edits: readonly FollowedEdit[];
  readonly submessages: readonly LocalSubmessage[];
  readonly editedAt: number | undefined;
  readonly movedAt: number | undefined;
}

interface StoredPlace {
  readonly id: MessageId;
  readonly realm_id: number;
  readonly recipient_id: RecipientId;
  readonly topic_id: TopicId | null;
}

export async function storeFollowed(ctx: Writing, messages: readonly FollowedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const { db } = ctx;
  const ids = messages.map(({ id }) => id);
  const before = await placesOf(ctx, ids);
  const known = new Set(before.map(({ id }) => id));
  const placed = await place(ctx, messages);
  const rows = rowsOf(ctx.realm.id, placed, messages);
  await insertMessageRows(
    db,
    rows.filter(({ id }) => !known.has(id)),
  );
  for (const row of rows) if (known.has(row.id)) await replace(db, row);
  const files = known.size > 0 ? await filesClaimedBy(db, [...known]) : [];
  if (known.size > 0) await clearParts(db, [...known]);
  await insertEdits(db, messages);
  await insertSubmessages(db, messages);
  await insertReactions(db, placed);
  await insertClaims(db, placed);
  await insertFlags(db, placed);
  if (files.length > 0) await markUnclaimed(db, ctx.now, files);
  await renew(db, [
    ...before,
    ...placed.map(({ recipientId, topicId }) => ({ recipient_id: recipientId, topic_id: topicId })),
  ]);
  const newest = Math.max(...ids, (await lastIdOf(db, "message")) ?? 0);
  await setLastId(db, "message", newest);
  // Nobody is notified of what was sent elsewhere.
  await db
    .updateTable("notification_progress")
    .set({ upto_message_id: newest })
    .where("realm_id", "=", ctx.realm.id)
    .where("upto_message_id", "<", newest)
    .execute();
  await indexAgain(ctx, ids);
}

/** Deletes messages that are gone there. */
export async function deleteFollowed(ctx: Writing, ids: readonly MessageId[]): Promise<void> {
  const before = await placesOf(ctx, ids);
  if (before.length === 0) return;
  await removeMessages(
    ctx.db,
    ctx.now,
    before.map(({ id }) => id),
  );
  await renew(ctx.db, before);
}

/** Where those of these messages are that are here. */
export async function placesOf({ db, realm }: Writing, ids: readonly MessageId[]): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom("message")
    .select(["id", "realm_id", "recipient_id", "topic_id"])
    .where(isAnyOf(db, "id", ids))
    .execute();
  if (rows.some(({ realm_id }) => realm_id !== realm.id))
    throw new CannotFollow(
      "Another organization here has messages with the same ids. Follow into an installation of its own.",
    );
  return rows;
}

async function place(ctx: Writing, messages: readonly FollowedMessage[]): Promise<PlacedMessage[]> {
  const [known, learned] = [new KnownPlaces(), new KnownPlaces()];
  const prepared = messages.map((each) => each.prepared);
  const recipients = new Map<PreparedMessage, RecipientId>();
  for (const each of prepared) recipients.set(each, await recipientOf(ctx, each, known, learned));
  await createTopics(ctx, prepared, 0, known, learned);
  return messages.map(({ id, prepared: message }): PlacedMessage => {
    const to = message.place;
    const text = message.parts[0] as RenderedText;
    const attachments = text.rendered.uploads.flatMap((path) => message.files.get(path) ?? []);
    return {
      id,
      message,
      text,
      recipientId: recipients.get(message) as RecipientId,
      channelId: "channel" in to ? to.channel.id : undefined,
      topicId: "channel" in to ? (learned.topics.get(to.key) as TopicId) : null,
      attachments: [...new Set(attachments)],
      isFirst: true,
    };
  });
}

function rowsOf(realmId: RealmId, placed: readonly PlacedMessage[], messages: readonly FollowedMessage[]) {
  const byId = new Map(messages.map((each) => [each.id, each]));
  return placed.map((each) => {
    const { client, edits, editedAt, movedAt } = byId.get(each.id) as FollowedMessage;
    return messageRow(realmId, each, {
      client,
      last_edit_at: editedAt ?? null,
      last_moved_at: movedAt ?? null,
      history_count: edits.length,
      history_bytes: edits.reduce((sum, { before }) => sum + (typeof before === "object" ? sizeOf(before) : 0), 0),
    });
  });
}

async function replace(db: TurnTx, { id, ...row }: ReturnType<typeof messageRow>): Promise<void> {
  await db.updateTable("message").set(row).where("id", "=", id).execute();
}

/** What is stored again with the message. Marks of people stay. */
async function clearParts(db: TurnTx, ids: readonly MessageId[]): Promise<void> {
  for (const table of ["message_edit", "reaction", "submessage", "attachment_message"] as const)
    await db
      .deleteFrom(table)
      .where(isAnyOf(db, "message_id", ids))
      .execute();
  await db
    .updateTable("user_message")
    .set({ flags: sql`flags & ${sql.lit(~MENTION_FLAGS)}` })
    .where(isAnyOf(db, "message_id", ids))
    .execute();
  await db
    .deleteFrom("user_message")
    .where("flags", "=", 0)
    .where(isAnyOf(db, "message_id", ids))
    .execute();
}

async function insertEdits(db: TurnTx, messages: readonly FollowedMessage[]): Promise<void> {
  const rows = messages.flatMap(({ id, edits }) =>
    edits.map(({ before, ...edit }) => ({
      message_id: id,
      ...edit,
      text_size: before === undefined ? null : before === "unknown" ? 0 : sizeOf(before),
      prev_content: typeof before === "object" ? before.content : null,
      prev_rendered_content: typeof before === "object" ? before.rendered.html : null,
    })),
  );
  await insertTyped(
    db,
    "message_edit",
    {
      message_id: "bigint",
      user_id: "bigint",
      edited_at: "bigint",
      channel_id: "bigint",
      prev_channel_id: "bigint",
      topic: "text",
      prev_topic: "text",
      text_size: "bigint",
      prev_content: "text",
      prev_rendered_content: "text",
    },
    rows,
  );
}

async function insertSubmessages(db: TurnTx, messages: readonly FollowedMessage[]): Promise<void> {
  await insertTyped(
    db,
    "submessage",
    { message_id: "bigint", sender_id: "bigint", msg_type: "text", content: "text" },
    messages.flatMap(({ id, submessages }) => submessages.map((each) => ({ message_id: id, ...each }))),
  );
}

/** What topics, conversations and channels know of their messages. */
async function renew(db: TurnTx, places: readonly Pick<StoredPlace, "recipient_id" | "topic_id">[]): Promise<void> {
  for (const topic of new Set(places.flatMap(({ topic_id }) => topic_id ?? []))) await updateNewestInTopic(db, topic);
  for (const recipientId of new Set(places.map(({ recipient_id }) => recipient_id))) {
    const channel = await channelOf(db, recipientId);
    if (channel === undefined) await updateNewestInConversation(db, recipientId);
    else await setFirstMessage(db, channel, await oldestMessage(db, recipientId));
  }
}

async function channelOf(db: Db, recipientId: RecipientId): Promise<number | undefined> {
  const row = await db.selectFrom("channel").select("id").where("recipient_id", "=", recipientId).executeTakeFirst();
  return row?.id;
}

/** Those that the search index has passed already. */
async function indexAgain({ db, realm }: Writing, ids: readonly MessageId[]): Promise<void> {
  const cursor = await db
    .selectFrom("search_cursor")
    .select("upto_message_id")
    .where("realm_id", "=", realm.id)
    .executeTakeFirst();
  const passed = ids.filter((id) => id <= (cursor?.upto_message_id ?? 0));
  if (passed.length > 0)
    await db
      .insertInto("search_dirty")
      .values(passed.map((message_id) => ({ realm_id: realm.id, message_id })))
      .execute();
}
