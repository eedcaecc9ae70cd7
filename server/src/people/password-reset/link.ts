/** Password reset links that a person hands over, where the server sends no email (decision 080). */

import { isOwner } from "../../kernel/access/roles.ts";
import { demand, InsufficientPermission, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { OpenContext, WriteContext, Writing } from "../../kernel/context.ts";
import { MustBeOwner, NotForBots } from "../../kernel/http/gate.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { happened } from "../../kernel/moments.ts";
import { deleteLinks, makeLink } from "../../kernel/one-time-links/store.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import { silently } from "../../text/notices/markup.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import { noticeToPerson } from "../moments.ts";
import { activePersonFor } from "../users/access/viewer.ts";
import type { UserRow } from "../users/present.ts";
import { userById } from "../users/store.ts";
import { NoPasswords, NotOwnResetLink, ServerSendsEmail } from "./contract.ts";
import { mayMakeResetLink } from "./permissions.ts";

export const VALID_SECONDS = 86_400;

export interface ResetLink {
  readonly reset_link: string;
  readonly expires_at: number;
}

export const resetAddress = ({ realm }: Pick<OpenContext, "realm">, key: string): string =>
  `${realm.url}/accounts/password/reset/${key}/`;

/** With a mail server only the owner of the address gets a link: a link for the maker would open the account to them. */
export async function makePasswordResetLink(ctx: WriteContext, userId: UserId): Promise<ResetLink> {
  const { app, realm, user } = ctx;
  demand(!user.is_bot, new NotForBots());
  const person = await activePersonFor(ctx, userId);
  demand(!isOwner(person) || isOwner(user), new MustBeOwner());
  demand(mayMakeResetLink(user, person), new InsufficientPermission());
  demand(person.id !== user.id, new NotOwnResetLink());
  demand(!sendsMail(app), new ServerSendsEmail());
  demand(allowsPasswords(realm), new NoPasswords());
  const link = await handOverLink(ctx, person, user.id);
  const { default_language } = withDefaults(userSettings, person.settings) as UserSettings;
  const text = noticesIn(default_language).passwordResetLink(silently(user));
  await happened(ctx, noticeToPerson, { user: person.id, text });
  // Never the link itself: whoever reads the log could use it.
  app.log.info({ user_id: person.id, made_by: user.id }, "an administrator made a password reset link");
  return link;
}

/** Replaces all earlier links to reset the password. The caller checks permissions. */
export async function handOverLink(
  ctx: Writing,
  { id: user_id, delivery_email: email }: Pick<UserRow, "id" | "delivery_email">,
  made_by: UserId | null,
): Promise<ResetLink> {
  await deleteLinks(ctx.db, user_id, "password_reset");
  record(ctx, "password_reset_link_created", { user: user_id });
  const key = await makeLink(ctx, "password_reset_link", { user_id, email, made_by }, VALID_SECONDS);
  return { reset_link: resetAddress(ctx, key), expires_at: ctx.now + VALID_SECONDS };
}

/** Whether the person who made a link could still make it: roles may have changed, or the account have been deactivated. */
export async function isMakerStillAllowed(
  { db, realm }: Pick<OpenContext, "db" | "realm">,
  { made_by, role }: { readonly made_by: UserId | null; readonly role: number },
): Promise<boolean> {
  if (made_by === null) return true;
  const maker = await userById(db, realm.id, made_by);
  return maker?.is_active === true && mayMakeResetLink(maker, { role });
}
