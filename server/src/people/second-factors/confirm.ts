/**
 * Confirming one's identity before changing how one signs in: whoever finds an unlocked computer must not be able to lock
 * its owner out, or to sign in as them later.
 */
import type { SessionId, UserId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import { type Context, change } from "../../kernel/context.ts";
import { sealedKind } from "../../kernel/sealed/sealed.ts";
import { beginningOf } from "../sessions/store.ts";
import { ownAccountByPassword } from "../sign-in/password.ts";
import { accountToSignIn } from "../users/store.ts";
import { hasPassword } from "../ways-in/ways.ts";
import { countingAttempt, useCode } from "./codes.ts";
import { NotConfirmed, SignInAgain } from "./contract.ts";
import { askToConfirm, checkConfirmation, useChecked } from "./passkeys.ts";

const VALID_SECONDS = 600;

interface Confirmed {
  readonly user_id: UserId;
  readonly session: SessionId | undefined;
}

const confirmations = sealedKind<Confirmed>("identity confirmation", VALID_SECONDS);

export interface IdentityProof {
  readonly password: string;
  readonly code: string;
  readonly passkey_request: string;
  readonly credential?: unknown;
}

async function hasOwnPassword({ db, realm, user }: Context): Promise<boolean> {
  const account = await accountToSignIn(db, realm.id, user.id);
  return account !== undefined && hasPassword(realm, account);
}

/** What `confirmIdentity` would accept. */
export async function waysToConfirm(ctx: Context) {
  const has_password = await hasOwnPassword(ctx);
  return {
    has_password,
    has_code: !has_password && ctx.user.has_second_factor,
    has_just_signed_in: !has_password && (await hasJustSignedIn(ctx)),
    passkey: (await askToConfirm(ctx)) ?? null,
  };
}

/** By a passkey, or by the password if the account has one; otherwise by a code, or by having just signed in. */
export async function confirmIdentity(
  ctx: Context,
  proof: IdentityProof,
): Promise<{ confirmation: string; expires_at: number }> {
  const { user, session } = ctx;
  if (proof.credential !== undefined) await confirmByPasskey(ctx, proof);
  else if (await hasOwnPassword(ctx)) await ownAccountByPassword(ctx, proof.password);
  else if (user.has_second_factor && proof.code !== "") await confirmByCode(ctx, proof.code);
  else demand(await hasJustSignedIn(ctx), new SignInAgain());
  return { confirmation: confirmations.seal(ctx, { user_id: user.id, session }), expires_at: ctx.now + VALID_SECONDS };
}

const confirmByCode = (ctx: Context, code: string): Promise<void> =>
  countingAttempt(ctx, ctx.user, () => change(ctx, (writing) => useCode(writing, ctx.user, code)));

const confirmByPasskey = (ctx: Context, { passkey_request, credential }: IdentityProof): Promise<void> =>
  countingAttempt(ctx, ctx.user, async () => {
    const used = await checkConfirmation(ctx, passkey_request, credential);
    await change(ctx, (writing) => useChecked(writing, used));
  });

async function hasJustSignedIn({ db, session, now }: Context): Promise<boolean> {
  const begun_at = session === undefined ? undefined : await beginningOf(db, session);
  return begun_at !== undefined && now - begun_at < VALID_SECONDS;
}

/** Throws unless the same user confirmed their identity in the same session, not long ago. */
export function demandConfirmed(ctx: Context, confirmation: string): void {
  const confirmed = confirmations.open(ctx, confirmation)?.value;
  demand(confirmed?.user_id === ctx.user.id && confirmed.session === ctx.session, new NotConfirmed());
}
