/** The last step of the set-up: inviting people, now or later. Requires the permission to invite. */

import { addressesIn } from "../joining/invites/addresses.ts";
import { InvitationFailed, type InvitationFailure, NoAddress } from "../joining/invites/contract.ts";
import { createInviteLink } from "../joining/invites/link.ts";
import { mayInvite } from "../joining/invites/permissions.ts";
import { sendInvites } from "../joining/invites/send.ts";
import { Role } from "../kernel/access/roles.ts";
import { type Context, change } from "../kernel/context.ts";
import { textArea } from "../kernel/pages/fields.ts";
import { type Html, html } from "../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, type Visit, wordsFor } from "../kernel/pages/page.ts";
import { drawSteps } from "./steps.ts";
import { type SetupWords, setupWords } from "./words.ts";

export const FIRST_PEOPLE = "/setup/people/";

const MAX_TEXT_LENGTH = 20_000;

/** People are invited as members, with the default channels. */
const TERMS = {
  invite_as: Role.member,
  invite_expires_in_minutes: undefined,
  stream_ids: [],
  group_ids: [],
  include_realm_default_subscriptions: true,
  welcome_message_custom_text: null,
};

export const firstPeoplePage: Page = {
  path: FIRST_PEOPLE,
  async show(visit) {
    const inviter = inviterIn(visit);
    return inviter ? draw(inviter, {}) : { goTo: "/" };
  },
  async submit(visit, { emails = "", what }) {
    const inviter = inviterIn(visit);
    if (!inviter) return { goTo: "/" };
    if (what === "link") {
      const link = await change(inviter, (writing) => createInviteLink(writing, TERMS));
      return draw(inviter, { emails, link });
    }
    const failure = await invite(inviter, emails);
    if (!failure) return { goTo: "/" };
    return draw(inviter, failure);
  },
};

type Inviter = Visit & Context;

function inviterIn(visit: Visit): Inviter | undefined {
  const { user, realm } = visit;
  return user && mayInvite(user, realm.settings) ? { ...visit, user } : undefined;
}

interface Drawn {
  readonly emails?: string;
  readonly error?: string;
  readonly link?: string;
}

/** Returns the error to show, or undefined if everyone was invited. */
async function invite(inviter: Inviter, emails: string): Promise<Drawn | undefined> {
  const words = wordsFor(inviter, setupWords);
  try {
    const request = { ...TERMS, invitee_emails: addressesIn(emails).join(","), notify_referrer_on_join: true };
    const failure = await change(inviter, (writing) => sendInvites(writing, request));
    return failure && { emails: "", error: sentenceFor(failure, words) };
  } catch (error) {
    if (error instanceof NoAddress) return { emails, error: words.noEmails };
    if (error instanceof InvitationFailed)
      return { emails, error: sentenceFor(error.fields as unknown as InvitationFailure, words) };
    throw error;
  }
}

function sentenceFor({ errors, sent_invitations, daily_limit_reached }: InvitationFailure, words: SetupWords): string {
  const addresses = errors.map(([address]) => address).join(", ");
  if (daily_limit_reached) return words.tooManyEmails;
  return sent_invitations ? words.othersInvited(addresses) : words.notInvited(addresses);
}

function draw(inviter: Inviter, { emails = "", error, link }: Drawn): PageAnswer {
  const words = wordsFor(inviter, setupWords);
  const { name } = inviter.realm.settings;
  const fact = (text: string, more: string) => html`<p class="fact"><span>${text}</span> <code>${more}</code></p>`;
  const people = html`${textArea({
    name: "emails",
    label: words.emails,
    value: emails,
    error,
    hint: words.emailsHint,
    rows: 4,
    maxLength: MAX_TEXT_LENGTH,
    isFirst: link === undefined,
    isOptional: true,
  })}
<div class="pair"><button type="submit" name="what" value="invite" class="primary">${words.invite}</button>
<a class="button" href="/">${link === undefined ? words.later : words.finish}</a></div>
${link === undefined ? html`<button type="submit" name="what" value="link" class="plain">${words.makeLink}</button>` : drawLink(inviter, link, words)}`;
  const steps = drawSteps([
    { title: words.organization, body: fact(name, inviter.realm.url), isDone: true },
    { title: words.you, body: fact(inviter.user.full_name, inviter.user.delivery_email), isDone: true },
    { title: words.people, body: people },
  ]);
  const body = html`<h1>${words.peopleTitle}</h1>${form(inviter, steps)}`;
  return { title: words.peopleTitle, body, status: error === undefined ? 200 : 400 };
}

function drawLink({ app, language }: Inviter, link: string, words: SetupWords): Html {
  const lasting = lastingIn(language, app.config.invitationValidityMinutes);
  return html`<div class="field">
<label for="link">${words.link}</label>
<span class="secret"><input id="link" type="text" value="${link}" readonly aria-describedby="link-note"><button type="button" class="show" data-copies="link" data-done="${words.copied}" hidden>${words.copy}</button></span>
<p class="hint" id="link-note">${words.linkHint(lasting)}</p>
</div>`;
}

/** In the largest unit that fits. */
function lastingIn(language: string, minutes: number): string {
  const [unit, size] =
    minutes >= 1440 ? (["day", 1440] as const) : minutes >= 60 ? (["hour", 60] as const) : (["minute", 1] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    Math.floor(minutes / size),
  );
}
