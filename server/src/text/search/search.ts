/**
 * A search at one moment: what the index holds, and what it does not hold yet, read and matched here by the same
 * analysis. So a message is found from the moment it is sent, and an edited one never by what it said before.
 */
import { type Expression, type SqlBool, sql } from "kysely";
import type { MessageId, RealmId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { mapInSteps } from "../../kernel/steps.ts";
import { analyseMessage } from "./analyse.ts";
import { type BatchSize, unindexed } from "./progress.ts";
import { isMatch, type Query } from "./query.ts";
import { completed, isIndexed } from "./store.ts";

/** As many as are read where the index is far behind, newest first: while it is made anew, or many long ones were sent. */
const MOST_UNINDEXED: BatchSize = { messages: 5000, bytes: 2_000_000 };

export interface MessageSearch {
  readonly query: Query;
  /** Those found among the messages that are not indexed as they are now. */
  readonly fresh: readonly MessageId[];
}

export async function beginSearch(db: Db, realmId: RealmId, query: Query): Promise<MessageSearch> {
  if (query.length === 0) return { query, fresh: [] };
  const waiting = await unindexed(db, realmId, MOST_UNINDEXED);
  const found = await mapInSteps(waiting, (text) => (isMatch(query, analyseMessage(text)) ? [text.id] : []));
  return { query: await completed(db, query), fresh: found.flat() };
}

/** In a query with `message`. */
export function isSearched(db: Db, { query, fresh }: MessageSearch): Expression<SqlBool> {
  if (query.length === 0) return sql<SqlBool>`1 = 0`;
  if (fresh.length === 0) return isIndexed(db, query);
  return sql<SqlBool>`(${isIndexed(db, query)} or ${isAnyOf(db, "message.id", fresh)})`;
}
