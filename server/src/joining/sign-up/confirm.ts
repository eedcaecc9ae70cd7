/** Confirms that an address belongs to the person who signs up, with an email to it. */
import { Role } from "../../kernel/access/roles.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { SIGN_IN_PATH } from "../../kernel/pages/page.ts";
import { isTaken, joiningFault } from "../../people/users/addresses.ts";
import { mailLink, newKey } from "../invites/keys.ts";
import { type Invitation, insertInvitations, invitationById, isOpen } from "../invites/store.ts";
import { mailSignUp } from "./emails.ts";

const VALIDITY_SECONDS = 86_400;

/** A job looks up the account, so that response times do not reveal whether it exists. */
const mailConfirmation = jobKind<{ email: string; link_id: number | null }>("mail_confirmation");

/** Limits by IP address, with room for an office that joins with one link in a morning. */
export const limitAttempts = ({ app, ip }: OpenContext, link: Invitation | undefined): void =>
  app.limits.admit(ip, link ? "sign_up_with_link_by_ip" : "sign_up_by_ip");

/** Limits the emails to one address, whether or not the account exists. */
export function limitConfirmations({ app, realm }: OpenContext, email: string): void {
  app.limits.admit(`${realm.id} ${addressKey(email)}`, "sign_up_by_email");
}

/** The caller checks the address, except for whether it has an account: only the email says that. */
export function askToConfirm(ctx: Writing, email: string, link?: Invitation): void {
  enqueue(ctx, mailConfirmation({ email, link_id: link?.id ?? null }));
}

export const signUpJobs = [
  mailConfirmation.inside(async (ctx, { email, link_id }) => {
    const { db, realm, now } = ctx;
    const link = link_id === null ? undefined : await invitationById(db, realm.id, { id: link_id, kind: "link" });
    if (!realm.is_active || (link_id !== null && !(link && isOpen(link, now)))) return;
    const fault = await joiningFault(ctx, email);
    if (fault && !isTaken(fault)) return;
    if (fault === "has_account") mailSignUp(ctx, email, "hasAccount", `${realm.url}${SIGN_IN_PATH}`);
    else if (fault === "deactivated") mailSignUp(ctx, email, "deactivated");
    else mailSignUp(ctx, email, "confirm", mailLink(realm, await makeConfirmation(ctx, email, link)));
  }),
];

/** Returns the key. Without a link, the person becomes a member with the default channels. */
async function makeConfirmation(ctx: Writing, email: string, link: Invitation | undefined): Promise<string> {
  const { app, db, realm, now } = ctx;
  const { key, ...stored } = newKey(app.secrets);
  const confirmation = {
    ...stored,
    realm_id: realm.id,
    kind: "confirmation" as const,
    link_id: link?.id ?? null,
    // The link's inviter is not notified when people join with it.
    inviter_id: null,
    notify_referrer_on_join: false,
    email,
    invited_at: now,
    expires_at: now + VALIDITY_SECONDS,
    invited_as: link?.invited_as ?? Role.member,
    stream_ids: json(link?.stream_ids ?? []),
    group_ids: json(link?.group_ids ?? []),
    include_realm_default_subscriptions: link?.include_realm_default_subscriptions ?? true,
    welcome_message_custom_text: link?.welcome_message_custom_text ?? null,
    // Without a mail server it goes to the operator.
    is_passed_on: !sendsMail(app),
  };
  await insertInvitations(db, [confirmation]);
  return key;
}
