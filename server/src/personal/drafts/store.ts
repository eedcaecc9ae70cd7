import type { Selectable } from "kysely";
import type { UserId } from "../../kernel/api/ids.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

const SHOWN = ["id", "channel_id", "to_user_ids", "topic", "content", "last_edited_at"] as const;

export type DraftRow = Pick<Selectable<Schema["draft"]>, (typeof SHOWN)[number]>;
export type DraftContents = Omit<DraftRow, "id">;

/** The one that was edited last first. */
export function draftsOf(db: Db, userId: UserId, limit?: number): Promise<DraftRow[]> {
  const all = db
    .selectFrom("draft")
    .select(SHOWN)
    .where("user_id", "=", userId)
    .orderBy("last_edited_at", "desc")
    .orderBy("id", "desc");
  return (limit === undefined ? all : all.limit(limit)).execute();
}

export async function hasDraft(db: Db, userId: UserId, id: number): Promise<boolean> {
  const found = await db
    .selectFrom("draft")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A statement takes a limited number of parameters. */
const ROWS_PER_INSERT = 1000;

const stored = (contents: DraftContents) => ({ ...contents, to_user_ids: json(contents.to_user_ids) });

/** In the order in which they are given. */
export async function insertDrafts(tx: TurnTx, userId: UserId, drafts: readonly DraftContents[]): Promise<DraftRow[]> {
  const ids: number[] = [];
  for (let start = 0; start < drafts.length; start += ROWS_PER_INSERT) {
    const rows = drafts.slice(start, start + ROWS_PER_INSERT).map((draft) => ({ user_id: userId, ...stored(draft) }));
    const inserted = await tx.insertInto("draft").values(rows).returning("id").execute();
    // Ids are given in order; what an engine answers first is its own business.
    ids.push(...inserted.map(({ id }) => id).sort((a, b) => a - b));
  }
  return drafts.map((draft, index) => ({ id: ids[index] as number, ...draft }));
}

/** Whether it is there, and the user's. */
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

/** Whether it was there, and the user's. */
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
