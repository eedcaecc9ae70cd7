/** The registration form. */

import { defaultGroupsOf } from "../../channels/default-channels/store.ts";
import type { ApiError } from "../../kernel/api/index.ts";
import { button, input, password as passwordField } from "../../kernel/pages/fields.ts";
import { type Html, html } from "../../kernel/pages/html.ts";
import { type Form, form, type PageAnswer, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { PASSWORD_RULES } from "../../kernel/passwords.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import { UniqueNamesRequired } from "../../people/users/contract.ts";
import type { Invitation } from "../invites/store.ts";
import { offerIn } from "./offer.ts";
import { mayChooseChannels, type SignUpRegistration } from "./register.ts";
import { signUpWords } from "./words.ts";

interface Attempt {
  readonly sent?: Form;
  readonly problem?: { readonly at: "full_name" | "password"; readonly error: ApiError };
}

const GROUP = "group-";

/** Ignores invalid choices. */
export function registrationFrom(visit: Visit, sent: Form): SignUpRegistration {
  const { timezone, email_address_visibility } = userSettings;
  const zone = timezone.field.schema.safeParse(sent.timezone);
  const visibility = email_address_visibility.field.schema.safeParse(Number(sent.email_address_visibility));
  return {
    key: visit.params.key ?? "",
    full_name: sent.full_name ?? "",
    password: allowsPasswords(visit.realm) ? (sent.password ?? "") : undefined,
    timezone: zone.success && zone.data !== "" ? zone.data : undefined,
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
  const words = wordsFor(visit, signUpWords);
  const title = words.welcome(visit.realm.settings.name);
  const { at, error } = problem ?? {};
  const badName = error instanceof UniqueNamesRequired ? words.nameTaken : words.badName;
  const fields = html`<input type="hidden" id="username" name="username" value="${email as string}" autocomplete="username">
${input({
  name: "full_name",
  label: words.fullName,
  autocomplete: "name",
  value: sent.full_name ?? "",
  hint: words.nameHint,
  error: at === "full_name" ? badName : undefined,
  isFirst: at === undefined,
  maxLength: 100,
})}
${
  allowsPasswords(visit.realm) &&
  passwordField({
    name: "password",
    label: words.password,
    autocomplete: "new-password",
    hint: words.passwordHint(PASSWORD_RULES.password_min_length),
    error: at === "password" ? words.tooWeak : undefined,
    maxLength: PASSWORD_RULES.password_max_length,
    language: visit.language,
    isNew: { own: ["full_name", "username"] },
  })
}
${choice("timezone", words.timezone, sent.timezone, [["", words.noTimezone], ...timeZones()])}
${choice("email_address_visibility", words.visibility, sent.email_address_visibility, [
  ["", words.usual],
  ...Object.entries(words.visibilities),
])}
${mayChooseChannels(invitation) && (await groupChoice(visit, words.groups, sent))}
${button(words.make)}`;
  const offer = await offerIn(visit, invitation);
  const lead = [...(offer === undefined ? [] : [offer]), words.almost(email as string)].join(" ");
  const body = html`<h1>${title}</h1><p class="lead">${lead}</p>${form(visit, fields)}`;
  return { title, body, status: problem ? 400 : 200 };
}

type Option = readonly [value: string, label: string];

const timeZones = (): Option[] =>
  Intl.supportedValuesOf("timeZone").map((zone) => [zone, zone.replaceAll("_", " ")] as const);

function choice(name: string, label: string, chosen: string | undefined, options: readonly Option[]): Html {
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}" data-finds="${name}">
${options.map(
  ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>\n`,
)}</select>
</div>`;
}

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
