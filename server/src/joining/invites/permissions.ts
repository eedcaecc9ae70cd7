/** Who can invite people, and with which roles. */
import type { Holder } from "../../kernel/access/holds.ts";
import { isAdministrator, isOwner } from "../../kernel/access/roles.ts";
import { may, type RealmFacts } from "../../organization/realms/permissions.ts";

/** By email. */
export const mayInvite = <V>(user: Holder<V>, settings: RealmFacts<"can_invite_users_group", V>): boolean =>
  may(user, settings, "can_invite_users_group");

export const mayMakeLinks = <V>(user: Holder<V>, settings: RealmFacts<"create_multiuse_invite_group", V>): boolean =>
  may(user, settings, "create_multiuse_invite_group");

/** Only roles equal to the inviter's own or more restricted. */
export const mayInviteAs = (user: { readonly role: number }, role: number): boolean => role >= user.role;

/** Everyone else's newcomers are welcomed with the organization's text. */
export const mayChooseWelcomeText = (user: { readonly role: number }): boolean => isAdministrator(user);

export type InvitationFault = "mustBeAdministrator" | "mustBeOwner";

/** People manage their own invitations, and administrators all; but only owners manage invitations for owners. */
export function invitationFault(
  user: { readonly id: number; readonly role: number },
  invitation: { readonly inviterId: number; readonly invitedAs: number },
): InvitationFault | undefined {
  if (invitation.inviterId !== user.id && !isAdministrator(user)) return "mustBeAdministrator";
  return isOwner({ role: invitation.invitedAs }) && !isOwner(user) ? "mustBeOwner" : undefined;
}
