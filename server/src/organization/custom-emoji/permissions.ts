import type { Holder } from "../../kernel/access/holds.ts";
import { may, type RealmFacts } from "../realms/permissions.ts";

export const mayAddEmoji = <V>(user: Holder<V>, settings: RealmFacts<"can_add_custom_emoji_group", V>): boolean =>
  may(user, settings, "can_add_custom_emoji_group");
