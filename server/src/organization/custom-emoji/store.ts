import type { Insertable } from "kysely";
import { raiseMarkupVersion } from "../../kernel/access/store.ts";
import type { RealmId } from "../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import type { CustomEmojiRow } from "../../text/emoji/custom.ts";

/** Including deactivated ones, oldest first. */
export function allEmoji(db: Db, realmId: RealmId): Promise<CustomEmojiRow[]> {
  return db.selectFrom("custom_emoji").selectAll().where("realm_id", "=", realmId).orderBy("id").execute();
}

/** The file names of all organizations' emoji. */
export function storedEmoji(db: Db): Promise<Pick<CustomEmojiRow, "realm_id" | "file_name">[]> {
  return db.selectFrom("custom_emoji").select(["realm_id", "file_name"]).orderBy("id").execute();
}

/** The active emoji with this name. */
export function emojiInUse(db: Db, realmId: RealmId, name: string): Promise<CustomEmojiRow | undefined> {
  return db
    .selectFrom("custom_emoji")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("name", "=", name)
    .where("deactivated", "=", false)
    .executeTakeFirst();
}

export async function insertEmoji(
  tx: TurnTx,
  emoji: Omit<Insertable<Schema["custom_emoji"]>, "id" | "deactivated">,
): Promise<number> {
  const { id } = await tx
    .insertInto("custom_emoji")
    .values({ ...emoji, deactivated: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  await raiseMarkupVersion(tx, emoji.realm_id);
  return id;
}

export async function deactivateEmoji(tx: TurnTx, { id, realm_id }: CustomEmojiRow): Promise<void> {
  await tx.updateTable("custom_emoji").set({ deactivated: true }).where("id", "=", id).execute();
  await raiseMarkupVersion(tx, realm_id);
}
