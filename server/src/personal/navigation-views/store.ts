import type { Selectable } from "kysely";
import type { UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type ViewRow = Pick<Selectable<Schema["navigation_view"]>, "fragment" | "is_pinned" | "name">;

/** In the order they were added. */
export const viewsOf = (db: Db, userId: UserId): Promise<ViewRow[]> => ownViews(db, { userId });

const ownViews = compiled((db, { userId }: { userId: UserId }) =>
  db
    .selectFrom("navigation_view")
    .select(["fragment", "is_pinned", "name"])
    .where("user_id", "=", userId)
    .orderBy("id"),
);

export async function insertView(tx: TurnTx, userId: UserId, view: ViewRow): Promise<void> {
  await tx
    .insertInto("navigation_view")
    .values({ user_id: userId, ...view })
    .execute();
}

export async function insertViews(tx: TurnTx, user_id: UserId, views: readonly ViewRow[]): Promise<void> {
  for (let start = 0; start < views.length; start += BATCH)
    await tx
      .insertInto("navigation_view")
      .values(views.slice(start, start + BATCH).map((view) => ({ user_id, ...view })))
      .execute();
}

/** A statement takes a limited number of values. */
const BATCH = 1000;

export async function changeView(
  tx: TurnTx,
  userId: UserId,
  fragment: string,
  changes: Partial<Pick<ViewRow, "is_pinned" | "name">>,
): Promise<void> {
  await tx
    .updateTable("navigation_view")
    .set(changes)
    .where("user_id", "=", userId)
    .where("fragment", "=", fragment)
    .execute();
}

/** Returns false if the user has no such view. */
export async function removeView(tx: TurnTx, userId: UserId, fragment: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom("navigation_view")
    .where("user_id", "=", userId)
    .where("fragment", "=", fragment)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}
