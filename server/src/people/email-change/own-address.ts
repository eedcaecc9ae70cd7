/**
 * Confirms the address that an account already has: of the first owner, of people who joined while the server sent no email, or
 * one that an administrator entered. The link goes to the address, and only its account can use it: who got the email
 * because somebody mistyped theirs confirms nothing.
 */
import type { UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import { change, type WriteContext, type Writing } from "../../kernel/context.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import { linkFor, makeLink, takeLink } from "../../kernel/one-time-links/store.ts";
import { button } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { accountToSignIn, changeUser } from "../users/store.ts";
import { ownConfirmationEmail } from "./emails.ts";
import { expiredLinkPage, isTheirs, signInFirst } from "./links.ts";
import { emailChangeWords } from "./words/index.ts";

const VALID_SECONDS = 86_400;

/** Does nothing where the address is confirmed, or the server sends no email. */
export async function confirmOwnAddress(ctx: WriteContext): Promise<void> {
  const { app, db, realm, user } = ctx;
  const account = await accountToSignIn(db, realm.id, user.id);
  if (!account || account.is_email_verified || !sendsMail(app)) return;
  app.limits.admit(user.id, "email_change_by_user", "email_change_by_user_daily");
  await sendConfirmation(ctx, account);
}

interface Unconfirmed {
  readonly id: UserId;
  readonly delivery_email: string;
  readonly full_name: string;
  readonly settings: { readonly default_language?: unknown };
}

export async function sendConfirmation(ctx: Writing, account: Unconfirmed): Promise<void> {
  const { id: user_id, delivery_email: email, settings } = account;
  const language = (settings.default_language as string | undefined) ?? ctx.realm.settings.default_language;
  const key = await makeLink(ctx, "email_confirmation", { user_id, email }, VALID_SECONDS);
  const url = `${ctx.realm.url}/accounts/confirm_email/${key}/`;
  sendMail(ctx, account, ownConfirmationEmail(ctx.realm, language, { email, url }));
}

/** The link, if it is about the address that its account still has. */
async function validLink(visit: Visit, key: string) {
  const link = await linkFor(visit, ["email_confirmation"], key);
  return link?.email === link?.delivery_email ? link : undefined;
}

/** Opening it changes nothing: mail scanners open links too. */
export const confirmOwnPage: Page = {
  path: "/accounts/confirm_email/:key/",
  audit: ["user_email_confirmed"],
  async show(visit) {
    const link = await validLink(visit, visit.params.key as string);
    if (!link) return expiredLinkPage(visit);
    if (!isTheirs(visit, link)) return signInFirst(visit);
    const { own: words } = wordsFor(visit, emailChangeWords);
    const body = html`<h1>${words.confirm}</h1><p class="lead">${words.explain(link.email)}</p>
${form(visit, button(words.button))}`;
    return { title: words.confirm, body };
  },
  async submit(visit) {
    const key = visit.params.key as string;
    const link = await validLink(visit, key);
    if (!link) return expiredLinkPage(visit);
    if (!isTheirs(visit, link)) return signInFirst(visit);
    if (!(await change(visit, (writing) => confirmed(writing, key, link)))) return expiredLinkPage(visit);
    const { own: words, goOn } = wordsFor(visit, emailChangeWords);
    const body = html`<h1>${words.done}</h1><p class="lead">${words.now(link.email)}</p>
<p class="more"><a href="/">${goOn}</a></p>`;
    return { title: words.done, body };
  },
};

/** Returns whether the link was still valid, for the address that the account has now. */
async function confirmed(
  ctx: Writing<Visit>,
  key: string,
  { user_id, email }: { user_id: UserId; email: string },
): Promise<boolean> {
  const account = await accountToSignIn(ctx.db, ctx.realm.id, user_id);
  if (account?.delivery_email !== email || !(await takeLink(ctx, key))) return false;
  await changeUser(ctx.db, user_id, { is_email_verified: true });
  record(ctx, "user_email_confirmed", { user: user_id });
  return true;
}
