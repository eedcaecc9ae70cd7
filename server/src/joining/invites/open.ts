/** Lists, revokes and resends open invitations. */

import { isAdministrator, isOwner, Role } from "../../kernel/access/roles.ts";
import { demand, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Context, User, WriteContext, Writing } from "../../kernel/context.ts";
import { toAdministrators } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { on } from "../../kernel/moments.ts";
import { organizationClosed } from "../../organization/moments.ts";
import { personDeactivating } from "../../people/moments.ts";
import { userById } from "../../people/users/store.ts";
import { announceInvites } from "./announce.ts";
import { AlreadyRevoked, NoSuchInvitation, OnlyAdministrators } from "./contract.ts";
import { mailInvitation } from "./emails.ts";
import { invitesChangedEvent } from "./events.ts";
import { newKey } from "./keys.ts";
import { invitationFault } from "./permissions.ts";
import { checkDailyLimit } from "./send.ts";
import {
  closeInvitations,
  countAddresses,
  endInvitationsIn,
  type Invitation,
  invitationById,
  isOpen,
  openInvitations,
  replaceKey,
} from "./store.ts";

export async function revokeInvitation(ctx: WriteContext, which: Pick<Invitation, "id" | "kind">): Promise<void> {
  const invitation = await invitationToManage(ctx, which);
  await closeInvitations(ctx.db, [invitation.id], { revoked_at: ctx.now });
  record(ctx, "invitation_revoked", { invitation_id: invitation.id });
  announceInvites(ctx, [invitation.inviter_id as UserId]);
}

/**
 * Resends an invitation with its expiry unchanged. It also keeps its link, so that the first email works as well, unless the link was
 * passed on while the server sent no email: then whoever has the old one has proven nothing, and only the new one works.
 */
export async function resendInvitation(ctx: WriteContext, id: number): Promise<void> {
  const { app, db, realm, user, now } = ctx;
  app.limits.admit(user.id, "invite_by_user");
  const invitation = await invitationToManage(ctx, { id, kind: "mail" });
  await checkDailyLimit(ctx, 1);
  const inviter = await userById(db, realm.id, invitation.inviter_id as UserId);
  mailInvitation(ctx, invitation, { inviter: inviter?.full_name ?? "", key: await keyToSend(ctx, invitation) });
  await countAddresses(db, realm.id, now, 1);
  record(ctx, "invitation_resent", { invitation_id: id });
}

async function keyToSend({ app, db }: WriteContext, invitation: Invitation): Promise<string> {
  if (!invitation.is_passed_on || !sendsMail(app)) return app.secrets.decrypt(invitation.key_encrypted);
  const { key, ...stored } = newKey(app.secrets);
  await replaceKey(db, invitation.id, { ...stored, is_passed_on: false });
  return key;
}

/** The invitation, if it is open and the user can manage it. */
async function invitationToManage(ctx: WriteContext, which: Pick<Invitation, "id" | "kind">): Promise<Invitation> {
  const { db, realm, user, now } = ctx;
  const invitation = await invitationById(db, realm.id, which);
  if (!invitation) throw new NoSuchInvitation();
  checkMayManage(user, invitation);
  demand(which.kind !== "link" || invitation.revoked_at === null, new AlreadyRevoked());
  demand(isOpen(invitation, now), new NoSuchInvitation());
  return invitation;
}

function checkMayManage(user: User, { inviter_id, invited_as }: Invitation): void {
  const fault = invitationFault(user, { inviterId: inviter_id as UserId, invitedAs: invited_as });
  demand(fault !== "mustBeAdministrator", new OnlyAdministrators());
  demand(fault !== "mustBeOwner", new MustBeOwner());
}

/** The invitations that the user can see. Only owners see links for owners, because anyone could use them. */
export async function invitationsFor({ db, realm, user, now }: Context): Promise<Invitation[]> {
  const open = await openInvitations(db, realm.id, now, isAdministrator(user) ? undefined : user.id);
  return open.filter(({ kind, invited_as }) => kind === "mail" || invited_as !== Role.owner || isOwner(user));
}

/** Revokes a deactivated user's invitations. */
export async function endInvitationsOf(ctx: Writing, userId: UserId): Promise<void> {
  const open = await openInvitations(ctx.db, ctx.realm.id, ctx.now, userId);
  if (open.length === 0) return;
  const ids = open.map((invitation) => invitation.id);
  await closeInvitations(ctx.db, ids, { revoked_at: ctx.now });
  append(ctx, invitesChangedEvent({}), { ...toAdministrators, except: [userId] });
}

export const endingInvitations = [
  on(organizationClosed, ({ db, realm, now }) => endInvitationsIn(db, realm.id, now)),
  on(personDeactivating, (ctx, { userId }) => endInvitationsOf(ctx, userId)),
];
