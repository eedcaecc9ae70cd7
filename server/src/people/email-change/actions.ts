/** Changes a user's own email address, once a link sent to the new address is confirmed. Without email, at once. */
import { ApiError, demand } from "../../kernel/api/index.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import { happened } from "../../kernel/moments.ts";
import { type Link, makeLink, takeLink } from "../../kernel/one-time-links/store.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import { noticeToPerson } from "../moments.ts";
import { ADDRESS_FAULTS, acceptsUnverified, addressFault } from "../users/addresses.ts";
import type { UserRow } from "../users/present.ts";
import { userById } from "../users/store.ts";
import { changeAddress } from "../users/update/email.ts";
import { changedEmail, confirmationEmail } from "./emails.ts";
import { AddressCannotBeConfirmed, EmailChangesDisabled } from "./errors.ts";
import { confirmOwnAddress } from "./own-address.ts";
import { mayChangeEmail } from "./permissions.ts";

const VALID_SECONDS = 86_400;

export async function startEmailChange(ctx: WriteContext, sent: string): Promise<void> {
  const { app, realm, user } = ctx;
  const email = sent.trim();
  if (email === user.delivery_email) return confirmOwnAddress(ctx);
  demand(mayChangeEmail(user, realm.settings), new EmailChangesDisabled());
  const fault = await addressFault(ctx, email, user.id);
  if (fault) throw new ApiError(ADDRESS_FAULTS[fault]);
  demand(sendsMail(app) || acceptsUnverified(ctx), new AddressCannotBeConfirmed());
  app.limits.admit(user.id, "email_change_by_user", "email_change_by_user_daily");
  if (!sendsMail(app)) return changeUnconfirmed(ctx, email);
  const key = await makeLink(ctx, "email_change", { user_id: user.id, email }, VALID_SECONDS);
  const url = `${realm.url}/accounts/confirm_new_email/${key}/`;
  const to = { delivery_email: email, full_name: user.full_name };
  sendMail(ctx, to, confirmationEmail(realm, user.settings.default_language, { from: user.delivery_email, url }));
}

/** The organization accepts addresses that nothing proves. The person is told, as the old address would be otherwise. */
async function changeUnconfirmed(ctx: WriteContext, email: string): Promise<void> {
  const { db, realm, user } = ctx;
  const before = (await userById(db, realm.id, user.id)) as UserRow;
  await changeAddress(ctx, before, { delivery_email: email, is_email_verified: false });
  const text = noticesIn(user.settings.default_language).addressChanged;
  await happened(ctx, noticeToPerson, { user: user.id, text });
}

/** Returns whether the link was still valid. Throws if someone else has taken the address since. */
export async function finishEmailChange(ctx: Writing, key: string, { user_id, email }: Link): Promise<boolean> {
  const { db, realm } = ctx;
  // If two accounts confirm the same address, the second finds the first.
  const user = (await userById(db, realm.id, user_id)) as UserRow;
  demand(mayChangeEmail(user, realm.settings), new EmailChangesDisabled());
  const fault = await addressFault(ctx, email, user.id);
  if (fault) throw new ApiError(ADDRESS_FAULTS[fault]);
  if (!(await takeLink(ctx, key))) return false;
  // Without a mail server, the operator passed the link on.
  await changeAddress(ctx, user, { delivery_email: email, is_email_verified: sendsMail(ctx.app) });
  const language = (user.settings.default_language as string | undefined) ?? realm.settings.default_language;
  sendMail(ctx, user, changedEmail(realm, language, email));
  return true;
}
