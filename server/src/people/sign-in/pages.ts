/** The pages for signing in with a password, and for signing out. */
import { ApiError, RateLimitHit } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import { speakerOf } from "../../kernel/http/speaker.ts";
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
import {
  form,
  localPath,
  type Page,
  type PageAnswer,
  SIGN_IN_PATH,
  type Visit,
  wordsFor,
} from "../../kernel/pages/page.ts";
import { sharedPageWords } from "../../kernel/pages/words/index.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { type AppFlow, appFields, appFlowIn, appHeaders } from "../destinations/app-flow.ts";
import { signInButtons } from "../identity-providers/buttons.ts";
import { PasskeyRefused } from "../second-factors/passkey-refusals.ts";
import { endSession } from "../sessions/actions.ts";
import * as users from "../users/contract.ts";
import { enter } from "./actions.ts";
import { confirmPage } from "./confirm.ts";
import { desktopPage } from "./desktop.ts";
import { homePage } from "./home.ts";
import { passkeyPage, passkeySignIn } from "./passkey.ts";
import { accountByPassword } from "./password.ts";
import { providerStepPage } from "./provider-step.ts";
import { secondFactorPage } from "./second-factor.ts";
import { setUpPage } from "./set-up.ts";
import { type SignInWords, signInWords } from "./words/index.ts";

interface Attempt {
  readonly username: string;
  readonly next: string;
  /** The app that opened the page. */
  readonly flow: AppFlow | undefined;
  readonly isShared: boolean;
  readonly problem?: ApiError;
}

const signInPage = (path: string): Page => ({
  path,
  async show(visit) {
    const next = localPath(visit.query.next);
    const flow = appFlowIn(visit.query);
    // A session in the browser is not enough for an app: whoever opened this page may not be the person.
    if (visit.user && !flow) return { goTo: next };
    return draw(visit, { username: visit.query.email ?? "", next, flow, isShared: visit.isShared });
  },
  audit: ["signed_in", "api_key_fetched", "sign_in_refused"],
  async submit(visit, { username = "", password = "", next: wanted, shared, ...sent }) {
    const next = localPath(wanted);
    const isShared = shared !== undefined;
    const flow = appFlowIn(sent);
    try {
      const account = await accountByPassword(visit, username.trim(), password);
      return await enter(visit, { account, by: "password" }, { next, isShared, ...(flow ? { flow } : {}) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return draw(visit, { username, next, flow, isShared, problem: error });
    }
  },
});

function draw(visit: Visit, attempt: Attempt): PageAnswer {
  const words = wordsFor(visit, signInWords);
  const providers = signInButtons(visit, attempt);
  const body = html`<h1>${words.signIn}</h1>${drawMain(visit, attempt, words, providers)}${passkeySignIn(visit, attempt)}${links(visit, words)}`;
  const { status, headers } = statusOf(attempt.problem);
  return { title: words.signIn, body, status: status ?? 200, headers: { ...appHeaders(attempt.flow), ...headers } };
}

function drawMain(visit: Visit, attempt: Attempt, words: SignInWords, providers: Html | undefined): Html {
  if (allowsPasswords(visit.realm)) return html`${drawForm(visit, attempt, words)}${providers}`;
  const { problem } = attempt;
  const sentence = problem ? sentenceFor(problem, visit, words) : !providers && alert(words.noPasswords);
  return html`${sentence}${providers}`;
}

function drawForm(visit: Visit, { username, next, flow, isShared, problem }: Attempt, words: SignInWords): Html {
  const { fields } = wordsFor(visit, sharedPageWords);
  const wrong = problem && faultIn(problem, visit);
  const controls = html`${hidden("next", next)}${appFields(flow)}
${input({
  name: "username",
  label: fields.email,
  type: "email",
  // Browsers offer passkeys in this field too.
  autocomplete: "username webauthn",
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
  return html`${problem && !wrong && sentenceFor(problem, visit, words)}
${form(visit, controls, SIGN_IN_PATH)}`;
}

function links({ realm }: Visit, words: SignInWords): Html | undefined {
  if (!allowsPasswords(realm)) return undefined;
  return html`<p class="more"><a href="/accounts/password/reset/">${words.forgotten}</a></p>
${!realm.settings.invite_required && html`<p class="more"><a href="/register/">${words.signUp}</a></p>`}`;
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

function sentenceFor(problem: ApiError, visit: Visit, words: SignInWords): Html | undefined {
  switch (problem.code) {
    case PasskeyRefused.code:
      return alert(speakerOf(visit.app, visit.language).say(problem.sentence));
    case RateLimitHit.code:
      return waiting(problem, visit.language);
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
    return { goTo: SIGN_IN_PATH, headers: FORGET_EVERYTHING, cookies: await change(visit, endSession) };
  },
};

export const signInPages = [
  homePage,
  signInPage(SIGN_IN_PATH),
  signInPage("/accounts/login/"),
  passkeyPage(async (visit, leading, problem) =>
    draw(visit, { username: "", ...leading, isShared: visit.isShared, problem }),
  ),
  secondFactorPage,
  confirmPage,
  providerStepPage,
  desktopPage,
  setUpPage,
  signOutPage,
];
