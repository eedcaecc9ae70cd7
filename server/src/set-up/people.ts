/** The last step of the set-up: inviting people, now or later. Requires the permission to invite. */

import { addressesIn } from "../joining/invites/addresses.ts";
import { InvitationFailed, type InvitationFailure, NoAddress } from "../joining/invites/contract.ts";
import { sharedLink } from "../joining/invites/keys.ts";
import { createInviteLink } from "../joining/invites/link.ts";
import { mayInvite } from "../joining/invites/permissions.ts";
import { type SentInvites, sendInvites } from "../joining/invites/send.ts";
import { openInvitations } from "../joining/invites/store.ts";
import { whereToBegin } from "../joining/welcome/begin.ts";
import { Role } from "../kernel/access/roles.ts";
import { type Context, change } from "../kernel/context.ts";
import { sendsMail } from "../kernel/mail/mailer.ts";
import { isLocalName } from "../kernel/names/host.ts";
import { alert, textArea } from "../kernel/pages/fields.ts";
import { type Html, html } from "../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, type Visit, wordsFor } from "../kernel/pages/page.ts";
import { drawSteps } from "./steps.ts";
import { type SetupWords, setupWords } from "./words/index.ts";

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
  audit: ["invitation_sent", "invitation_link_created"],
  async show(visit) {
    const inviter = inviterIn(visit);
    return inviter ? draw(inviter, { link: await newestLink(inviter) }) : { goTo: "/" };
  },
  async submit(visit, { emails = "", what }) {
    const inviter = inviterIn(visit);
    if (!inviter) return { goTo: "/" };
    if (what === "link") {
      const link = await change(inviter, (writing) => createInviteLink(writing, TERMS));
      return draw(inviter, { emails, link });
    }
    const outcome = await invite(inviter, emails);
    if (!outcome) return { goTo: await whereToBegin(inviter, inviter.user.id) };
    return draw(inviter, { ...outcome, link: await newestLink(inviter) });
  },
};

type Inviter = Visit & Context;

function inviterIn(visit: Visit): Inviter | undefined {
  const { user, realm } = visit;
  return user && mayInvite(user, realm.settings) ? { ...visit, user } : undefined;
}

interface Drawn {
  readonly emails?: string;
  readonly error?: string | undefined;
  readonly link?: string | undefined;
  /** For people who were invited by address, if the server sends no email. */
  readonly links?: SentInvites["links"];
}

/** Without email the set-up has made a link to share. */
async function newestLink(inviter: Inviter): Promise<string | undefined> {
  const { app, db, realm, user, now } = inviter;
  if (sendsMail(app)) return undefined;
  const open = await openInvitations(db, realm.id, now, user.id);
  const shared = open.filter(({ kind, invited_as }) => kind === "link" && invited_as === Role.member).at(-1);
  return shared && sharedLink(realm, app.secrets.decrypt(shared.key_encrypted));
}

/** Returns what to show, or undefined if everyone got an email. */
async function invite(inviter: Inviter, emails: string): Promise<Drawn | undefined> {
  const words = wordsFor(inviter, setupWords);
  try {
    const request = { ...TERMS, invitee_emails: addressesIn(emails).join(","), notify_referrer_on_join: true };
    const { failure, links } = await change(inviter, (writing) => sendInvites(writing, request));
    if (!failure && links.length === 0) return undefined;
    return { emails: "", error: failure && sentenceFor(failure, words), links };
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

async function draw(inviter: Inviter, { emails = "", error, link, links = [] }: Drawn): Promise<PageAnswer> {
  const words = wordsFor(inviter, setupWords);
  const isMailing = sendsMail(inviter.app);
  const start = await whereToBegin(inviter, inviter.user.id);
  const { name } = inviter.realm.settings;
  const fact = (text: string, more: string) =>
    html`<p class="fact"><span dir="auto">${text}</span> <code>${more}</code></p>`;
  const addresses = textArea({
    name: "emails",
    label: isMailing ? words.emails : words.orByAddress,
    value: emails,
    error,
    hint: isMailing ? words.emailsHint : words.noMailHint,
    rows: isMailing ? 4 : 2,
    maxLength: MAX_TEXT_LENGTH,
    isFirst: link === undefined,
    isOptional: true,
  });
  const shared =
    link === undefined
      ? html`<button type="submit" name="what" value="link" class="plain">${words.makeLink}</button>`
      : drawLink(inviter, link, words);
  const invite = html`<button type="submit" name="what" value="invite"${isMailing && html` class="primary"`}>${words.invite}</button>`;
  const leave = html`<a class="button" href="${start}">${link === undefined ? words.later : words.finish}</a>`;
  // What was just made comes first; the rest has been seen.
  const passOn = html`${alert(error)}<p class="lead">${words.passOn}</p>
${drawLinks(links, words)}
<a class="button primary" href="${start}">${words.finish}</a>`;
  const people = isMailing
    ? html`${addresses}
<div class="pair">${invite}
${leave}</div>
${shared}`
    : html`<p class="lead">${words.noMail}</p>
${shared}
${link !== undefined && html`<button type="button" class="primary" data-copies="link" data-then="${start}" autofocus hidden>${words.copyAndOpen}</button>`}
${addresses}
<div class="pair">${invite}
${leave}</div>`;
  const steps = drawSteps([
    { title: words.organization, body: fact(name, inviter.realm.url), isDone: true },
    { title: words.you, body: fact(inviter.user.full_name, inviter.user.delivery_email), isDone: true },
    { title: words.people, body: links.length > 0 ? passOn : people },
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
${isLocalName(new URL(link).hostname) && html`<p class="hint">${words.onlyHere}</p>`}
</div>`;
}

/** One link for each person who was invited by address. */
const drawLinks = (links: SentInvites["links"], words: SetupWords): Html =>
  html`${links.map(
    ({ email, link_url }, at) => html`<div class="field"><label for="link-${at}">${email}</label>
<span class="secret"><input id="link-${at}" type="text" value="${link_url}" readonly><button type="button" class="show" data-copies="link-${at}" data-done="${words.copied}" hidden>${words.copy}</button></span></div>\n`,
  )}`;

/** In the largest unit that fits. */
function lastingIn(language: string, minutes: number): string {
  const [unit, size] =
    minutes >= 1440 ? (["day", 1440] as const) : minutes >= 60 ? (["hour", 60] as const) : (["minute", 1] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    Math.floor(minutes / size),
  );
}
