/** The sign-up pages: with an email invitation, with an invitation link, or in an open organization. */
import { ApiError } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import { button, input } from "../../kernel/pages/fields.ts";
import { type Html, html } from "../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { domainsOf } from "../../organization/domains/store.ts";
import { beginSession } from "../../people/sessions/actions.ts";
import { addressFault, isTaken } from "../../people/users/addresses.ts";
import { PasswordTooWeak } from "../../people/users/contract.ts";
import type { Invitation } from "../invites/store.ts";
import { askToConfirm, limitSignUps } from "./confirm.ts";
import { drawRegistration, registrationFrom } from "./form.ts";
import { inviterOf, listIn, offerIn } from "./offer.ts";
import { BrokenLink, InvitationOver, invitationByKey, register, TO_ONE_ADDRESS } from "./register.ts";
import { signUpWords } from "./words.ts";

/** Adds error pages for invalid links to a page that is opened with a link. */
function linked(page: Page): Page {
  const orBroken = (visit: Visit, answer: Promise<PageAnswer> | undefined) =>
    answer?.catch((error: unknown) => {
      if (error instanceof BrokenLink) return drawBroken(visit, error);
      if (error instanceof InvitationOver) return drawExpired(visit, error);
      throw error;
    }) as Promise<PageAnswer>;
  return {
    path: page.path,
    show: (visit) => orBroken(visit, page.show?.(visit)),
    submit: (visit, sent) => orBroken(visit, page.submit?.(visit, sent)),
  };
}

function drawBroken(visit: Visit, { fault }: BrokenLink): PageAnswer {
  const words = wordsFor(visit, signUpWords);
  return drawMessage(words.broken, words.brokenBody[fault], haveAccount(visit));
}

async function drawExpired(visit: Visit, { invitation }: InvitationOver): Promise<PageAnswer> {
  const words = wordsFor(visit, signUpWords);
  if (invitation.kind === "confirmation" && invitation.link_id === null)
    return drawMessage(words.confirmationOver, words.confirmationOverBody, askAgain(visit));
  const inviter = await inviterOf(visit, invitation);
  return drawMessage(words.invitationOver, words.askForNew(inviter), haveAccount(visit));
}

function drawMessage(title: string, sentence: string, link: Html): PageAnswer {
  return { title, body: html`<h1>${title}</h1><p class="lead">${sentence}</p>${link}`, status: 404 };
}

const askAgain = (visit: Visit): Html =>
  html`<p class="more"><a href="/register/">${wordsFor(visit, signUpWords).askAgain}</a></p>`;

const linkOf = (visit: Visit): Promise<Invitation> => invitationByKey(visit, visit.params.key ?? "", ["link"]);

/** Anyone with the link can join, even if invitations are required. */
const linkPage = linked({
  path: "/join/:key/",
  async show(visit) {
    return drawAddress(visit, { lead: await linkLead(visit, await linkOf(visit)) });
  },
  async submit(visit, sent) {
    const link = await linkOf(visit);
    return takeAddress(visit, sent.email ?? "", { lead: await linkLead(visit, link), link });
  },
});

/** For organizations that do not require invitations. */
const openPage: Page = {
  path: "/register/",
  async show(visit) {
    if (visit.realm.settings.invite_required) return drawClosed(visit);
    return drawAddress(visit, { lead: await openLead(visit) });
  },
  async submit(visit, sent) {
    if (visit.realm.settings.invite_required) return drawClosed(visit);
    return takeAddress(visit, sent.email ?? "", { lead: await openLead(visit) });
  },
};

const linkLead = async (visit: Visit, link: Invitation): Promise<string> =>
  `${await offerIn(visit, link)} ${wordsFor(visit, signUpWords).whichAddress}`;

/** Says who can join. */
async function openLead(visit: Visit): Promise<string> {
  const words = wordsFor(visit, signUpWords);
  if (!visit.realm.settings.emails_restricted_to_domains) return `${words.open} ${words.whichAddress}`;
  const domains = (await domainsOf(visit.db, visit.realm.id)).map(({ domain }) => `@${domain}`);
  return `${words.ofDomains(listIn(visit.language, domains, "disjunction"))} ${words.whichAddress}`;
}

function drawClosed(visit: Visit): PageAnswer {
  const words = wordsFor(visit, signUpWords);
  const body = html`<h1>${words.closed}</h1><p class="lead">${words.closedBody}</p>${haveAccount(visit)}`;
  return { title: words.closed, body, status: 403 };
}

const haveAccount = (visit: Visit): Html =>
  html`<p class="more"><a href="/login/">${wordsFor(visit, signUpWords).haveAccount}</a></p>`;

interface SignUpForm {
  readonly lead: string;
  readonly email?: string;
  readonly error?: string;
}

function drawAddress(visit: Visit, { lead, email = "", error }: SignUpForm): PageAnswer {
  const words = wordsFor(visit, signUpWords);
  const title = words.join(visit.realm.settings.name);
  const field = { name: "email", label: words.email, type: "email", autocomplete: "email" } as const;
  const body = html`<h1>${title}</h1><p class="lead">${lead}</p>
${form(visit, html`${input({ ...field, value: email, error, isFirst: true })}${button(words.goOn)}`)}
${haveAccount(visit)}`;
  return { title, body, status: error === undefined ? 200 : 400 };
}

/** Only the email reveals whether the address has an account. */
async function takeAddress(
  visit: Visit,
  sent: string,
  { lead, link }: { lead: string; link?: Invitation },
): Promise<PageAnswer> {
  const words = wordsFor(visit, signUpWords);
  const email = sent.trim();
  const fault = await addressFault(visit, email);
  if (fault && !isTaken(fault))
    return drawAddress(visit, { lead, email, error: words.faults[fault as keyof typeof words.faults] });
  limitSignUps(visit, email);
  await change(visit, async (writing) => askToConfirm(writing, email, link));
  const body = html`<h1>${words.checkMail}</h1><p class="lead">${words.mailed(email)}</p>`;
  return { title: words.checkMail, body };
}

/** The last step, opened with a link sent to the address. */
const confirmedPage = linked({
  path: "/accounts/do_confirm/:key/",
  async show(visit) {
    const invitation = await invitationByKey(visit, visit.params.key ?? "", TO_ONE_ADDRESS);
    return (await rejectionPage(visit, invitation)) ?? drawRegistration(visit, invitation, {});
  },
  async submit(visit, sent) {
    const invitation = await invitationByKey(visit, visit.params.key ?? "", TO_ONE_ADDRESS);
    const refused = await rejectionPage(visit, invitation);
    if (refused) return refused;
    try {
      const user = await register(visit, invitation, registrationFrom(visit, sent));
      return { goTo: "/", cookies: await change(visit, (writing) => beginSession(writing, user.id)) };
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      const at = problem instanceof PasswordTooWeak ? "password" : "full_name";
      return drawRegistration(visit, invitation, { sent, problem: { at, error: problem } });
    }
  },
});

/** The rules for addresses may have changed since the email was sent, or the address may have an account by now. */
async function rejectionPage(visit: Visit, { email }: Invitation): Promise<PageAnswer | undefined> {
  const address = email as string;
  const fault = await addressFault(visit, address);
  if (!fault) return undefined;
  if (fault === "has_account") return { goTo: `/login/?email=${encodeURIComponent(address)}` };
  const words = wordsFor(visit, signUpWords);
  const body = html`<h1>${words.refused}</h1><p class="lead">${words.faults[fault]}</p>${haveAccount(visit)}`;
  return { title: words.refused, body, status: 400 };
}

export const signUpPages = [linkPage, openPage, confirmedPage];
