/** The set-up page, available while there is no organization: asks for the organization's name and its owner. */

import { storeLink } from "../joining/invites/link.ts";
import { usualTerms } from "../joining/invites/terms.ts";
import { hasRealm } from "../kernel/access/store.ts";
import { ApiError, type UserId } from "../kernel/api/index.ts";
import { change, type Writing } from "../kernel/context.ts";
import { spokenLanguage } from "../kernel/languages.ts";
import { sendsMail } from "../kernel/mail/mailer.ts";
import { isEmailAddress } from "../kernel/names/address.ts";
import { isLonger } from "../kernel/names/printable.ts";
import { invisiblePosition, tidied } from "../kernel/names/visible.ts";
import { hidden, input, password as passwordField, timeZoneChoice } from "../kernel/pages/fields.ts";
import { html } from "../kernel/pages/html.ts";
import {
  type FirstPage,
  type Form,
  form,
  type PageAnswer,
  type PageVisit,
  SIGN_IN_PATH,
  wordsFor,
} from "../kernel/pages/page.ts";
import { sharedPageWords } from "../kernel/pages/words/index.ts";
import { isStrongPassword, PASSWORD_RULES } from "../kernel/passwords.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { timeZoneFrom } from "../organization/settings/user-settings.ts";
import { sendConfirmation } from "../people/email-change/own-address.ts";
import { beginSession } from "../people/sessions/actions.ts";
import { checkFullName } from "../people/users/names.ts";
import { accountToSignIn } from "../people/users/store.ts";
import { createOrganization } from "./create.ts";
import { isSetupKey, SetupIsOver } from "./key.ts";
import { FIRST_PEOPLE } from "./people.ts";
import { drawSteps } from "./steps.ts";
import { setupWords } from "./words/index.ts";

const MAX_NAME_LENGTH = 40;

type Field = "organization" | "full_name" | "email" | "password" | "timezone";
type Errors = Partial<Record<Field, string>>;

export const setupPage: FirstPage = {
  path: "/setup/",
  audit: [
    "realm_created",
    "user_created",
    "channel_created",
    "default_channel_added",
    "invitation_link_created",
    "signed_in",
  ],
  async show(arrival) {
    const { key = "" } = arrival.query;
    return (await isGood(arrival, key)) ? draw(arrival, key, {}, {}) : drawClosed(arrival);
  },
  async submit(arrival, sent) {
    const { key = "" } = sent;
    if (!(await isGood(arrival, key))) return drawRefused(arrival, await hasRealm(arrival.app.database.reader));
    const wanted = trimmed(sent);
    const errors = await faultsOf(arrival, wanted);
    if (Object.keys(errors).length > 0) return draw(arrival, key, wanted, errors);
    try {
      return { goTo: FIRST_PEOPLE, cookies: await make(arrival, key, wanted) };
    } catch (error) {
      if (error instanceof SetupIsOver) return drawRefused(arrival, error.hasOrganization);
      throw error;
    }
  },
};

const isGood = ({ app }: PageVisit, key: string): Promise<boolean> => isSetupKey(app, app.database.reader, key);

type SetUpForm = Partial<Record<Field, string>>;

const trimmed = ({ organization = "", full_name = "", email = "", password = "", timezone = "" }: Form): SetUpForm => ({
  organization: tidied(organization),
  full_name: full_name.trim(),
  email: email.trim(),
  password,
  timezone,
});

async function faultsOf(arrival: PageVisit, wanted: SetUpForm): Promise<Errors> {
  const { organization = "", full_name = "", email = "", password = "" } = wanted;
  const [words, { fields }] = [wordsFor(arrival, setupWords), wordsFor(arrival, sharedPageWords)];
  const isBadName =
    organization === "" || isLonger(organization, MAX_NAME_LENGTH) || invisiblePosition(organization) !== undefined;
  const isWeak =
    isLonger(password, PASSWORD_RULES.password_max_length) || !(await isStrongPassword(password, [email, full_name]));
  return {
    ...(isBadName && { organization: words.badName }),
    ...(!mayBeName(full_name) && { full_name: fields.badFullName }),
    ...(!isEmailAddress(email) && { email: fields.badEmail }),
    ...(isWeak && { password: fields.weakPassword }),
  };
}

