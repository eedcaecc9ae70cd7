/**
 * A search combines the index with the messages that are not indexed yet, which are read and matched here with the same
 * analysis. So messages are found as soon as they are sent, and edited ones never by their old text.
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

/** The limits on messages to read if the index is far behind, newest first: while it is rebuilt, or after many long ones. */
const MOST_UNINDEXED: BatchSize = { messages: 5000, bytes: 2_000_000 };

export interface MessageSearch {
  readonly query: Query;
  /** The matches among messages that are not indexed in their current form. */
  readonly fresh: readonly MessageId[];
}

export async function beginSearch(db: Db, realmId: RealmId, query: Query): Promise<MessageSearch> {
  if (query.length === 0) return { query, fresh: [] };
  const waiting = await unindexed(db, realmId, MOST_UNINDEXED);
  const found = await mapInSteps(waiting, (text) => (isMatch(query, analyseMessage(text)) ? [text.id] : []));
  return { query: await completed(db, query), fresh: found.flat() };
}

/** For a query on `message`. */
export function isSearched(db: Db, { query, fresh }: MessageSearch): Expression<SqlBool> {
  if (query.length === 0) return sql<SqlBool>`1 = 0`;
  if (fresh.length === 0) return isIndexed(db, query);
  return sql<SqlBool>`(${isIndexed(db, query)} or ${isAnyOf(db, "message.id", fresh)})`;
}
