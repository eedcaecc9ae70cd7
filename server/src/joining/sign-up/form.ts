/** The registration form. */

import { defaultGroupsOf } from "../../channels/default-channels/store.ts";
import { button, choice, input, password as passwordField, timeZoneChoice } from "../../kernel/pages/fields.ts";
import { type Html, html } from "../../kernel/pages/html.ts";
import { type Form, form, type PageAnswer, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { sharedPageWords } from "../../kernel/pages/words/index.ts";
import { PASSWORD_RULES } from "../../kernel/passwords.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { timeZoneFrom, userSettings } from "../../organization/settings/user-settings.ts";
import { signUpButtons } from "../../people/identity-providers/buttons.ts";
import type { Invitation } from "../invites/store.ts";
import { offerIn } from "./offer.ts";
import { mayChooseChannels, type SignUpRegistration } from "./register.ts";
import { signUpWords } from "./words/index.ts";

interface Attempt {
  readonly sent?: Form;
  readonly problem?: { readonly at: "email" | "full_name" | "password"; readonly sentence: string };
}

const GROUP = "group-";

/** Ignores invalid choices. */
export function registrationFrom(visit: Visit, { email }: Pick<Invitation, "email">, sent: Form): SignUpRegistration {
  const { email_address_visibility } = userSettings;
  const visibility = email_address_visibility.field.schema().safeParse(Number(sent.email_address_visibility));
  return {
    key: visit.params.key ?? "",
    // A link is for anyone, so the person says who they are.
    email: email ?? (sent.email ?? "").trim(),
    full_name: sent.full_name ?? "",
    password: allowsPasswords(visit.realm) ? (sent.password ?? "") : undefined,
    timezone: timeZoneFrom(sent.timezone),
    email_address_visibility: visibility.success ? visibility.data : undefined,
    groupIds: Object.keys(sent).flatMap((name) => (name.startsWith(GROUP) ? Number(name.slice(GROUP.length)) : [])),
  };
}

export async function drawRegistration(
  visit: Visit,
  invitation: Invitation,
  { sent = {}, problem }: Attempt,
): Promise<PageAnswer> {
  const { email } = invitation;
  const [words, { fields: labels }] = [wordsFor(visit, signUpWords), wordsFor(visit, sharedPageWords)];
  const title = words.welcome(visit.realm.settings.name);
  const { at, sentence } = problem ?? {};
  const fields = html`${
    email === null
      ? input({
          name: "email",
          label: labels.email,
          type: "email",
          autocomplete: "username",
          value: sent.email ?? "",
          hint: words.emailUnconfirmed,
          error: at === "email" ? sentence : undefined,
          isFirst: at === undefined,
        })
      : html`<input type="hidden" id="email" name="username" value="${email}" autocomplete="username">`
  }
${input({
  name: "full_name",
  label: labels.fullName,
  autocomplete: "name",
  value: sent.full_name ?? "",
  hint: words.nameHint,
  error: at === "full_name" ? sentence : undefined,
  isFirst: email !== null && at === undefined,
  maxLength: 100,
})}
${
  allowsPasswords(visit.realm) &&
  passwordField({
    name: "password",
    label: labels.password,
    autocomplete: "new-password",
    hint: labels.passwordHint,
    error: at === "password" ? sentence : undefined,
    maxLength: PASSWORD_RULES.password_max_length,
    language: visit.language,
    isNew: { own: ["full_name", "email"] },
  })
}
${timeZoneChoice({ label: labels.timezone, none: labels.noTimezone, chosen: sent.timezone })}
${choice("email_address_visibility", words.visibility, sent.email_address_visibility, [
  ["", words.usual],
  ...Object.entries(words.visibilities),
])}
${mayChooseChannels(invitation) && (await groupChoice(visit, words.groups, sent))}
${button(words.make)}`;
  const offer = await offerIn(visit, invitation);
  const lead = [...(offer === undefined ? [] : [offer]), ...(email === null ? [] : [words.almost(email)])].join(" ");
  const body = html`<h1>${title}</h1><p class="lead">${lead}</p>${form(visit, fields)}${email === null && html`${signUpButtons(visit, visit.params.key)}${haveAccount(visit)}`}`;
  return { title, body, status: problem ? 400 : 200 };
}

export const haveAccount = (visit: Visit): Html =>
  html`<p class="more"><a href="${SIGN_IN_PATH}">${wordsFor(visit, signUpWords).haveAccount}</a></p>`;

/** The groups of default channels that newcomers can choose, if there are any. */
async function groupChoice({ db, realm }: Visit, label: string, sent: Form): Promise<Html | undefined> {
  const groups = await defaultGroupsOf(db, realm.id);
  if (groups.length === 0) return undefined;
  return html`<fieldset class="field">
<legend>${label}</legend>
${groups.map(({ id, name, description }) => {
  const field = `${GROUP}${id}`;
  return html`<label class="choice"><input type="checkbox" name="${field}"${
    sent[field] !== undefined && html` checked`
  }> <span>${name}${description !== "" && html`<span class="hint">${description}</span>`}</span></label>\n`;
})}</fieldset>`;
}
