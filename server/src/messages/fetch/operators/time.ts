/** Operators for time. */
import { type Expression, type SqlBool, sql } from "kysely";
import { newestMessageId } from "../../../channels/store.ts";
import type { MessageId, RealmId } from "../../../kernel/api/ids.ts";
import { said } from "../../../kernel/api/sentences.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/db/handles.ts";
import { BadNarrow } from "../../contract.ts";
import { quoted } from "../terms.ts";

/** A time with its zone, or a day, which begins in UTC. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Sent at that time or later. Ids increase with time, so one of them divides all messages. */
export async function sentSince({ db, realm }: Context, operand: unknown): Promise<Expression<SqlBool>> {
  const text = operand as string;
  const moment = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  // `Date` reads February 30 as March 2.
  if (Number.isNaN(moment) || !isDayOfMonth(text)) throw new BadNarrow({ desc: said`unknown date ${quoted(operand)}` });
  return sql<SqlBool>`message.id >= ${await firstIdSince(db, realm.id, moment / 1000)}`;
}

function isDayOfMonth(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/** Binary search: about thirty index lookups, however many messages there are. */
async function firstIdSince(db: Db, realmId: RealmId, since: number): Promise<MessageId> {
  let [low, high] = [1, (await newestMessageId(db)) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const met = await firstFrom(db, realmId, middle);
    if (met === undefined || met.sent_at >= since) high = middle;
    else low = met.id + 1;
  }
  return low as MessageId;
}

function firstFrom(db: Db, realmId: RealmId, id: number) {
  return db
    .selectFrom("message")
    .select(["id", "sent_at"])
    .where("realm_id", "=", realmId)
    .where("id", ">=", id as MessageId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}
