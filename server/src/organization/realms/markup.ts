import type { RealmId } from "../../kernel/api/ids.ts";
import type { Markup } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { CustomEmojiSet } from "../../text/emoji/custom.ts";
import { allEmoji } from "../custom-emoji/store.ts";
import { linkifiersOf } from "../linkifiers/store.ts";

/** What an organization adds to texts; read again only when it has changed. */
export async function markupOf(db: Db, realmId: RealmId): Promise<Markup> {
  return {
    linkifiers: await linkifiersOf(db, realmId),
    customEmoji: new CustomEmojiSet(await allEmoji(db, realmId)),
  };
}
