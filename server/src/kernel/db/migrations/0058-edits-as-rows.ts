/**
 * What a message was before each edit becomes a row, so that an edit costs the same however many came before it, and what is
 * not sent is not read. The message itself keeps how many rows there are, and how large the texts in them.
 */
import { type Kysely, sql } from "kysely";
import { onPostgres, withId } from "./columns.ts";

/** As `messages/history/limits.ts` had them when this was written. */
const ENTRIES = 1000;
const TEXTS = 200;
const BYTES = 1024 * 1024;

/** Characters of JSON that are taken apart in one statement, and how many messages at most. */
const AT_ONCE = 4 * 1024 * 1024;
const MESSAGES_AT_ONCE = 500;

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("message_edit")
    .$call(withId(db))
    .addColumn("message_id", "bigint", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull())
    .addColumn("edited_at", "bigint", (c) => c.notNull())
    // Of an edit of the content: how many bytes of earlier text are kept, 0 when they are not any more.
    .addColumn("text_size", "bigint")
    // Where the message was afterwards, and before where that was another channel.
    .addColumn("channel_id", "bigint")
    .addColumn("prev_channel_id", "bigint")
    .addColumn("topic", "text")
    .addColumn("prev_topic", "text")
    // Last, so that a row is read without them.
    .addColumn("prev_content", "text")
    .addColumn("prev_rendered_content", "text")
    .execute();
  await db.schema.createIndex("message_edit_by_message").on("message_edit").columns(["message_id", "id"]).execute();
  for (const column of ["history_count", "history_bytes"])
    await db.schema
      .alterTable("message")
      .addColumn(column, "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  await moveHistories(db);
  await db.schema.alterTable("message").dropColumn("edit_history").execute();
}

async function moveHistories(db: Kysely<unknown>): Promise<void> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; size: number }>`
      select id, length(cast(edit_history as text)) as size from message
      where id > ${last} and edit_history is not null order by id limit ${MESSAGES_AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    let size = 0;
    const fitting = rows.filter((row, at) => {
      size += Number(row.size);
      return at === 0 || size <= AT_ONCE;
    });
    const upto = Number((fitting.at(-1) as { id: number }).id);
    await moveBetween(db, last, upto);
    last = upto;
  }
}

/** The histories were arrays, newest first; rows are numbered from the oldest on. */
async function moveBetween(db: Kysely<unknown>, after: number, upto: number): Promise<void> {
  const isPostgres = onPostgres(db);
  const elements = isPostgres
    ? sql`json_array_elements(message.edit_history) with ordinality as element (value, place)`
    : sql`json_each(message.edit_history) as element`;
  const place = isPostgres ? sql`element.place` : sql`element.key`;
  const text = (name: string) => sql`element.value ->> ${sql.lit(name)}`;
  const number = (name: string) => sql`cast(${text(name)} as bigint)`;
  const texts = (name: string) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`;
  await sql`
    insert into message_edit (message_id, user_id, edited_at, text_size, channel_id, prev_channel_id, topic, prev_topic,
      prev_content, prev_rendered_content)
    with entry as (
      select message.id as message_id, channel.id as present_channel_id, ${place} as place,
        ${number("user_id")} as user_id, ${number("timestamp")} as edited_at, ${number("prev_stream")} as prev_stream,
        ${number("stream")} as stream,
        ${text("topic")} as topic, ${text("prev_topic")} as prev_topic,
        ${text("prev_content")} as prev_content, ${text("prev_rendered_content")} as prev_rendered_content
      from message cross join ${elements} left join channel on channel.recipient_id = message.recipient_id
      where message.id > ${after} and message.id <= ${upto} and message.edit_history is not null
    ), counted as (
      select entry.*, ${texts("prev_content")} + ${texts("prev_rendered_content")} as size,
        row_number() over (partition by message_id order by place) as nth,
        count(prev_content) over (partition by message_id order by place) as nth_text,
        sum(${texts("prev_content")} + ${texts("prev_rendered_content")})
          over (partition by message_id order by place) as sum_size,
        count(prev_stream) over (partition by message_id order by place) as nth_stream
      from entry
    ), moved as (
      select message_id, nth_stream, prev_stream from counted where prev_stream is not null
    )
    select counted.message_id, user_id, edited_at,
      case when prev_content is null then null when ${isKept} then size else 0 end,
      -- Where this move has taken it, else the channel that the next one has taken it from, else where it is now.
      coalesce(stream, (select moved.prev_stream from moved where moved.message_id = counted.message_id
        and moved.nth_stream = counted.nth_stream),
        present_channel_id),
      prev_stream, topic, prev_topic,
      case when ${isKept} then prev_content end, case when ${isKept} then prev_rendered_content end
    from counted where nth <= ${sql.lit(ENTRIES)} order by counted.message_id, place desc`.execute(db);
  await sql`
    update message set
      history_count = (select count(*) from message_edit where message_edit.message_id = message.id),
      history_bytes = (select coalesce(sum(text_size), 0) from message_edit where message_edit.message_id = message.id)
    where id > ${after} and id <= ${upto} and edit_history is not null`.execute(db);
}

const isKept = sql`(nth_text <= ${sql.lit(TEXTS)} and sum_size <= ${sql.lit(BYTES)})`;
