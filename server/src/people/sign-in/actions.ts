/**
 * The way in: whatever proves who somebody is (a password, an invitation) ends in `enter`, which decides what is still
 * missing. Another way to sign in needs no more than a `Proof`.
 */
import { lacksSecondFactor } from "../../kernel/access/second-factor.ts";
import { demand } from "../../kernel/api/index.ts";
import { change, type Realm, type Writing } from "../../kernel/context.ts";
import type { Cookie } from "../../kernel/http/cookies.ts";
import { noPendingCookie, type Shared } from "../../kernel/http/session.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import type { Elsewhere, Visit } from "../../kernel/pages/page.ts";
import { spend } from "../../kernel/sealed/store.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import { beginSession } from "../sessions/actions.ts";
import { AuthenticationFailed } from "../users/contract.ts";
import type { UserRow } from "../users/present.ts";
import { accountToSignIn } from "../users/store.ts";
import { signedInEmail } from "./emails.ts";
import { keepProof, type PendingSignIn } from "./pending.ts";

export interface SignInAccount extends UserRow {
  readonly password_hash: string | null;
  readonly has_second_factor: boolean;
}

/** `sign_up` is an account that was just created. */
export type WayIn = "password" | "sign_up";

/** Whose account it is, and how that was proven. */
export interface Proof {
  readonly account: SignInAccount;
  readonly by: WayIn;
}

export interface Destination extends Shared {
  /** One of our own paths. */
  readonly next: string;
}

/** The pages of the steps that follow the proof. */
export const STEPS = { secondFactor: "/login/second-factor/", setUp: "/login/set-up/" } as const;
export type Step = keyof typeof STEPS;

/** What is missing after the proof; `undefined` if nothing is. */
export function nextStep(realm: Realm, { account }: Proof): Step | undefined {
  if (account.has_second_factor) return "secondFactor";
  return lacksSecondFactor(realm, account) ? "setUp" : undefined;
}

/** Signs in, or leads to the next step. */
export async function enter(visit: Visit, proof: Proof, destination: Destination): Promise<Elsewhere> {
  const step = nextStep(visit.realm, proof);
  if (step) return { goTo: STEPS[step], cookies: [keepProof(visit, proof, destination)] };
  const cookies = await change(visit, (writing) => signIn(writing, proof, destination));
  return { goTo: destination.next, cookies };
}

interface Entered<T> {
  readonly value: T;
  readonly cookies: readonly Cookie[];
}

/** Takes the last step of a pending sign-in, and signs in, together or not at all. */
export async function takeLastStep<T>(
  visit: Visit,
  step: Step,
  { proof, destination, sealed }: PendingSignIn,
  take: (writing: Writing<Visit>) => Promise<T>,
): Promise<Entered<T>> {
  const { value, cookies } = await change(visit, async (writing) => {
    const account = await accountToSignIn(writing.db, writing.realm.id, proof.account.id);
    // Someone who has a second factor, maybe since a moment ago, must not get in by setting up another.
    demand(
      account !== undefined && nextStep(writing.realm, { ...proof, account }) === step,
      new AuthenticationFailed(),
    );
    demand(await spend(writing.db, account.id, sealed), new AuthenticationFailed());
    const value = await take(writing);
    return { value, cookies: await signIn(writing, proof, destination) };
  });
  return { value, cookies: [...cookies, noPendingCookie(visit.app)] };
}

/** No email for accounts that were just created. */
const NEWCOMER_SECONDS = 60;

/** Rejected if the account was deactivated or its password changed after the check, because that ends its sessions. */
async function signIn(ctx: Writing<Visit>, { account: user }: Proof, shared: Shared): Promise<Cookie[]> {
  const now = await accountToSignIn(ctx.db, ctx.realm.id, user.id);
  demand(now?.is_active === true && now.password_hash === user.password_hash, new AuthenticationFailed());
  const { realm, now: at, ip, userAgent } = ctx;
  const { enable_login_emails = userSettings.enable_login_emails.default, default_language, timezone } = user.settings;
  if (enable_login_emails && at - user.date_joined > NEWCOMER_SECONDS) {
    const language = (default_language as string | undefined) ?? realm.settings.default_language;
    const moment = { at, timezone: (timezone as string | undefined) ?? "" };
    sendMail(ctx, user, signedInEmail(realm, { language, email: user.delivery_email, ip, userAgent, ...moment }));
  }
  return beginSession(ctx, user.id, shared);
}
