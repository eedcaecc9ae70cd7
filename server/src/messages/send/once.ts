/**
 * Deduplicates sending. A request whose connection broke may have been carried out: its client repeats it with the same
 * `local_id`, and gets the first one's response. Other clients restart such ids for each queue, so an id only counts
 * with the same text to the same place.
 */
import { hash } from "node:crypto";
import { sql } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/index.ts";
import { seconds } from "../../kernel/clock.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { compiled, compiledChange } from "../../kernel/db/compiled.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import type { SendRequest } from "./prepare.ts";

const DAY_SECONDS = 86_400;

/** `undefined` when the client sent no `local_id`; such requests skip deduplication. */
export function requestKey({ local_id, type, to, topic, content }: SendRequest): string | undefined {
  if (local_id === undefined) return undefined;
  return hash("sha256", JSON.stringify([local_id, type, to, topic ?? null, content]), "base64url");
}

const sentUnder = compiled((db, { userId, key }: { userId: UserId; key: string }) =>
  db.selectFrom("sent_once").select("message_id").where("user_id", "=", userId).where("request_key", "=", key),
);

interface SentRow extends KeyedRequest {
  readonly message_id: MessageId;
  readonly sent_at: number;
}

const insertSent = compiledChange((tx: TurnTx, { user_id, request_key, message_id, sent_at }: SentRow) =>
  tx.insertInto("sent_once").values({ user_id, request_key, message_id, sent_at }),
);

/** The message that this request sent before. The caller holds the organization's lock, so that nobody sends it now. */
export async function sentBefore({ db, user }: WriteContext, key: string | undefined): Promise<MessageId | undefined> {
  if (key === undefined) return undefined;
  const [known] = await sentUnder(db, { userId: user.id, key });
  return known?.message_id;
}

export async function noteSent(ctx: WriteContext, key: string | undefined, message_id: MessageId): Promise<void> {
  if (key !== undefined)
    await insertSent(ctx.db, { user_id: ctx.user.id, request_key: key, message_id, sent_at: ctx.now });
}

/** A request that may have been carried out before. */
export interface KeyedRequest {
  readonly user_id: UserId;
  readonly request_key: string;
}

/** The messages that some of these requests sent before, on PostgreSQL. */
export async function sentBeforeByEach(
  db: Db,
  requests: readonly KeyedRequest[],
): Promise<readonly (KeyedRequest & { readonly message_id: MessageId })[]> {
  if (requests.length === 0) return [];
  const { rows } = await sql<KeyedRequest & { message_id: MessageId }>`
    select sent_once.user_id, sent_once.request_key, sent_once.message_id
    from json_to_recordset(${json(requests)}::json) as given (user_id bigint, request_key text)
      join sent_once on sent_once.user_id = given.user_id and sent_once.request_key = given.request_key`.execute(db);
  return rows;
}

/** Records several requests as carried out, on PostgreSQL. */
export async function noteEachSent(tx: TurnTx, sent: readonly SentRow[]): Promise<void> {
  if (sent.length === 0) return;
  await sql`
    insert into sent_once (user_id, request_key, message_id, sent_at)
    select user_id, request_key, message_id, sent_at
    from json_to_recordset(${json(sent)}::json)
      as given (user_id bigint, request_key text, message_id bigint, sent_at bigint)`.execute(tx);
}

/** After a day, clients no longer repeat a request without checking. */
export const forgetSent = recurringJob("forget_sent_once", DAY_SECONDS, ({ database, clock }) =>
  database.transaction(async (tx) => {
    await tx
      .deleteFrom("sent_once")
      .where("sent_at", "<", seconds(clock) - DAY_SECONDS)
      .execute();
  }),
);
