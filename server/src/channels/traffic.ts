/** Channel traffic: counted once a day, because it is never exact and is read with every channel. */
import { sql } from "kysely";
import type { ChannelId, RealmId } from "../kernel/api/ids.ts";
import { change } from "../kernel/context.ts";
import type { Db } from "../kernel/db/handles.ts";
import { recurringJob } from "../kernel/jobs/job-kind.ts";
import { serverContext } from "../kernel/server-context.ts";
import { activeRealmIds } from "../organization/realms/store.ts";
import { changeChannel, newestMessageId } from "./store.ts";

const DAY = 24 * 3600;
const WEEK_DAYS = 7;
const COUNTED_DAYS = 28;

export const countTraffic = recurringJob("count_channel_traffic", DAY, async (app) => {
  const { reader } = app.database;
  for (const id of await activeRealmIds(reader)) {
    const realm = await app.identities.realmById(reader, id);
    const ctx = serverContext(app, realm);
    const counted = await messagesPerChannel(reader, id, ctx.now - COUNTED_DAYS * DAY);
    const changed = counted.filter((each) => weeklyTraffic(each, ctx.now) !== each.weekly_traffic);
    if (changed.length === 0) continue;
    await change(ctx, async ({ db }) => {
      for (const each of changed) await changeChannel(db, each.id, { weekly_traffic: weeklyTraffic(each, ctx.now) });
    });
  }
});

interface Counted {
  id: ChannelId;
  date_created: number;
  weekly_traffic: number | null;
  count: number;
}

/**
 * Messages per channel since a time. Ids increase with time, so the time is converted to an id, and only the index is
 * read.
 */
async function messagesPerChannel(db: Db, realmId: RealmId, since: number): Promise<Counted[]> {
  const from = await firstMessageSince(db, since);
  const { rows } = await sql<Counted>`
    select channel.id, channel.date_created, channel.weekly_traffic,
      (select count(*) from message where message.recipient_id = channel.recipient_id and message.id >= ${from}) as count
    from channel where channel.realm_id = ${realmId}`.execute(db);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** The smallest id since that time, by binary search. */
async function firstMessageSince(db: Db, moment: number): Promise<number> {
  let low = 0;
  let high = (await newestMessageId(db)) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = await db
      .selectFrom("message")
      .select("sent_at")
      .where("id", ">=", middle)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!at || at.sent_at >= moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Messages per week to two digits, at least one if there are any; unknown in a channel's first week. */
export function weeklyTraffic({ date_created, count }: Pick<Counted, "date_created" | "count">, now: number) {
  const age = Math.floor((now - date_created) / DAY);
  if (age < WEEK_DAYS) return null;
  if (count === 0) return 0;
  const average = Math.floor((count * WEEK_DAYS) / Math.min(age, COUNTED_DAYS));
  return Math.max(1, twoDigits(average));
}

function twoDigits(number: number): number {
  const unit = 10 ** Math.max(0, String(number).length - 2);
  return Math.round(number / unit) * unit;
}
