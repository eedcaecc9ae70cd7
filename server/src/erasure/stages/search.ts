/**
 * Brings the search index up to date, and removes the words that only the person's messages had. On SQLite a deleted
 * message's words stay in the index until its segments are merged, so all of them are: `after` counts the steps.
 */
import type { Writing } from "../../kernel/context.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import { deleteUnusedWords, mergeIndex } from "../../text/search/merge.ts";
import { indexSome } from "../../text/search/progress.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

/** Above it `after` counts the words that were looked at. */
const WORDS = 1_000_000_000;

export async function forgetWords({ db, realm }: Writing, { after }: Erasure): Promise<NextBatch | undefined> {
  if (after === 0 && (await indexSome(db, realm.id))) return { after };
  if (isPostgres(db)) return undefined;
  if (after < WORDS) return { after: (await mergeIndex(db, { isFirst: after === 0 })) ? after + 1 : WORDS };
  const seen = await deleteUnusedWords(db, after - WORDS);
  return seen === undefined ? undefined : { after: WORDS + seen };
}
