/** Ends following: the organization is people's own from now on. */
import { sql } from "kysely";
import { type App, change, type Writing } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import { lastIdOf } from "../kernel/db/identity.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { Correspondence } from "./ids.ts";
import { hideFromOthers } from "./protected.ts";
import { type FollowRecord, originOf, readRecord, removeRecord } from "./record.ts";

/** Whether something was followed. The other server need not be there any more. */
export async function endFollowing(app: App): Promise<FollowRecord | undefined> {
  const { dataDirectory } = app.config;
  const record = await readRecord(dataDirectory);
  if (record && record.realmId !== null) {
    const { reader } = app.database;
    const ids = await Correspondence.of(reader, record.realmId, originOf(record));
    const followed = ids.all("person", Object.keys(record.keys).map(Number));
    const ctx = operatorContext(app, await app.identities.realmById(reader, record.realmId));
    await change(ctx, async (writing) => {
      await hideFromOthers(writing, followed, (await lastIdOf(writing.db, "message")) ?? 0);
      await markRestAsRead(writing, followed);
      await keepUnclaimedFiles(writing);
    });
  }
  await removeRecord(dataDirectory);
  return record;
}

/** For people whose key was not given everything counts as read: nobody knows what they have read. */
async function markRestAsRead({ db, realm }: Writing, followed: readonly number[]): Promise<void> {
  const others = sql`(select id from "user" where realm_id = ${realm.id} and not ${isAnyOf(db, "id", followed)})`;
  const newestIn = (recipient: string) =>
    sql`coalesce((select max(message.id) from message where message.recipient_id = ${sql.raw(recipient)}), 0)`;
  const ofChannel = "(select recipient_id from channel where channel.id = subscription.channel_id)";
  await sql`update subscription set read_upto = ${newestIn(ofChannel)} where user_id in ${others}`.execute(db);
  await sql`
    update direct_participant set read_upto = ${newestIn("direct_participant.recipient_id")}
    where user_id in ${others}`.execute(db);
}

/** Files that only drafts link to are removed some weeks after they came: from now on, however long it was followed. */
async function keepUnclaimedFiles({ db, realm, now }: Writing): Promise<void> {
  await db
    .updateTable("attachment")
    .set({ unclaimed_since: now })
    .where("realm_id", "=", realm.id)
    .where("unclaimed_since", "is not", null)
    .execute();
}
