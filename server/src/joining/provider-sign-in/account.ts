/**
 * Whose account somebody gets who comes from an identity provider: the one that is linked to them, the one with their address,
 * or a new one. Nobody gets another person's account by having its address somewhere else (decision 093).
 */
import { Role } from "../../kernel/access/roles.ts";
import { ApiError } from "../../kernel/api/index.ts";
import type { Writing } from "../../kernel/context.ts";
import { isEmailAddress } from "../../kernel/names/address.ts";
import type { Visit } from "../../kernel/pages/page.ts";
import { addressLinkFault } from "../../people/identity-providers/actions.ts";
import { ProviderRefused } from "../../people/identity-providers/errors.ts";
import { type ProviderSubject, userWithIdentity } from "../../people/identity-providers/store.ts";
import { checkNewName } from "../../people/users/actions.ts";
import { joiningFault } from "../../people/users/addresses.ts";
import { accountToSignIn, unclaimedAccount, userByDeliveryEmail } from "../../people/users/store.ts";
import { type Invitation, invitationsTo } from "../invites/store.ts";
import { limitAttempts } from "../sign-up/confirm.ts";
import { join } from "../sign-up/join.ts";
import { BrokenLink, InvitationOver, invitationByKey } from "../sign-up/register.ts";

/** What is known about a person who comes from a provider. */
export interface Stated {
  readonly email: string | undefined;
  /** Whether the address is proven to be theirs. */
  readonly isVerified: boolean;
  /** Names for a new account, best first. */
  readonly names: readonly string[];
  /** Who they are there; a JSON web token says nothing but the address. */
  readonly identity?: ProviderSubject;
  /** The role of a new account, instead of the invitation's. */
  readonly role?: number | undefined;
  /** The key of the invitation link that they came with. */
  readonly invitation?: string | undefined;
}

type FoundAccount = NonNullable<Awaited<ReturnType<typeof accountToSignIn>>>;

interface FoundPerson {
  readonly account: FoundAccount;
  readonly isNew: boolean;
  /** Whether the account was linked before. */
  readonly isLinked: boolean;
}

export async function accountOf(ctx: Writing<Visit>, stated: Stated): Promise<FoundPerson> {
  const { db, realm } = ctx;
  const { identity } = stated;
  const linked = identity && (await userWithIdentity(db, realm.id, identity));
  if (linked !== undefined) {
    const account = (await accountToSignIn(db, realm.id, linked)) as FoundAccount;
    return { account: refuseDeactivated(account), isNew: false, isLinked: true };
  }
  const email = provenAddress(stated);
  const account = await userByDeliveryEmail(db, realm.id, email);
  const isWaiting = account !== undefined && (await unclaimedAccount(db, realm.id, email)) !== undefined;
  if (!account || isWaiting) return { account: await joined(ctx, email, stated), isNew: true, isLinked: false };
  // Bots and built-in accounts belong to nobody at a provider.
  if (account.bot_type !== null || account.system_bot !== null)
    throw new ProviderRefused("address_not_accepted", { email, fault: "reserved" });
  refuseDeactivated(account);
  const fault = await addressLinkFault(ctx, account, identity);
  if (fault) throw new ProviderRefused(fault, { user: account.id, email });
  return { account, isNew: false, isLinked: false };
}

function refuseDeactivated(account: FoundAccount): FoundAccount {
  const { id: user, delivery_email: email, is_active } = account;
  if (!is_active) throw new ProviderRefused("deactivated", { user, email });
  return account;
}

/** Without proof, anyone could enter somebody else's address at the provider. */
function provenAddress({ email, isVerified }: Stated): string {
  if (email === undefined) throw new ProviderRefused("no_email");
  if (!isVerified) throw new ProviderRefused("unverified_email", { email });
  if (!isEmailAddress(email)) throw new ProviderRefused("address_not_accepted", { email, fault: "invalid" });
  return email;
}

/** Joins under the same rules as everybody else: the provider only spares the email that confirms the address. */
async function joined(ctx: Writing<Visit>, email: string, stated: Stated): Promise<FoundAccount> {
  const { db, realm } = ctx;
  const invitation = await invitationFor(ctx, email, stated.invitation);
  if (!invitation && realm.settings.invite_required) throw new ProviderRefused("not_invited", { email });
  const fault = await joiningFault(ctx, email);
  if (fault) throw new ProviderRefused("address_not_accepted", { email, fault });
  limitAttempts(ctx, invitation);
  const role = stated.role ?? invitation?.invited_as ?? Role.member;
  const full_name = await firstUsable(ctx, stated.names);
  const newcomer = { email, full_name, role, password_hash: null, is_email_verified: true };
  const { user } = await join(ctx, newcomer, { isProven: true, ...(invitation ? { invitation } : {}) });
  return (await accountToSignIn(db, realm.id, user.id)) as FoundAccount;
}

/** The link that the person came with, or an invitation to their address. */
async function invitationFor(
  ctx: Writing<Visit>,
  email: string,
  key: string | undefined,
): Promise<Invitation | undefined> {
  try {
    if (key !== undefined) return await invitationByKey(ctx, key, ["link"]);
  } catch (error) {
    if (!(error instanceof BrokenLink) && !(error instanceof InvitationOver)) throw error;
  }
  const open = await invitationsTo(ctx.db, ctx.realm.id, email, ctx.now);
  return open.find(({ kind }) => kind === "mail");
}

async function firstUsable(ctx: Writing<Visit>, names: readonly string[]): Promise<string> {
  for (const name of names) {
    try {
      return await checkNewName(ctx, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  // Each account has its own address, so only the rules for names can have refused all of them.
  return checkNewName(ctx, `New user ${ctx.now}`);
}
