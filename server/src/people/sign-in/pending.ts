/**
 * What a person has proven, between the steps of a sign-in: sealed in a cookie of their browser, for ten minutes and for
 * one sign-in. It is not a session.
 */
import type { UserId } from "../../kernel/api/ids.ts";
import type { OpenContext } from "../../kernel/context.ts";
import type { Cookie } from "../../kernel/http/cookies.ts";
import { pendingCookie } from "../../kernel/http/session.ts";
import type { Visit } from "../../kernel/pages/page.ts";
import { sealedKind, type Unsealed } from "../../kernel/sealed/sealed.ts";
import type { ProviderIdentity } from "../identity-providers/store.ts";
import { accountToSignIn } from "../users/store.ts";
import { credentialOf } from "./account.ts";
import type { Destination, Proof, WayIn } from "./actions.ts";

interface Kept extends Destination {
  readonly user_id: UserId;
  readonly by: WayIn;
  /** Of the password when it was checked. */
  readonly credential: string;
  readonly identity?: ProviderIdentity;
}

const kept = sealedKind<Kept>("pending sign-in", 600);

/** Longer ones would not fit into a cookie. */
const LONGEST_NEXT = 1000;

export interface PendingSignIn {
  readonly proof: Proof;
  readonly destination: Destination;
  readonly sealed: Unsealed<unknown>;
}

export function keepProof(
  ctx: OpenContext,
  { account, by, identity }: Proof,
  { next, isShared, flow }: Destination,
): Cookie {
  const sealed = kept.seal(ctx, {
    user_id: account.id,
    by,
    credential: credentialOf(ctx, account),
    next: next.length > LONGEST_NEXT ? "/" : next,
    isShared,
    ...(flow ? { flow } : {}),
    ...(identity ? { identity } : {}),
  });
  return pendingCookie(ctx.app, sealed, kept.seconds);
}

/** The unfinished sign-in of this browser. None if it has expired, or the account was deactivated or has a new password. */
export async function pendingSignInOf(visit: Visit): Promise<PendingSignIn | undefined> {
  const sealed = kept.open(visit, visit.pendingSignIn);
  if (!sealed) return undefined;
  const { user_id, by, credential, next, isShared, flow, identity } = sealed.value;
  const account = await accountToSignIn(visit.db, visit.realm.id, user_id);
  if (!account?.is_active || credentialOf(visit, account) !== credential) return undefined;
  const proof = { account, by, ...(identity ? { identity } : {}) };
  return { proof, destination: { next, isShared, ...(flow ? { flow } : {}) }, sealed };
}
