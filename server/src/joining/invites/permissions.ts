/** Who can invite people, and with which roles. */
import type { Holder } from "../../kernel/access/holds.ts";
import { may, type RealmFacts } from "../../organization/realms/permissions.ts";

/** By email. */
export const mayInvite = <V>(user: Holder<V>, settings: RealmFacts<"can_invite_users_group", V>): boolean =>
  may(user, settings, "can_invite_users_group");

export const mayMakeLinks = <V>(user: Holder<V>, settings: RealmFacts<"create_multiuse_invite_group", V>): boolean =>
  may(user, settings, "create_multiuse_invite_group");

/** Only roles equal to the inviter's own or more restricted. */
export const mayInviteAs = (user: { readonly role: number }, role: number): boolean => role >= user.role;
