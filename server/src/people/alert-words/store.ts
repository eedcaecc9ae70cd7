import { raisePreferencesVersion } from "../../kernel/access/store.ts";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, isAnyTextOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { alertKey } from "./matcher.ts";

/** In the order they were added. */
export async function alertWordsOf(db: Db, userId: UserId): Promise<string[]> {
  return (await ownWords(db, { userId })).map((row) => row.word);
}

const ownWords = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("alert_word").select("word").where("user_id", "=", userId).orderBy("id"),
);

export const alertWordsOfAll = (db: Db, users: readonly UserId[]): Promise<{ user_id: UserId; word_key: string }[]> =>
  db
    .selectFrom("alert_word")
    .select(["user_id", "word_key"])
    .where(isAnyOf(db, "user_id", users))
    .execute();

/** SQL statements take a limited number of parameters. */
const BATCH = 1000;

export async function insertAlertWords(
  tx: TurnTx,
  user: { readonly id: UserId; readonly realm_id: RealmId },
  words: readonly string[],
): Promise<void> {
  for (let start = 0; start < words.length; start += BATCH) {
    const rows = words
      .slice(start, start + BATCH)
      .map((word) => ({ user_id: user.id, word, word_key: alertKey(word) }));
    await tx.insertInto("alert_word").values(rows).execute();
  }
  await raisePreferencesVersion(tx, user);
}

export async function deleteAlertWords(
  tx: TurnTx,
  user: { readonly id: UserId; readonly realm_id: RealmId },
  words: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("alert_word")
    .where("user_id", "=", user.id)
    .where(isAnyTextOf(tx, "word_key", words.map(alertKey)))
    .execute();
  await raisePreferencesVersion(tx, user);
}
