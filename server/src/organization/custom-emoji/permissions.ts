import type { Holder } from "../../kernel/access/holds.ts";
import { isAdministrator } from "../../kernel/access/roles.ts";
import { may, type RealmFacts } from "../realms/permissions.ts";

export const mayAddEmoji = <V>(user: Holder<V>, settings: RealmFacts<"can_add_custom_emoji_group", V>): boolean =>
  may(user, settings, "can_add_custom_emoji_group");

/** Administrators can remove any custom emoji, and others their own. */
export const mayRemoveEmoji = (user: { readonly role: number }, isAuthor: boolean): boolean =>
  isAuthor || isAdministrator(user);
