/** Resets forgotten passwords, with a link sent to the account's email address or handed over by an administrator. */

import type { UserId } from "../../kernel/api/ids.ts";
import { originOf, record, recordFrom } from "../../kernel/audit/record.ts";
import type { Origin } from "../../kernel/audit/store.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import { happened } from "../../kernel/moments.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { deleteLinks, linkFor, makeLink, takeLink } from "../../kernel/one-time-links/store.ts";
import { botsOf } from "../bots/store.ts";
import { replaceBotKey } from "../bots/update/actions.ts";
import { deleteIdentities } from "../identity-providers/store.ts";
import { notifyOfLink } from "../linked-providers/notify.ts";
import { keyReplaced } from "../moments.ts";
import type { UserRow } from "../users/present.ts";
import { accountToSignIn, changeUser, userByDeliveryEmail } from "../users/store.ts";
import { deactivatedEmail, resetEmail } from "./emails.ts";
import { isMakerStillAllowed, resetAddress, VALID_SECONDS } from "./link.ts";

/** A job looks up the account, so that response times do not reveal whether it exists. */
const mailReset = jobKind<{ email: string; origin: Origin }>("mail_password_reset");

/** Limits by email address and by IP address, whether or not the account exists. */
export function limitResets({ app, realm, ip }: OpenContext, email: string): void {
  app.limits.admit(ip, "sends_email_by_ip");
  app.limits.admit(`${realm.id} ${addressKey(email)}`, "password_reset_by_email", "password_reset_by_email_daily");
}

export function requestReset(ctx: Writing, email: string): void {
  enqueue(ctx, mailReset({ email, origin: originOf(ctx) }));
}

/**
 * A link is invalid once the account no longer has the address it was made for, or once the administrator who made it
 * could not make it any more.
 */
export async function resetLinkFor(ctx: OpenContext, key: string) {
  const link = await linkFor(ctx, ["password_reset", "password_reset_link"], key);
  if (!link || link.email !== link.delivery_email) return undefined;
  return (await isMakerStillAllowed(ctx, link)) ? link : undefined;
}

/** Returns whether the link was still valid. The new password ends all sessions of the account. */
export async function resetPassword(
  ctx: Writing,
  key: string,
  { userId, password_hash }: { userId: UserId; password_hash: string },
): Promise<boolean> {
  // Checked again: the address may have changed while the password was hashed.
  const link = await resetLinkFor(ctx, key);
  if (link?.user_id !== userId || !(await takeLink(ctx, key))) return false;
  const account = await accountToSignIn(ctx.db, ctx.realm.id, userId);
  // An emailed link proves that the address is theirs; one that was handed over proves nothing.
  const isEmailed = link.purpose === "password_reset" && sendsMail(ctx.app);
  // Whoever has set up the second factor may be somebody else, and a passkey opens the account by itself.
  const isProven = isEmailed && account?.has_second_factor === false;
  await changeUser(ctx.db, userId, { password_hash, ...(isProven && { is_email_verified: true }) });
  record(ctx, "password_changed", { user: userId }, { as: userId });
  if (isEmailed && account?.is_email_verified === false) await endEarlierAccess(ctx, account);
  return true;
}

/**
 * Nobody had proven until now that the address is theirs: whoever has used the account so far may be somebody else, who waited for this.
 * The new password has ended their sessions; the API keys of the account and of its bots, and their identities at providers go as well,
 * and that they have unlinked one does not count any more. Second factors stay: where there is one, the new password opens nothing by
 * itself, so that nobody gets past it with an email (decision 110).
 */
async function endEarlierAccess(ctx: Writing, account: UserRow): Promise<void> {
  const { app, db, realm } = ctx;
  const { id: user } = account;
  const { apiKey: _, ...key } = app.secrets.newApiKey();
  const unlinked = await deleteIdentities(db, user);
  await changeUser(db, user, { ...key, has_provider_factor: false, has_unlinked_provider: false });
  record(ctx, "api_key_replaced", { user }, { as: user });
  await happened(ctx, keyReplaced, { userId: user });
  // Those that are deactivated too: they keep their keys, and can be reactivated.
  for (const bot of await botsOf(db, realm.id, { ownerId: user })) await replaceBotKey(ctx, bot, { as: user });
  if (unlinked === 0) return;
  record(ctx, "identities_unlinked", { user }, { as: user });
  await notifyOfLink(ctx, account, "unlinked");
}

export const passwordResetJobs = [
  mailReset.inside(async (ctx, { email, origin }) => {
    const { db, realm } = ctx;
    const user = await userByDeliveryEmail(db, realm.id, email);
    if (!user || user.bot_type !== null) return;
    const language = languageOf(user, realm.settings.default_language);
    if (!user.is_active) return sendMail(ctx, user, deactivatedEmail(realm, language));
    recordFrom(ctx, origin, "password_reset_requested", { user: user.id });
    await deleteLinks(db, user.id, "password_reset_link");
    const key = await makeLink(ctx, "password_reset", { user_id: user.id, email: user.delivery_email }, VALID_SECONDS);
    sendMail(ctx, user, resetEmail(realm, language, resetAddress(ctx, key)));
  }),
];

const languageOf = ({ settings }: Pick<UserRow, "settings">, fallback: string): string =>
  (settings.default_language as string | undefined) ?? fallback;
