/**
 * The ways in which somebody can begin to sign in. Whatever changes them keeps one: a second factor alone opens nothing, so it is
 * not among them.
 */
import { identitiesOf, type LinkedIdentity, providersFor, usableAmong } from "../../kernel/access/providers.ts";
import type { ApiError, UserId } from "../../kernel/api/index.ts";
import { demand } from "../../kernel/api/index.ts";
import type { OpenContext, Realm, Writing } from "../../kernel/context.ts";
import { EXPIRED_PASSWORD } from "../../kernel/secrets.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { type Passkey, passkeysOf } from "../second-factors/store.ts";
import { accountToSignIn } from "../users/store.ts";

export interface WaysIn {
  readonly hasPassword: boolean;
  readonly identities: readonly LinkedIdentity[];
  readonly hasPasskey: boolean;
  /** An identity provider would find the account by its address, and link it. */
  readonly isFoundByAddress: boolean;
}

/** Whether the account has a password with which its person can sign in. An expired one must be reset first. */
export const hasPassword = (realm: Realm, { password_hash }: { readonly password_hash: string | null }): boolean =>
  password_hash !== null && password_hash !== EXPIRED_PASSWORD && allowsPasswords(realm);

/** Devices of which it is known that they verify their users. Others are second factors, which nobody can begin with. */
const SIGNS_IN: readonly string[] = ["internal", "hybrid"];

const signsIn = ({ transports }: Passkey): boolean => transports.some((each) => SIGNS_IN.includes(each));

export async function waysInOf(ctx: Pick<OpenContext, "app" | "db" | "realm">, userId: UserId): Promise<WaysIn> {
  const { db, realm } = ctx;
  const account = await accountToSignIn(db, realm.id, userId);
  if (!account) throw new Error(`There is no account ${userId}.`);
  return {
    hasPassword: hasPassword(realm, account),
    identities: usableAmong(ctx, await identitiesOf(db, userId)),
    hasPasskey: (await passkeysOf(db, userId)).some(signsIn),
    isFoundByAddress: account.is_email_verified && !account.has_unlinked_provider && providersFor(ctx).length > 0,
  };
}

const isAny = ({ hasPassword, identities, hasPasskey, isFoundByAddress }: WaysIn): boolean =>
  hasPassword || identities.length > 0 || hasPasskey || isFoundByAddress;

/** Whether nothing would be left without this identity: after unlinking, the address does not count either. */
export const isOnlyWayIn = (ways: WaysIn, { id }: LinkedIdentity): boolean =>
  !isAny({ ...ways, identities: ways.identities.filter((each) => each.id !== id), isFoundByAddress: false });

/** Does something that takes ways in from an account; refuses, and with it the whole change, if none is left of those there were. */
export async function keepingWayIn<T>(
  ctx: Writing,
  userId: UserId,
  refusal: ApiError,
  take: () => Promise<T>,
): Promise<T> {
  const before = await waysInOf(ctx, userId);
  const value = await take();
  demand(!isAny(before) || isAny(await waysInOf(ctx, userId)), refusal);
  return value;
}
