/**
 * The way in: whatever proves who somebody is (a password, a passkey, an invitation) ends in `enter`, which decides what is still
 * missing. Another way to sign in needs no more than a `Proof`.
 */
import { lacksSecondFactor } from "../../kernel/access/providers.ts";
import { lacksOwnFactor } from "../../kernel/access/second-factor.ts";
import { demand } from "../../kernel/api/index.ts";
import { change, type OpenContext, type Writing } from "../../kernel/context.ts";
import { noPendingCookie } from "../../kernel/http/session.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import type { DrawnPage, Elsewhere, Leaving, Visit } from "../../kernel/pages/page.ts";
import { spend } from "../../kernel/sealed/store.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import type { Destination } from "../destinations/destination.ts";
import { addressLinkFault, linkAccount } from "../identity-providers/actions.ts";
import { type ProviderIdentity, userWithIdentity } from "../identity-providers/store.ts";
import { beginSession } from "../sessions/actions.ts";
import { isKnownBrowser, rememberBrowser } from "../sessions/known-browser.ts";
import { AuthenticationFailed } from "../users/contract.ts";
import { accountToSignIn } from "../users/store.ts";
import type { SignInAccount } from "./account.ts";
import { handOver } from "./apps.ts";
import { signedInEmail } from "./emails.ts";
import { keepProof, type PendingSignIn, pendingSignInOf } from "./pending.ts";

/** `sign_up` is an account that was just created, `token` a JSON web token in a form of another site. */
export type WayIn = "password" | "sign_up" | "passkey" | "provider" | "token";

/** An identity that is not linked yet was found by its address: it is linked once the account's own second factor is given. */
export interface ProvenIdentity extends ProviderIdentity {
  readonly isLinked: boolean;
}

/** Whose account it is, and how that was proven. */
export interface Proof {
  readonly account: SignInAccount;
  readonly by: WayIn;
  /** The identity provider has asked for a second factor itself, as the operator says. */
  readonly hasBothFactors?: boolean;
  /** Who they are at the provider, if it was one. */
  readonly identity?: ProvenIdentity;
  /** The person has said on a page of ours that they want to sign in. */
  readonly isConfirmed?: boolean;
}

export type { SignInAccount } from "./account.ts";

/** Where a finished sign-in leads: to the application, to an app, or to a page with a code for one. */
export type Arrival = Elsewhere | Leaving | DrawnPage;

/** The pages of the steps that follow the proof. */
export const STEPS = {
  secondFactor: "/login/second-factor/",
  setUp: "/login/set-up/",
  /** Their second factor is asked for by an identity provider: nobody who only knows the password sets up another. */
  provider: "/login/provider/",
  /** Nothing is missing but a word of the person. */
  confirm: "/login/confirm/",
} as const;
export type Step = keyof typeof STEPS;

/** What is missing after the proof; `undefined` if nothing is. */
async function nextStep(ctx: OpenContext, proof: Proof, destination: Destination): Promise<Step | undefined> {
  const factor = await missingFactor(ctx, proof);
  // Who enters a code knows what for. An attacker's account must not get a factor of the person who is tricked into it.
  return factor !== "secondFactor" && needsConfirmation(proof, destination) ? "confirm" : factor;
}

/**
 * Everyone else has typed or touched something here. Any site can send a browser to a provider that lets it through at once, in the
 * name of an app, and any site can send a form with a token of its own account.
 */
const needsConfirmation = ({ by, isConfirmed = false }: Proof, { flow }: Destination): boolean =>
  !isConfirmed && (by === "token" || (by === "provider" && flow !== undefined));

async function missingFactor(
  ctx: OpenContext,
  { account, by, hasBothFactors = false }: Proof,
): Promise<Step | undefined> {
  // A passkey is both factors in one: the device, and what unlocks it.
  if (by === "passkey" || hasBothFactors) return undefined;
  if (account.has_second_factor) return "secondFactor";
  if (!lacksOwnFactor(ctx.realm, account)) return undefined;
  return (await lacksSecondFactor(ctx, account)) ? "setUp" : "provider";
}

/** Signs in, or leads to the next step. */
export async function enter(visit: Visit, proof: Proof, destination: Destination): Promise<Arrival> {
  const step = await nextStep(visit, proof, destination);
  if (step) return { goTo: STEPS[step], cookies: [keepProof(visit, proof, destination)] };
  return change(visit, (writing) => signIn(writing, proof, destination));
}

