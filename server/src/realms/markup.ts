import type { RealmId } from "../api/ids.ts";
import type { Markup } from "../context.ts";
import { allEmoji } from "../custom-emoji/store.ts";
import type { Db } from "../db/handles.ts";
import { CustomEmojiSet } from "../emoji/custom.ts";
import { linkifiersOf } from "../linkifiers/store.ts";

/** What an organization adds to texts; read again only when it has changed. */
export async function markupOf(db: Db, realmId: RealmId): Promise<Markup> {
  return {
    linkifiers: await linkifiersOf(db, realmId),
    customEmoji: new CustomEmojiSet(await allEmoji(db, realmId)),
  };
}
