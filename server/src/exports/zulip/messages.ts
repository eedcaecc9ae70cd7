/** Messages for Zulip: files with at most a thousand of them, who received each, and what they did with it. */
import { sql } from "kysely";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { Flag, isRead } from "../../messages/flags.ts";
import { isInPeriod, isLastingPeriod, periods } from "../../messages/periods.ts";
import { Trait } from "../../messages/traits.ts";
import { DIRECT_TOPIC, Mask, maskOf, type ZulipRow } from "./format.ts";
import type { JsonTables } from "./json-file.ts";
import type { Outward } from "./outward.ts";

const MESSAGES_IN_FILE = 1000;
const RECEIVED_IN_FILE = 200_000;
const CHARACTERS_IN_FILE = 16 * 1024 * 1024;
/** Rows of one query: a message may have as many receivers as there are people. */
const RECEIVED_AT_ONCE = 20_000;
const FIRST_MESSAGES = 20;

/** Writes one file of messages into the tables that it is given. */
type WriteFile = (work: (tables: JsonTables) => Promise<void>) => Promise<void>;

export class MessageWriter {
  readonly #out: Outward;
  /** How many were written. */
  count = 0;
  #atOnce = FIRST_MESSAGES;

  constructor(out: Outward) {
    this.#out = out;
  }

  async write(writeFile: WriteFile): Promise<void> {
    const batches = this.#batches();
    let next = await batches.next();
    // An archive without messages has a file without them, as Zulip's have.
    do
      await writeFile(async (tables) => {
        next = await this.#file(tables, batches, next);
      });
    while (!next.done);
  }

