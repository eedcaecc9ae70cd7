import type { Insertable, Selectable } from "kysely";
import type { UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

const COLUMNS = ["id", "title", "content", "date_created"] as const;

export type SnippetRow = Pick<Selectable<Schema["saved_snippet"]>, (typeof COLUMNS)[number]>;
export type SnippetTexts = Pick<SnippetRow, "title" | "content">;

/** In the order they were saved. */
export const snippetsOf = (db: Db, userId: UserId): Promise<SnippetRow[]> => ownSnippets(db, { userId });

const ownSnippets = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("saved_snippet").select(COLUMNS).where("user_id", "=", userId).orderBy("id"),
);

export async function hasSnippet(db: Db, userId: UserId, id: number): Promise<boolean> {
  const found = await db
    .selectFrom("saved_snippet")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

export function insertSnippet(tx: TurnTx, snippet: Insertable<Schema["saved_snippet"]>): Promise<SnippetRow> {
  return tx.insertInto("saved_snippet").values(snippet).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** In this order. */
export async function insertSnippets(
  tx: TurnTx,
  snippets: readonly Insertable<Schema["saved_snippet"]>[],
): Promise<void> {
  for (let start = 0; start < snippets.length; start += BATCH)
    await tx
      .insertInto("saved_snippet")
      .values(snippets.slice(start, start + BATCH))
      .execute();
}

/** A statement takes a limited number of values. */
const BATCH = 1000;

/** Returns the changed snippet, or `undefined` if the user has no such snippet. */
export function changeSnippet(
  tx: TurnTx,
  userId: UserId,
  id: number,
  texts: Partial<SnippetTexts>,
): Promise<SnippetRow | undefined> {
  return tx
    .updateTable("saved_snippet")
    .set(texts)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Returns false if the user has no such snippet. */
export async function removeSnippet(tx: TurnTx, userId: UserId, id: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom("saved_snippet")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}
