/**
 * The sign-up pages: with an email invitation, with an invitation link, or in an open organization. If the server sends
 * no email, people join with a link directly (decision 080).
 */
import { ApiError, notAudited } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { button, input } from "../../kernel/pages/fields.ts";
import { type Html, html } from "../../kernel/pages/html.ts";
import {
  type Form,
  type FormPage,
  form,
  type Page,
  type PageAnswer,
  SIGN_IN_PATH,
  type Visit,
  wordsFor,
} from "../../kernel/pages/page.ts";
import { sharedPageWords } from "../../kernel/pages/words/index.ts";
import { domainsOf } from "../../organization/domains/store.ts";
import { signUpButtons } from "../../people/identity-providers/buttons.ts";
import { enter, type SignInAccount } from "../../people/sign-in/actions.ts";
import { acceptsUnverified, addressFault, isTaken, joiningFault } from "../../people/users/addresses.ts";
import { EmailInUse, PasswordTooWeak, UniqueNamesRequired } from "../../people/users/contract.ts";
import { accountToSignIn } from "../../people/users/store.ts";
import type { Invitation } from "../invites/store.ts";
import { whereToBegin } from "../welcome/begin.ts";
import { CLAIMING } from "./claim.ts";
import { askToConfirm, limitAttempts, limitConfirmations } from "./confirm.ts";
import { drawRegistration, haveAccount, registrationFrom } from "./form.ts";
import { inviterOf, listIn, offerIn } from "./offer.ts";
import {
  BrokenLink,
  InvitationOver,
  invitationByKey,
  provesAddress,
  register,
  type SignUpRegistration,
  TO_ONE_ADDRESS,
} from "./register.ts";
import { signUpWords } from "./words/index.ts";

const JOINING = ["user_created", "group_member_added", "signed_in"] as const;

/** Adds error pages for invalid links to a page that is opened with a link. */
function linked(page: FormPage): Page {
  const orBroken = (visit: Visit, answer: Promise<PageAnswer> | undefined) =>
    answer?.catch((error: unknown) => {
      if (error instanceof BrokenLink) return drawBroken(visit, error);
      if (error instanceof InvitationOver) return drawExpired(visit, error);
      throw error;
    }) as Promise<PageAnswer>;
  return {
    path: page.path,
    audit: page.audit,
    show: (visit) => orBroken(visit, page.show?.(visit)),
    submit: (visit, sent) => orBroken(visit, page.submit(visit, sent)),
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
  audit: JOINING,
  async show(visit) {
    const link = await linkOf(visit);
    if (acceptsUnverified(visit)) return drawRegistration(visit, link, {});
    if (!sendsMail(visit.app)) return drawUnconfirmable(visit, link);
    return drawAddress(visit, { lead: await linkLead(visit, link), key: visit.params.key });
  },
  async submit(visit, sent) {
    const link = await linkOf(visit);
    if (acceptsUnverified(visit)) return joinUnverified(visit, link, sent);
    if (!sendsMail(visit.app)) return drawUnconfirmable(visit, link);
    return takeAddress(visit, sent.email ?? "", { lead: await linkLead(visit, link), link });
  },
});

