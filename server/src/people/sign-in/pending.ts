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
import { type Destination, shortened } from "../destinations/destination.ts";
import { accountToSignIn } from "../users/store.ts";
import { credentialOf } from "./account.ts";
import type { Proof, ProvenIdentity, WayIn } from "./actions.ts";

interface Kept extends Destination {
  readonly user_id: UserId;
  readonly by: WayIn;
  /** Of the password when it was checked. */
  readonly credential: string;
  readonly identity?: ProvenIdentity;
  readonly hasBothFactors: boolean;
  readonly isConfirmed: boolean;
}

const kept = sealedKind<Kept>("pending sign-in, with its identity", 600);

export interface PendingSignIn {
  readonly proof: Proof;
  readonly destination: Destination;
  readonly sealed: Unsealed<unknown>;
}

export function keepProof(
  ctx: OpenContext,
  { account, by, identity, hasBothFactors = false, isConfirmed = false }: Proof,
  destination: Destination,
): Cookie {
  const sealed = kept.seal(ctx, {
    user_id: account.id,
    by,
    credential: credentialOf(ctx, account),
    ...shortened(destination),
    ...(identity ? { identity } : {}),
    hasBothFactors,
    isConfirmed,
  });
  return pendingCookie(ctx.app, sealed, kept.seconds);
}

/** The unfinished sign-in of this browser. None if it has expired, or the account was deactivated or has a new password. */
export async function pendingSignInOf(visit: Visit): Promise<PendingSignIn | undefined> {
  const sealed = kept.open(visit, visit.pendingSignIn);
  if (!sealed) return undefined;
  const { user_id, by, credential, identity, hasBothFactors, isConfirmed, ...destination } = sealed.value;
  const account = await accountToSignIn(visit.db, visit.realm.id, user_id);
  if (!account?.is_active || credentialOf(visit, account) !== credential) return undefined;
  const proof = { account, by, hasBothFactors, isConfirmed, ...(identity ? { identity } : {}) };
  return { proof, destination, sealed };
}
