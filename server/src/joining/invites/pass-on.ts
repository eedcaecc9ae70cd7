/**
 * Links of email invitations that the inviter passes on, where the server sends no email (decision 080). An invitation is
 * either sent or passed on: one that was sent proves whose the address is (decision 111). Sending it again, once there is email, makes
 * it one that was sent, with another link.
 */
import { isAdministrator, isOwner } from "../../kernel/access/roles.ts";
import type { Context } from "../../kernel/context.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { mailLink } from "./keys.ts";
import { mayInviteAs } from "./permissions.ts";
import type { Invitation } from "./store.ts";

/**
 * The link, for a user who can manage the invitation and could still send it. Whoever has it can use it themselves, so in
 * an organization that only admits confirmed addresses it is for owners, who could change that.
 */
export function linkToPassOn(
  { app, realm, user }: Context,
  { inviter_id, invited_as, key_encrypted, is_passed_on }: Invitation,
): string | undefined {
  const { emails_restricted_to_domains, allow_unverified_sign_up } = realm.settings;
  const mustBeConfirmed = emails_restricted_to_domains || !allow_unverified_sign_up;
  const isManaged = inviter_id === user.id || isAdministrator(user);
  if (sendsMail(app) || !is_passed_on || !isManaged || !mayInviteAs(user, invited_as)) return undefined;
  if (mustBeConfirmed && !isOwner(user)) return undefined;
  return mailLink(realm, app.secrets.decrypt(key_encrypted));
}