/** For organizations that do not require invitations. */
const openPage: Page = {
  path: "/register/",
  audit: notAudited("sends an email to whoever asks for it"),
  async show(visit) {
    if (visit.realm.settings.invite_required) return drawClosed(visit);
    if (!sendsMail(visit.app)) return drawProviders(visit);
    return drawAddress(visit, { lead: await openLead(visit) });
  },
  async submit(visit, sent) {
    if (visit.realm.settings.invite_required || !sendsMail(visit.app)) return drawClosed(visit);
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
  const reason = visit.realm.settings.invite_required ? words.closedBody : words.closedWithoutMail;
  const body = html`<h1>${words.closed}</h1><p class="lead">${reason}</p>${haveAccount(visit)}`;
  return { title: words.closed, body, status: 403 };
}

/** Identity providers confirm addresses without email. */
function drawProviders(visit: Visit): PageAnswer {
  const buttons = signUpButtons(visit);
  if (!buttons) return drawClosed(visit);
  const title = wordsFor(visit, signUpWords).join(visit.realm.settings.name);
  return { title, body: html`<h1>${title}</h1>${buttons}${haveAccount(visit)}` };
}

/** The organization requires confirmed addresses, and the server cannot confirm any. */
async function drawUnconfirmable(visit: Visit, link: Invitation): Promise<PageAnswer> {
  const words = wordsFor(visit, signUpWords);
  const sentence = words.unconfirmableBody(await inviterOf(visit, link));
  const buttons = signUpButtons(visit, visit.params.key);
  const body = html`<h1>${words.unconfirmable}</h1><p class="lead">${sentence}</p>${buttons}${haveAccount(visit)}`;
  return { title: words.unconfirmable, body, status: 403 };
}

/** Counted before anything is looked up or hashed: each attempt may guess at an address and costs a password hash. */
async function joinUnverified(visit: Visit, link: Invitation, sent: Form): Promise<PageAnswer> {
  limitAttempts(visit, link);
  const words = wordsFor(visit, signUpWords);
  const form = registrationFrom(visit, link, sent);
  const fault = await addressFault(visit, form.email);
  const sentence = fault && (isTaken(fault) ? words.taken : words.faults[fault as keyof typeof words.faults]);
  if (sentence !== undefined) return drawRegistration(visit, link, { sent, problem: { at: "email", sentence } });
  return joinWith(visit, link, sent, form);
}

interface SignUpForm {
  readonly lead: string;
  /** Of the invitation link. */
  readonly key?: string | undefined;
  readonly email?: string;
  readonly error?: string;
}

function drawAddress(visit: Visit, { lead, key, email = "", error }: SignUpForm): PageAnswer {
  const words = wordsFor(visit, signUpWords);
  const title = words.join(visit.realm.settings.name);
  const label = wordsFor(visit, sharedPageWords).fields.email;
  const field = { name: "email", label, type: "email", autocomplete: "email" } as const;
  const body = html`<h1>${title}</h1><p class="lead">${lead}</p>
${form(visit, html`${input({ ...field, value: email, error, isFirst: true })}${button(words.goOn)}`)}
${signUpButtons(visit, key)}${haveAccount(visit)}`;
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
  limitAttempts(visit, link);
  limitConfirmations(visit, email);
  await change(visit, async (writing) => askToConfirm(writing, email, link));
  const body = html`<h1>${words.checkMail}</h1><p class="lead">${words.mailed(email)}</p>`;
  return { title: words.checkMail, body };
}

/** The last step, opened with a link sent to the address. */
const confirmedPage = linked({
  path: "/accounts/do_confirm/:key/",
  audit: [...JOINING, ...CLAIMING],
  async show(visit) {
    const invitation = await invitationByKey(visit, visit.params.key ?? "", TO_ONE_ADDRESS);
    return (await rejectionPage(visit, invitation)) ?? drawRegistration(visit, invitation, {});
  },
  async submit(visit, sent) {
    const invitation = await invitationByKey(visit, visit.params.key ?? "", TO_ONE_ADDRESS);
    const refused = await rejectionPage(visit, invitation);
    if (refused) return refused;
    return joinWith(visit, invitation, sent, registrationFrom(visit, invitation, sent));
  },
});

/** Creates the account and signs it in, or says what is wrong with the form. */
async function joinWith(
  visit: Visit,
  invitation: Invitation,
  sent: Form,
  registration: SignUpRegistration,
): Promise<PageAnswer> {
  try {
    const user = await register(visit, invitation, registration);
    const account = (await accountToSignIn(visit.db, visit.realm.id, user.id)) as SignInAccount;
    const destination = { next: await whereToBegin(visit, user.id), isShared: false };
    return await enter(visit, { account, by: "sign_up" }, destination);
  } catch (error) {
    const problem = error instanceof ApiError ? problemIn(error, visit) : undefined;
    if (!problem) throw error;
    return drawRegistration(visit, invitation, { sent, problem });
  }
}

/** The fields that errors are about, and what to say there. */
const PROBLEMS = [
  { error: PasswordTooWeak, at: "password", sentence: "weakPassword" },
  { error: EmailInUse, at: "email", sentence: "taken" },
  { error: UniqueNamesRequired, at: "full_name", sentence: "nameTaken" },
  // Everything else that can be wrong is the name. A busy server is not about the form.
  { error: ApiError, at: "full_name", sentence: "badFullName" },
] as const;

function problemIn(problem: ApiError, visit: Visit) {
  if (problem.status !== 400) return undefined;
  const found = PROBLEMS.find(({ error }) => problem instanceof error);
  const words = { ...wordsFor(visit, signUpWords), ...wordsFor(visit, sharedPageWords).fields };
  return found && { at: found.at, sentence: words[found.sentence] };
}

/** The rules for addresses may have changed since the email was sent, or the address may have an account by now. */
async function rejectionPage(visit: Visit, invitation: Invitation): Promise<PageAnswer | undefined> {
  const address = invitation.email as string;
  const isProven = await provesAddress(visit, invitation);
  const fault = await (isProven ? joiningFault : addressFault)(visit, address);
  if (!fault) return undefined;
  if (fault === "has_account") return { goTo: `${SIGN_IN_PATH}?email=${encodeURIComponent(address)}` };
  const words = wordsFor(visit, signUpWords);
  const body = html`<h1>${words.refused}</h1><p class="lead">${words.faults[fault]}</p>${haveAccount(visit)}`;
  return { title: words.refused, body, status: 400 };
}

export const signUpPages = [linkPage, openPage, confirmedPage];