function mayBeName(name: string): boolean {
  try {
    checkFullName(name);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Creates the organization. Returns the cookies of its owner's session. */
async function make(arrival: PageVisit, setupKey: string, wanted: SetUpForm) {
  const { app, sessionToken, isShared, userAgent } = arrival;
  const { organization: name = "", full_name: fullName = "", email = "", password = "" } = wanted;
  const owner = { email, fullName, password, timezone: timeZoneFrom(wanted.timezone) };
  const { realm, userId } = await createOrganization(app, {
    name,
    language: spokenLanguage(arrival.language),
    owner,
    isExplained: true,
    setupKey,
  });
  const ctx = { ...operatorContext(app, realm), sessionToken, isShared, userAgent };
  return change(ctx, async (writing) => {
    // Without email, a link to share is the way to get people in: the next page shows it.
    if (!sendsMail(app)) await storeLink(writing, userId, usualTerms(writing));
    else await confirmOwner(writing, userId);
    return beginSession(writing, userId);
  });
}

async function confirmOwner(ctx: Writing, userId: UserId): Promise<void> {
  const owner = await accountToSignIn(ctx.db, ctx.realm.id, userId);
  if (owner) await sendConfirmation(ctx, owner);
}

function draw(arrival: PageVisit, key: string, sent: SetUpForm, errors: Errors): PageAnswer {
  const [words, { fields }] = [wordsFor(arrival, setupWords), wordsFor(arrival, sharedPageWords)];
  const field = (name: Field) => ({ name, value: sent[name] ?? "", error: errors[name] });
  const organization = html`${input({
    ...field("organization"),
    label: words.name,
    hint: words.nameHint,
    autocomplete: "organization",
    maxLength: MAX_NAME_LENGTH,
    isFirst: Object.keys(errors).length === 0,
  })}
<p class="fact"><span>${words.address}</span> <code>${arrival.app.url()}</code></p>
<button type="button" class="primary" data-goes-on hidden>${words.goOn}</button>`;
  const you = html`${input({ ...field("full_name"), label: fields.fullName, autocomplete: "name", maxLength: 100 })}
${input({ ...field("email"), label: fields.email, type: "email", autocomplete: "username" })}
${passwordField({
  ...field("password"),
  label: fields.password,
  autocomplete: "new-password",
  hint: fields.passwordHint,
  maxLength: PASSWORD_RULES.password_max_length,
  language: arrival.language,
  isNew: { own: ["full_name", "email"] },
})}
${timeZoneChoice({ label: fields.timezone, none: fields.noTimezone, chosen: sent.timezone })}
<button type="submit" class="primary">${words.make}</button>`;
  const steps = drawSteps([
    { title: words.organization, body: organization },
    { title: words.you, body: you },
    { title: words.people, body: html`<p class="hint">${words.peopleLater}</p>`, isClosed: true },
  ]);
  const body = html`<h1>${words.title}</h1><p class="lead">${words.lead}</p>
${form(arrival, html`${hidden("key", key)}${steps}`)}`;
  return { title: words.title, body, status: Object.keys(errors).length > 0 ? 400 : 200 };
}

function drawClosed(arrival: PageVisit): PageAnswer {
  const words = wordsFor(arrival, setupWords);
  const body = html`<h1>${words.closed}</h1><p class="lead">${words.closedBody}</p>`;
  return { title: words.closed, body, status: 403 };
}

/** Nothing was created: there is an organization already, or a newer key. */
function drawRefused(arrival: PageVisit, hasOrganization: boolean): PageAnswer {
  if (!hasOrganization) return drawClosed(arrival);
  const words = wordsFor(arrival, setupWords);
  const body = html`<h1>${words.over}</h1><p class="lead">${words.overBody}</p>
<p class="more"><a href="${SIGN_IN_PATH}">${words.signIn}</a></p>`;
  return { title: words.over, body, status: 403 };
}
