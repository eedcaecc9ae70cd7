/** Sends reminders of invitations that are about to expire, and deletes those that ended long ago. */
import type { UserId } from "../../kernel/api/ids.ts";
import { seconds } from "../../kernel/clock.ts";
import { jobKind, recurringJob } from "../../kernel/jobs/job-kind.ts";
import { userById } from "../../people/users/store.ts";
import { mailInvitation } from "./emails.ts";
import { deleteEndedBefore, type Invitation, invitationById, isOpen } from "./store.ts";

const DAY = 86_400;
/** How long before the invitation expires. */
const REMINDER_SECONDS = 2 * DAY;
/** Shorter invitations need no reminder. */
const SHORTEST_VALIDITY_SECONDS = 4 * DAY;
const KEPT_SECONDS = 30 * DAY;

export const remindOfInvitation = jobKind<{ invitation_id: number }>("remind_of_invitation");

/** In milliseconds; `undefined` if no reminder is needed. */
export function reminderAt({ invited_at, expires_at }: Invitation): number | undefined {
  if (expires_at === null || expires_at - invited_at < SHORTEST_VALIDITY_SECONDS) return undefined;
  return (expires_at - REMINDER_SECONDS) * 1000;
}

export const invitationJobs = [
  remindOfInvitation.inside(async (ctx, { invitation_id }) => {
    const { app, db, realm, now } = ctx;
    const invitation = await invitationById(db, realm.id, { id: invitation_id, kind: "mail" });
    if (!realm.is_active || !invitation || !isOpen(invitation, now)) return;
    const inviter = await userById(db, realm.id, invitation.inviter_id as UserId);
    const key = app.secrets.decrypt(invitation.key_encrypted);
    mailInvitation(ctx, invitation, { inviter: inviter?.full_name ?? "", key, isReminder: true });
  }),

  recurringJob("forget_ended_invitations", DAY, async ({ database, clock }) => {
    await database.transaction((tx) => deleteEndedBefore(tx, seconds(clock) - KEPT_SECONDS));
  }),
];
