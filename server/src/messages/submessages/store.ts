import type { Insertable } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { type Span, shortSpan } from "../../kernel/db/span.ts";

const SHOWN = ["id", "message_id", "sender_id", "msg_type", "content"] as const;

/** The submessages of all these messages, in order. */
export async function submessagesOf(db: Db, messageIds: readonly MessageId[]) {
  if (messageIds.length === 0) return [];
  const span = shortSpan(messageIds);
  if (!span) return submessageRows(db, { messageIds });
  const wanted = new Set(messageIds);
  return (await submessagesWithin(db, span)).filter((submessage) => wanted.has(submessage.message_id));
}

const submessagesWithin = compiled((db, { from, to }: Span) =>
  db
    .selectFrom("submessage")
    .select(SHOWN)
    .where("message_id", ">=", from)
    .where("message_id", "<=", to)
    .orderBy("message_id")
    .orderBy("id"),
);

const submessageRows = compiled((db, { messageIds }: { messageIds: readonly MessageId[] }) =>
  db
    .selectFrom("submessage")
    .select(SHOWN)
    .where(isAnyOf(db, "message_id", messageIds))
    .orderBy("message_id")
    .orderBy("id"),
);

/** Makes a message a widget. Other types only add to its content. */
const WIDGET = "widget";

/** The first submessage determines the widget's type. Undefined if the message has no widget. */
export async function firstOfWidget(db: Db, messageId: MessageId): Promise<string | undefined> {
  const row = await db
    .selectFrom("submessage")
    .select("content")
    .where("message_id", "=", messageId)
    .where("msg_type", "=", WIDGET)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.content;
}

export async function isWidgetOf(db: Db, messageId: MessageId, senderId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom("submessage")
    .select("id")
    .where("message_id", "=", messageId)
    .where("sender_id", "=", senderId)
    .where("msg_type", "=", WIDGET)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSubmessage(tx: TurnTx, submessage: Insertable<Schema["submessage"]>): Promise<number> {
  const { id } = await tx.insertInto("submessage").values(submessage).returning("id").executeTakeFirstOrThrow();
  return id;
}