/** The unfinished sign-in of this browser, if this is its next step. */
export async function pendingAt(visit: Visit, step: Step): Promise<PendingSignIn | undefined> {
  const pending = await pendingSignInOf(visit);
  if (!pending) return undefined;
  return (await nextStep(visit, pending.proof, pending.destination)) === step ? pending : undefined;
}

/** The person wants it: signs in, or leads to the step after this. */
export async function confirm(visit: Visit, pending: PendingSignIn): Promise<Arrival> {
  const proof = { ...pending.proof, isConfirmed: true };
  const step = await nextStep(visit, proof, pending.destination);
  if (step) return { goTo: STEPS[step], cookies: [keepProof(visit, proof, pending.destination)] };
  return (await takeLastStep(visit, "confirm", pending, async () => undefined)).arrival;
}

interface Entered<T> {
  readonly value: T;
  readonly arrival: Arrival;
}

/** Takes the last step of a pending sign-in, and signs in, together or not at all. */
export async function takeLastStep<T>(
  visit: Visit,
  step: Step,
  { proof, destination, sealed }: PendingSignIn,
  take: (writing: Writing<Visit>) => Promise<T>,
): Promise<Entered<T>> {
  const { value, arrival } = await change(visit, async (writing) => {
    const account = await accountToSignIn(writing.db, writing.realm.id, proof.account.id);
    // Someone who has a second factor, maybe since a moment ago, must not get in by setting up another.
    demand(
      account !== undefined && (await nextStep(writing, { ...proof, account }, destination)) === step,
      new AuthenticationFailed(),
    );
    demand(await spend(writing.db, account.id, sealed), new AuthenticationFailed());
    const value = await take(writing);
    if (proof.identity?.isLinked === false) await linkFound(writing, account, proof.identity);
    return { value, arrival: await signIn(writing, proof, destination) };
  });
  return { value, arrival: { ...arrival, cookies: [...(arrival.cookies ?? []), noPendingCookie(visit.app)] } };
}

/** The person may have unlinked a provider since, or somebody else have linked the identity: then the address decides nothing. */
async function linkFound(
  ctx: Writing,
  account: Parameters<typeof addressLinkFault>[1] & SignInAccount,
  { isLinked, ...identity }: ProvenIdentity,
): Promise<void> {
  // Linked in another tab.
  if ((await userWithIdentity(ctx.db, ctx.realm.id, identity)) === account.id) return;
  demand((await addressLinkFault(ctx, account, identity)) === undefined, new AuthenticationFailed());
  await linkAccount(ctx, account, identity, { isLinked });
}

/** No email for accounts that were just created. */
const NEWCOMER_SECONDS = 60;

/**
 * Rejected if the account was deactivated or its password changed after the check, because that ends its sessions, or if the identity
 * that was proven is not the account's any more.
 */
async function signIn(
  ctx: Writing<Visit>,
  { account: user, identity }: Proof,
  destination: Destination,
): Promise<Arrival> {
  const now = await accountToSignIn(ctx.db, ctx.realm.id, user.id);
  demand(now?.is_active === true && now.password_hash === user.password_hash, new AuthenticationFailed());
  const owner = identity && (await userWithIdentity(ctx.db, ctx.realm.id, identity));
  demand(!identity || owner === user.id, new AuthenticationFailed());
  tellOfNewDevice(ctx, now, destination);
  const { next, flow } = destination;
  if (flow) return handOver(ctx, now, { flow, next });
  const cookies = await beginSession(ctx, user.id, destination);
  return { goTo: next, cookies: [...cookies, ...rememberBrowser(ctx, now, destination)] };
}

/** Sends an email, unless they have signed in with this browser before. Apps cannot be told apart, so each of their sign-ins counts. */
function tellOfNewDevice(ctx: Writing<Visit>, user: SignInAccount, { flow }: Destination): void {
  const { realm, now: at, ip, userAgent } = ctx;
  if (flow === undefined && isKnownBrowser(ctx, user)) return;
  const { enable_login_emails = userSettings.enable_login_emails.default, default_language, timezone } = user.settings;
  if (enable_login_emails && at - user.date_joined > NEWCOMER_SECONDS) {
    const language = (default_language as string | undefined) ?? realm.settings.default_language;
    const moment = { at, timezone: (timezone as string | undefined) ?? "" };
    sendMail(ctx, user, signedInEmail(realm, { language, email: user.delivery_email, ip, userAgent, ...moment }));
  }
}
