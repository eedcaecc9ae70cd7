/** Queries that run with every message, email or delivery use an index, however large the tables are. */
import assert from "node:assert/strict";
import { type CompiledQuery, type KyselyPlugin, type SqlBool, sql } from "kysely";
import { org, test } from "../../../test/index.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Db, Tx } from "../../kernel/db/handles.ts";
import * as reminders from "../../personal/reminders/store.ts";
import * as scheduled from "../../personal/scheduled-messages/store.ts";
import { candidatesFor } from "./candidates.ts";
import { busyTopics, newestBefore } from "./digest/store.ts";
import { namesOrganization } from "./mail/organization-name.ts";
import type { ReadingContext } from "./mail/reader.ts";
import { usersToNotify } from "./notify.ts";
import { collectingUntil, nextDue, readersDue, realmsWithNews, takeMissed } from "./store.ts";

const passesOver =
  /SCAN (?:"?user"?|message|subscription|missed_message|scheduled_message|reminder|user_topic|direct_participant)\b(?! USING)|Seq Scan on/;

async function planOf(db: Db, compiled: CompiledQuery): Promise<string[]> {
  const explained = async (prefix: string) =>
    (await db.getExecutor().executeQuery<Record<string, string>>({ ...compiled, sql: `${prefix} ${compiled.sql}` }))
      .rows;
  if (!isPostgres(db)) return (await explained("explain query plan")).map((row) => row.detail as string);
  return (await explained("explain (costs off)")).map((row) => row["QUERY PLAN"] as string);
}

test("queries for notifications and deliveries never scan a whole table", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel_id = await acme.channel("design", [ada, ben]);
  const id = await ada.sends("#design > logo", "@**all** hello");
  await ada.writes(ben, "hello");
  const { app, realm } = { ...acme.server, realm: acme.realm };
  const now = Math.floor(acme.clock.now() / 1000);
  const user = { ...ada, realm_id: realm.id, settings: { realm_name_in_email_notifications_policy: 1 } };

  await app.database.transaction(async (db) => {
    const asked: CompiledQuery[] = [];
    const watching: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const watched = db.withPlugin(watching) as Tx;
    const rows = await db.selectFrom("message").selectAll().where("realm_id", "=", realm.id).execute();
    const messages = rows.map((row) => ({ ...row, channel_id: row.id === id ? channel_id : null }));
    await usersToNotify(watched, await candidatesFor(watched, realm.id, messages));
    await nextDue(watched);
    await readersDue(watched, now, 100);
    await realmsWithNews(watched);
    await collectingUntil(watched, [ada.id], 0);
    if (!isPostgres(db)) await takeMissed(watched, ada.id);
    await namesOrganization({ db: watched, user } as unknown as ReadingContext);
    await newestBefore(watched, realm.id, now);
    const [channel] = await db.selectFrom("channel").selectAll().where("id", "=", channel_id).execute();
    await busyTopics(watched, channel ? [channel] : [], { after: id, since: now }, sql<SqlBool>`true`, 5);
    await scheduled.waitingMessages.due(watched, realm.id, now, 20);
    await scheduled.waitingMessages.realmsBehind(watched, now);
    await scheduled.waitingMessagesOf(watched, ada.id);
    await reminders.waitingReminders.due(watched, realm.id, now, 20);
    await reminders.waitingReminders.realmsBehind(watched, now);
    assert.ok(asked.length >= 18, `${asked.length}`);
    // PostgreSQL would rightly scan so few rows; this makes it say whether it could use an index.
    if (isPostgres(db)) await sql`set local enable_seqscan = off`.execute(db);
    for (const query of asked)
      for (const step of await planOf(db, query)) assert.doesNotMatch(step, passesOver, `${query.sql}\n${step}`);
  });
});