  /** Few messages at once if each has many receivers. */
  async *#batches(): AsyncGenerator<TableRow[]> {
    for await (const page of this.#out.pages("message"))
      for (let at = 0; at < page.length; ) {
        const batch = page.slice(at, at + this.#atOnce);
        at += batch.length;
        yield batch;
      }
  }

  async #file(
    tables: JsonTables,
    batches: AsyncGenerator<TableRow[]>,
    first: IteratorResult<TableRow[]>,
  ): Promise<IteratorResult<TableRow[]>> {
    const messages: ZulipRow[] = [];
    const submessages: ZulipRow[] = [];
    let [received, characters, next] = [0, 0, first];
    tables.begin("zerver_usermessage");
    while (!next.done) {
      const rows = next.value;
      const parts = await this.#partsOf(rows);
      for (const row of rows) {
        const message = this.#message(row, parts);
        characters += JSON.stringify(message).length;
        messages.push(message);
      }
      submessages.push(...parts.submessages);
      const receivers = await receiversOf(this.#out.db, rows, this.#out);
      for (const each of receivers) await tables.row({ id: this.#out.nextId("zerver_usermessage"), ...each });
      received += receivers.length;
      this.#atOnce = sizeAfter(rows.length, receivers.length);
      if (this.#out.steps.isOver) await this.#out.steps.pause();
      next = await batches.next();
      const isFull =
        messages.length + (next.done ? 0 : next.value.length) > MESSAGES_IN_FILE ||
        received >= RECEIVED_IN_FILE ||
        characters >= CHARACTERS_IN_FILE;
      if (isFull) break;
    }
    tables.begin("zerver_message");
    for (const message of messages) await tables.row(message);
    // Zulip's importer does not read these.
    tables.begin("zerver_submessage");
    for (const submessage of submessages) await tables.row(submessage);
    this.count += messages.length;
    return next;
  }

  async #partsOf(rows: readonly TableRow[]): Promise<PartsOfMessages> {
    const { db } = this.#out;
    const ids = rows.map((row) => row.id as number);
    const edited = await db
      .selectFrom("message_edit")
      .selectAll()
      .where(isAnyOf(db, "message_id", ids))
      .orderBy("id", "desc")
      .execute();
    const edits = edited.map((edit) => this.#out.shown("message_edit", edit) as typeof edit);
    const submessages = await db
      .selectFrom("submessage")
      .selectAll()
      .where(isAnyOf(db, "message_id", ids))
      .orderBy("id")
      .execute();
    const direct = rows.filter((row) => row.topic_id === null).map((row) => row.recipient_id as number);
    const participants = await db
      .selectFrom("direct_participant")
      .select(["recipient_id", "user_id"])
      .where(isAnyOf(db, "recipient_id", [...new Set(direct)]))
      .orderBy("user_id")
      .execute();
    return {
      edits: Map.groupBy(edits, (edit) => edit.message_id),
      people: Map.groupBy(participants, (each) => each.recipient_id),
      submessages: submessages.map(({ message_id, sender_id, ...row }) => ({
        ...{ ...row, message: message_id, sender: sender_id },
      })),
    };
  }

  #message(row: TableRow, { edits, people }: PartsOfMessages): ZulipRow {
    const [id, sender, recipient] = [row.id, row.sender_id, row.recipient_id] as [number, number, number];
    const traits = row.traits as number;
    const channel = this.#out.channelOfRecipient(recipient);
    const participants = (people.get(recipient) ?? []).map((each) => each.user_id);
    const times = [row.last_edit_at, row.last_moved_at].filter((time) => typeof time === "number");
    const history = historyOf(edits.get(id) ?? []);
    return {
      id,
      realm: row.realm_id,
      sender,
      recipient: channel === undefined ? this.#out.recipientOfDirect(participants, sender, recipient) : recipient,
      subject: channel === undefined ? DIRECT_TOPIC : row.subject,
      content: row.content,
      rendered_content: row.rendered_content,
      rendered_content_version: 1,
      date_sent: row.sent_at,
      sending_client: this.#out.client(String(row.client)),
      last_edit_time: times.length === 0 ? null : Math.max(...times),
      edit_history: history.length === 0 ? null : JSON.stringify(history),
      has_attachment: (traits & Trait.hasAttachment) !== 0,
      has_image: (traits & Trait.hasImage) !== 0,
      has_link: (traits & Trait.hasLink) !== 0,
      is_channel_message: channel !== undefined,
    };
  }
}

/** Newest first. */
function historyOf(edits: readonly MessageEdit[]): ZulipRow[] {
  return edits.flatMap((edit) => {
    const isMove = edit.prev_channel_id !== null || edit.prev_topic !== null;
    if (edit.prev_content === null && !isMove) return [];
    return {
      user_id: edit.user_id,
      timestamp: edit.edited_at,
      ...(edit.prev_content === null
        ? {}
        : {
            prev_content: edit.prev_content,
            prev_rendered_content: edit.prev_rendered_content,
            prev_rendered_content_version: 1,
          }),
      ...(edit.prev_topic === null ? {} : { prev_topic: edit.prev_topic, topic: edit.topic }),
      ...(edit.prev_channel_id === null ? {} : { prev_stream: edit.prev_channel_id, stream: edit.channel_id }),
    };
  });
}

interface MessageEdit {
  readonly user_id: number;
  readonly edited_at: number;
  readonly channel_id: number | null;
  readonly prev_channel_id: number | null;
  readonly topic: string | null;
  readonly prev_topic: string | null;
  readonly prev_content: string | null;
  readonly prev_rendered_content: string | null;
}

interface PartsOfMessages {
  readonly edits: ReadonlyMap<number, readonly MessageEdit[]>;
  readonly people: ReadonlyMap<number, readonly { readonly user_id: number }[]>;
  readonly submessages: readonly ZulipRow[];
}

const sizeAfter = (messages: number, received: number): number =>
  Math.max(1, Math.min(MESSAGES_IN_FILE, Math.floor((messages * RECEIVED_AT_ONCE) / Math.max(1, received))));

interface ReceiverRow {
  readonly message_id: number;
  readonly user_id: number;
  readonly flags: number;
  /** Null where nothing can be unread. */
  readonly read_upto: number | null;
  /** Of a subscriber: whether the period has not ended. */
  readonly is_lasting?: number;
}

/** Everyone who received one of the messages when it was sent, or has done something with it since. */
async function receiversOf(db: Db, rows: readonly TableRow[], out: Outward): Promise<ZulipRow[]> {
  const ids = rows.map((row) => row.id as number);
  const byId = new Map(rows.map((row) => [row.id as number, row]));
  const among = isAnyOf(db, "message.id", ids);
  const subscribers = await sql<ReceiverRow>`
    select message.id as message_id, period.user_id, coalesce(mine.flags, 0) as flags,
      case when subscription.is_subscribed then subscription.read_upto end as read_upto,
      case when subscription.is_subscribed and ${isLastingPeriod} then 1 else 0 end as is_lasting
    from message
      join channel on channel.recipient_id = message.recipient_id
      join ${periods} on period.channel_id = channel.id and ${isInPeriod(sql.ref("message.id"))}
      left join subscription on subscription.user_id = period.user_id and subscription.channel_id = channel.id
      left join user_message as mine on mine.user_id = period.user_id and mine.message_id = message.id
    where ${among}`.execute(db);
  const participants = await sql<ReceiverRow>`
    select message.id as message_id, participant.user_id, coalesce(mine.flags, 0) as flags, participant.read_upto
    from message
      join direct_participant as participant on participant.recipient_id = message.recipient_id
      left join user_message as mine on mine.user_id = participant.user_id and mine.message_id = message.id
    where ${among}`.execute(db);
  const marked = await sql<ReceiverRow>`
    select mine.message_id, mine.user_id, mine.flags,
      case when subscription.is_subscribed then subscription.read_upto end as read_upto
    from user_message as mine
      join message on message.id = mine.message_id
      join channel on channel.recipient_id = message.recipient_id
      left join subscription on subscription.user_id = mine.user_id and subscription.channel_id = channel.id
    where ${isAnyOf(db, "mine.message_id", ids)}`.execute(db);
  // Compared here: PostgreSQL may compare each of these rows with each period.
  const received = new Set(subscribers.rows.map(({ message_id, user_id }) => `${message_id} ${user_id}`));
  const others = marked.rows.filter(({ message_id, user_id }) => !received.has(`${message_id} ${user_id}`));
  const there = (each: ReceiverRow, isReceived: boolean): ZulipRow => {
    const row = byId.get(each.message_id) as TableRow;
    const isDirect = out.channelOfRecipient(row.recipient_id as number) === undefined;
    const flags_mask = maskFor(each, row, { isReceived, isDirect });
    return { user_profile: each.user_id, message: each.message_id, flags_mask };
  };
  const { scope } = out;
  const isOpen = ({ user_id }: ReceiverRow) => scope.hasConsented(user_id);
  // What somebody has done with a message, and where they were subscribed once, is nobody else's business.
  const shown = (each: ReceiverRow) => (isOpen(each) ? each : { ...each, flags: 0, read_upto: scope.newestMessageId });
  return [
    ...subscribers.rows
      .filter((each) => isOpen(each) || Number(each.is_lasting) === 1)
      .map((each) => there(shown(each), true)),
    ...participants.rows.map((each) => there(shown(each), true)),
    ...others.filter(isOpen).map((each) => there(each, (each.flags & Flag.received) !== 0)),
  ].sort((a, b) => Number(a.message) - Number(b.message) || Number(a.user_profile) - Number(b.user_profile));
}

function maskFor(
  { message_id, flags, read_upto }: ReceiverRow,
  row: TableRow,
  { isReceived, isDirect }: { isReceived: boolean; isDirect: boolean },
): number {
  const isForAll = isReceived && (Number(row.traits) & Trait.channelWildcard) !== 0;
  return (
    maskOf(flags) |
    (isRead(message_id, flags, read_upto ?? undefined) ? Mask.read : 0) |
    (isForAll ? Mask.channelWildcard : 0) |
    (isReceived ? 0 : Mask.historical) |
    (isDirect ? Mask.direct : 0)
  );
}
