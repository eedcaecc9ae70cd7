/** For tests that need many messages. */
import { CompiledQuery, type KyselyPlugin, sql } from "kysely";
import type { MessageId } from "../kernel/api/ids.ts";
import type { Database, TurnTx } from "../kernel/db/handles.ts";

/** Puts copies of a message behind it, in its topic. */
export async function copies(tx: TurnTx, of: MessageId, count: number): Promise<void> {
  await sql`
    insert into message (realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${sql.lit(count)})
    select realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client
    from message, number where message.id = ${of}`.execute(tx);
  await sql`
    update topic set max_message_id = (select max(id) from message where topic_id = topic.id)
    where id = (select topic_id from message where id = ${of})`.execute(tx);
}

/** How the engine would answer each query that some work asks, as text. The work must ask for something to be explained. */
export function plansOf(database: Database, work: (tx: TurnTx) => Promise<unknown>): Promise<string[]> {
  return database.transaction(async (tx) => {
    const asked: CompiledQuery[] = [];
    const spy: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(tx.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await work(tx.withPlugin(spy) as TurnTx);
    const isPostgres = database.engine === "postgres";
    // With a handful of rows reading all of them is always cheapest.
    if (isPostgres) await sql`set local enable_seqscan = off`.execute(tx);
    const plans: string[] = [];
    for (const { sql: text, parameters } of asked) {
      const explain = CompiledQuery.raw(`${isPostgres ? "explain" : "explain query plan"} ${text}`, [...parameters]);
      const { rows } = await tx.executeQuery<Record<string, unknown>>(explain);
      plans.push(rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n"));
    }
    return plans;
  });
}

/** What an engine says when it reads all messages. */
export const SCANS_MESSAGES = /SCAN message(?! USING)|Seq Scan on message/;
