import type { Selectable } from "kysely";
import type { UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

const COLUMNS = ["id", "channel_id", "to_user_ids", "topic", "content", "last_edited_at"] as const;

export type DraftRow = Pick<Selectable<Schema["draft"]>, (typeof COLUMNS)[number]>;
export type DraftContents = Omit<DraftRow, "id">;

/** Most recently edited first. */
export const draftsOf = (db: Db, userId: UserId, limit?: number): Promise<DraftRow[]> =>
  limit === undefined ? ownDrafts(db, { userId }) : newestDrafts(db, { userId, limit });

const inOrder = (db: Db, userId: UserId) =>
  db
    .selectFrom("draft")
    .select(COLUMNS)
    .where("user_id", "=", userId)
    .orderBy("last_edited_at", "desc")
    .orderBy("id", "desc");

const ownDrafts = compiled((db, { userId }: { userId: UserId }) => inOrder(db, userId));

const newestDrafts = compiled((db, { userId, limit }: { userId: UserId; limit: number }) =>
  inOrder(db, userId).limit(limit),
);

export async function hasDraft(db: Db, userId: UserId, id: number): Promise<boolean> {
  const found = await db
    .selectFrom("draft")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** SQL statements take a limited number of parameters. */
const ROWS_PER_INSERT = 1000;

const stored = (contents: DraftContents) => ({ ...contents, to_user_ids: json(contents.to_user_ids) });

/** Returns the drafts in the given order. */
export async function insertDrafts(tx: TurnTx, userId: UserId, drafts: readonly DraftContents[]): Promise<DraftRow[]> {
  const ids: number[] = [];
  for (let start = 0; start < drafts.length; start += ROWS_PER_INSERT) {
    const rows = drafts.slice(start, start + ROWS_PER_INSERT).map((draft) => ({ user_id: userId, ...stored(draft) }));
    const inserted = await tx.insertInto("draft").values(rows).returning("id").execute();
    // Ids are assigned in order, but engines may return them in another order.
    ids.push(...inserted.map(({ id }) => id).sort((a, b) => a - b));
  }
  return drafts.map((draft, index) => ({ id: ids[index] as number, ...draft }));
}

/** Returns false if the user has no such draft. */
export async function changeDraft(tx: TurnTx, userId: UserId, { id, ...contents }: DraftRow): Promise<boolean> {
  const changed = await tx
    .updateTable("draft")
    .set(stored(contents))
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Returns false if the user has no such draft. */
export async function removeDraft(tx: TurnTx, userId: UserId, id: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom("draft")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}

export async function removeAllDrafts(tx: TurnTx, userId: UserId): Promise<void> {
  await tx.deleteFrom("draft").where("user_id", "=", userId).execute();
}
