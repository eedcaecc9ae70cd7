/** The pages for signing in with a password, and for signing out. */
import { ApiError, RateLimitHit } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import {
  alert,
  button,
  checkBox,
  hidden,
  input,
  password as passwordField,
  waiting,
} from "../../kernel/pages/fields.ts";
import { type Html, html } from "../../kernel/pages/html.ts";
import { form, localPath, type Page, type PageAnswer, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { sharedPageWords } from "../../kernel/pages/words/index.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { endSession } from "../sessions/actions.ts";
import * as users from "../users/contract.ts";
import { enter } from "./actions.ts";
import { homePage } from "./home.ts";
import { accountByPassword } from "./password.ts";
import { secondFactorPage } from "./second-factor.ts";
import { setUpPage } from "./set-up.ts";
import { type SignInWords, signInWords } from "./words/index.ts";

const SIGN_IN = "/login/";

interface Attempt {
  readonly username: string;
  readonly next: string;
  readonly isShared: boolean;
  readonly problem?: ApiError;
}

const signInPage = (path: string): Page => ({
  path,
  async show(visit) {
    const next = localPath(visit.query.next);
    if (visit.user) return { goTo: next };
    return draw(visit, { username: visit.query.email ?? "", next, isShared: visit.isShared });
  },
  audit: ["signed_in", "sign_in_refused"],
  async submit(visit, { username = "", password = "", next: wanted, shared }) {
    const next = localPath(wanted);
    const isShared = shared !== undefined;
    try {
      const account = await accountByPassword(visit, username.trim(), password);
      return await enter(visit, { account, by: "password" }, { next, isShared });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return draw(visit, { username, next, isShared, problem: error });
    }
  },
});

function draw(visit: Visit, attempt: Attempt): PageAnswer {
  const words = wordsFor(visit, signInWords);
  const body = allowsPasswords(visit.realm) ? drawForm(visit, attempt, words) : alert(words.noPasswords);
  return { title: words.signIn, body: html`<h1>${words.signIn}</h1>${body as Html}`, ...statusOf(attempt.problem) };
}

function drawForm(visit: Visit, { username, next, isShared, problem }: Attempt, words: SignInWords): Html {
  const { fields } = wordsFor(visit, sharedPageWords);
  const wrong = problem && faultIn(problem, visit);
  const controls = html`${hidden("next", next)}
${input({
  name: "username",
  label: fields.email,
  type: "email",
  autocomplete: "username",
  value: username,
  error: wrong?.at === "username" ? wrong.sentence : undefined,
  isFirst: username === "",
})}
${passwordField({
  name: "password",
  label: fields.password,
  autocomplete: "current-password",
  error: wrong?.at === "password" ? wrong.sentence : undefined,
  isFirst: username !== "",
  maxLength: 1000,
  language: visit.language,
})}
${checkBox("shared", words.shared, words.sharedHint, isShared)}
${button(words.signIn)}`;
  return html`${problem && !wrong && sentenceFor(problem, visit.language, words)}
${form(visit, controls, SIGN_IN)}
<p class="more"><a href="/accounts/password/reset/">${words.forgotten}</a></p>
${!visit.realm.settings.invite_required && html`<p class="more"><a href="/register/">${words.signUp}</a></p>`}`;
}

/** A 401 response would need a WWW-Authenticate header. */
function statusOf(problem: ApiError | undefined): { status?: number; headers?: Readonly<Record<string, string>> } {
  if (!problem) return {};
  return { status: problem.status === 401 ? 403 : problem.status, headers: problem.headers };
}

/** The error text for a field of the form, if the problem is there. */
function faultIn({ code }: ApiError, visit: Visit) {
  switch (code) {
    case users.AuthenticationFailed.code:
      return { at: "password", sentence: wordsFor(visit, signInWords).doNotMatch } as const;
    case users.InvalidEmailAddress.code:
      return { at: "username", sentence: wordsFor(visit, sharedPageWords).fields.badEmail } as const;
    default:
      return undefined;
  }
}

function sentenceFor(problem: ApiError, language: string, words: SignInWords): Html | undefined {
  switch (problem.code) {
    case RateLimitHit.code:
      return waiting(problem, language);
    case users.UserDeactivated.code:
      return alert(words.deactivated);
    case users.PasswordAuthDisabled.code:
      return alert(words.noPasswords);
    case users.PasswordResetRequired.code:
      return alert(words.expired);
    default:
      return alert(problem.message);
  }
}

/** Also clears what the application stored on this computer, but not cookies: the next sign-in needs one. */
const FORGET_EVERYTHING = { "clear-site-data": '"cache", "storage"' };

const signOutPage: Page = {
  path: "/accounts/logout/",
  audit: ["signed_out"],
  async submit(visit) {
    return { goTo: SIGN_IN, headers: FORGET_EVERYTHING, cookies: await change(visit, endSession) };
  },
};

export const signInPages = [
  homePage,
  signInPage(SIGN_IN),
  signInPage("/accounts/login/"),
  secondFactorPage,
  setUpPage,
  signOutPage,
];
