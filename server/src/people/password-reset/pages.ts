/** Pages to request a password reset, and to choose a new password. */
import { RateLimitHit } from "../../kernel/api/index.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { change } from "../../kernel/context.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { isEmailAddress } from "../../kernel/names/address.ts";
import { alert, button, input, password as passwordField } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { sharedPageWords } from "../../kernel/pages/words/index.ts";
import { isStrongPassword, PASSWORD_RULES } from "../../kernel/passwords.ts";
import { hashPassword } from "../../kernel/secrets.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { limitResets, requestReset, resetLinkFor, resetPassword } from "./actions.ts";
import { resetWords } from "./words/index.ts";

const ASK = "/accounts/password/reset/";

const askPage: Page = {
  path: ASK,
  audit: ["password_reset_requested"],
  async show(visit) {
    if (!sendsMail(visit.app)) return withoutMailPage(visit);
    return drawRequestForm(visit, { email: visit.user?.delivery_email ?? "" });
  },
  async submit(visit, form) {
    const words = wordsFor(visit, resetWords);
    const email = (form.email ?? "").trim();
    if (!sendsMail(visit.app)) return withoutMailPage(visit);
    if (!allowsPasswords(visit.realm)) return drawRequestForm(visit, { email });
    if (!isEmailAddress(email))
      return drawRequestForm(visit, { email, error: wordsFor(visit, sharedPageWords).fields.badEmail, status: 400 });
    try {
      limitResets(visit, email);
    } catch (error) {
      if (!(error instanceof RateLimitHit)) throw error;
      return drawRequestForm(visit, { email, error: words.tooMany, status: 429 });
    }
    await change(visit, async (writing) => requestReset(writing, email));
    return {
      title: words.ask,
      body: html`<h1>${words.ask}</h1><p class="lead" role="status">${words.onItsWay}</p>
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`,
    };
  },
};

/** Makes no link: it would be in the log, for whoever reads that. */
function withoutMailPage(visit: Visit): PageAnswer {
  const words = wordsFor(visit, resetWords);
  const body = html`<h1>${words.ask}</h1><p class="lead">${words.withoutMail}</p>
<p class="hint">${words.forOperator} <code>${commandLine("user reset-link ADDRESS")}</code></p>
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`;
  return { title: words.ask, body };
}

interface ResetForm {
  readonly email: string;
  readonly error?: string;
  readonly status?: number;
}

function drawRequestForm(visit: Visit, { email, error, status = 200 }: ResetForm): PageAnswer {
  const words = wordsFor(visit, resetWords);
  if (!allowsPasswords(visit.realm)) return { title: words.ask, body: html`${alert(words.noPasswords)}`, status: 403 };
  const label = wordsFor(visit, sharedPageWords).fields.email;
  const field = { name: "email", label, type: "email", autocomplete: "username" } as const;
  const body = html`<h1>${words.ask}</h1><p class="lead">${words.explain}</p>
${form(visit, html`${input({ ...field, value: email, error, isFirst: true })}${button(words.send)}`)}
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`;
  return { title: words.ask, body, status };
}

const choosePage: Page = {
  path: `${ASK}:key/`,
  audit: ["password_changed", "api_key_replaced", "identities_unlinked"],
  async show(visit) {
    const link = await resetLinkFor(visit, visit.params.key as string);
    return link ? drawPasswordForm(visit, link.delivery_email) : expiredLinkPage(visit);
  },
  async submit(visit, { password = "" }) {
    const key = visit.params.key as string;
    const link = await resetLinkFor(visit, key);
    if (!link) return expiredLinkPage(visit);
    const { user_id: userId, delivery_email, full_name } = link;
    if (
      password.length > PASSWORD_RULES.password_max_length ||
      !(await isStrongPassword(password, [delivery_email, full_name]))
    )
      return drawPasswordForm(visit, delivery_email, wordsFor(visit, sharedPageWords).fields.weakPassword);
    const password_hash = await hashPassword(password, visit.ip);
    const isDone = await change(visit, (writing) => resetPassword(writing, key, { userId, password_hash }));
    return isDone ? { goTo: `${SIGN_IN_PATH}?email=${encodeURIComponent(delivery_email)}` } : expiredLinkPage(visit);
  },
};

function drawPasswordForm(visit: Visit, email: string, error?: string): PageAnswer {
  const [words, { fields }] = [wordsFor(visit, resetWords), wordsFor(visit, sharedPageWords)];
  const body = html`<h1>${words.choose}</h1>
${form(
  visit,
  html`<input type="hidden" id="username" name="username" value="${email}" autocomplete="username">
${passwordField({
  name: "password",
  label: words.newPassword,
  autocomplete: "new-password",
  error,
  hint: `${fields.passwordHint} ${words.signsOut}`,
  isFirst: true,
  maxLength: PASSWORD_RULES.password_max_length,
  language: visit.language,
  isNew: { own: ["username"] },
})}
${button(words.save)}`,
)}`;
  return { title: words.choose, body, status: error === undefined ? 200 : 400 };
}

function expiredLinkPage(visit: Visit): PageAnswer {
  const words = wordsFor(visit, resetWords);
  const body = html`<h1>${words.over}</h1><p class="lead">${words.overExplained}</p>
<p class="more"><a href="${ASK}">${words.ask}</a></p>`;
  return { title: words.over, body, status: 404 };
}

export const passwordResetPages = [askPage, choosePage];
