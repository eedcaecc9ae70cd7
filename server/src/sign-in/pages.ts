/** The door for browsers: signing in with a password, and out again. */
import { ApiError, RateLimitHit } from "../api/index.ts";
import { change } from "../context.ts";
import { type Html, html } from "../pages/html.ts";
import {
  alert,
  button,
  form,
  hidden,
  input,
  localPath,
  type Page,
  type PageAnswer,
  type Visit,
  wordsFor,
} from "../pages/page.ts";
import { endSession } from "../sessions/actions.ts";
import * as users from "../users/contract.ts";
import { signIn } from "./actions.ts";
import { homePage } from "./home.ts";
import { accountByPassword, allowsPasswords } from "./password.ts";
import { type SignInWords, signInWords } from "./words.ts";

const SIGN_IN = "/login/";

interface Attempt {
  readonly username: string;
  readonly next: string;
  readonly problem?: ApiError;
}

const signInPage = (path: string): Page => ({
  path,
  async show(visit) {
    const next = localPath(visit.query.next);
    if (visit.user) return { goTo: next };
    return draw(visit, { username: visit.query.email ?? "", next });
  },
  async submit(visit, { username = "", password = "", next: wanted }) {
    const next = localPath(wanted);
    try {
      const account = await accountByPassword(visit, username.trim(), password);
      return { goTo: next, cookies: await change(visit, (writing) => signIn(writing, account)) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return draw(visit, { username, next, problem: error });
    }
  },
});

function draw(visit: Visit, { username, next, problem }: Attempt): PageAnswer {
  const words = wordsFor(visit, signInWords);
  const body = allowsPasswords(visit.realm)
    ? html`${alert(problem && sentenceFor(problem, words))}
${form(
  visit,
  html`${hidden("next", next)}
${input({ name: "username", label: words.email, type: "email", autocomplete: "username", value: username, isFirst: username === "" })}
${input({ name: "password", label: words.password, type: "password", autocomplete: "current-password", isFirst: username !== "", maxLength: 1000 })}
${button(words.signIn)}`,
  SIGN_IN,
)}
<p class="more"><a href="/accounts/password/reset/">${words.forgotten}</a></p>
${!visit.realm.settings.invite_required && html`<p class="more"><a href="/register/">${words.signUp}</a></p>`}`
    : alert(words.noPasswords);
  return { title: words.signIn, body: html`<h1>${words.signIn}</h1>${body as Html}`, ...statusOf(problem) };
}

/** A 401 would have to say how else to sign in. */
function statusOf(problem: ApiError | undefined): { status?: number; headers?: Readonly<Record<string, string>> } {
  if (!problem) return {};
  return { status: problem.status === 401 ? 403 : problem.status, headers: problem.headers };
}

function sentenceFor({ code, fields, message }: ApiError, words: SignInWords): string {
  switch (code) {
    case RateLimitHit.code:
      return words.wait(Math.ceil(Number(fields["retry-after"]) / 60));
    case users.UserDeactivated.code:
      return words.deactivated;
    case users.PasswordAuthDisabled.code:
      return words.noPasswords;
    case users.PasswordResetRequired.code:
      return words.expired;
    case users.AuthenticationFailed.code:
      return words.doNotMatch;
    case users.InvalidEmailAddress.code:
      return words.notAnAddress;
    default:
      return message;
  }
}

const signOutPage: Page = {
  path: "/accounts/logout/",
  async submit(visit) {
    return { goTo: SIGN_IN, cookies: await change(visit, endSession) };
  },
};

export const signInPages = [homePage, signInPage(SIGN_IN), signInPage("/accounts/login/"), signOutPage];
