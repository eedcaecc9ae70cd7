/** People link their own accounts to identity providers, and unlink them (decision 103). */
import { isRequiredOf } from "../../kernel/access/second-factor.ts";
import { demand, type SessionId, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Context, WriteContext, Writing } from "../../kernel/context.ts";
import { sealedKind } from "../../kernel/sealed/sealed.ts";
import { EXPIRED_PASSWORD } from "../../kernel/secrets.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";
import { allowsPasswords, providersFor } from "../../organization/settings/authentication-methods.ts";
import { linkAccount } from "../identity-providers/actions.ts";
import { ProviderRefused } from "../identity-providers/errors.ts";
import type { Linking } from "../identity-providers/flow.ts";
import {
  deleteIdentity,
  hasFactorAtProvider,
  hasIdentityAt,
  identitiesOf,
  type LinkedIdentity,
  type ProviderIdentity,
  userWithIdentity,
} from "../identity-providers/store.ts";
import { passkeysOf } from "../second-factors/store.ts";
import type { SignInAccount } from "../sign-in/account.ts";
import { accountToSignIn, changeUser } from "../users/store.ts";
import { NoSuchIdentity, NoSuchProvider, OnlyWayIn, ProviderHasFactor } from "./contract.ts";
import { notifyOfLink } from "./notify.ts";

interface Ticket extends Linking {
  readonly provider: string;
}

/** What leads from the settings to the provider: nobody else can make somebody's browser go there in their name. */
const tickets = sealedKind<Ticket>("link to a provider", 600);

/** Where the way to the provider begins. */
export const providerLinkPath = (id: string): string => `/accounts/link/oidc/${id}/`;

export function startLink(ctx: Context, id: string): string {
  const provider = providersFor(ctx).find((each) => each.id === id);
  demand(provider !== undefined, new NoSuchProvider());
  const ticket = tickets.seal(ctx, { user_id: ctx.user.id, session: ctx.session, provider: id });
  return `${providerLinkPath(id)}?ticket=${ticket}`;
}

type Asking = Parameters<typeof tickets.open>[0] & {
  readonly user?: { readonly id: UserId } | undefined;
  readonly session?: SessionId | undefined;
};

/** Who is linking, if the same person asked for it in the same session, for this provider. */
export function linkingWith(ctx: Asking, { id }: OidcProvider, ticket: string | undefined): Linking | undefined {
  const opened = tickets.open(ctx, ticket)?.value;
  if (opened?.provider !== id || !isLinking(ctx, opened)) return undefined;
  return { user_id: opened.user_id, session: opened.session };
}

export const isLinking = ({ user, session }: Asking, linking: Linking): boolean =>
  user?.id === linking.user_id && session !== undefined && session === linking.session;

/** The person has proven both who they are here and who they are there, so addresses do not matter. */
export async function finishLink(ctx: Writing, { user_id }: Linking, identity: ProviderIdentity): Promise<void> {
  const { db, realm } = ctx;
  const account = await accountToSignIn(db, realm.id, user_id);
  if (!account?.is_active) throw new ProviderRefused("not_begun_here");
  const linked = await userWithIdentity(db, realm.id, identity);
  if (linked !== undefined && linked !== user_id) throw new ProviderRefused("taken");
  const isLinked = linked === user_id;
  if (!isLinked && (await hasIdentityAt(db, user_id, identity.issuer))) throw new ProviderRefused("linked_before");
  await linkAccount(ctx, account, identity, { isLinked });
  if (!isLinked) await notifyOfLink(ctx, account, "linked");
}

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** Providers write their own name with or without a slash at its end. */
const isAt = ({ issuer }: LinkedIdentity, provider: OidcProvider): boolean =>
  withoutSlash(issuer) === withoutSlash(provider.issuer);

export async function signInMethods(ctx: Context) {
  const { db, realm, user } = ctx;
  const account = (await accountToSignIn(db, realm.id, user.id)) as NonNullable<
    Awaited<ReturnType<typeof accountToSignIn>>
  >;
  const own = await identitiesOf(db, user.id);
  const providers = [];
  for (const provider of providersFor(ctx)) {
    const identity = own.find((each) => isAt(each, provider));
    providers.push({
      id: provider.id,
      name: provider.name,
      identity: identity
        ? {
            id: identity.id,
            linked_at: identity.linked_at,
            is_only_way_in: !(await hasOtherWayIn(ctx, account, own, identity)),
          }
        : null,
    });
  }
  return { has_password: hasPassword(ctx, account), is_email_confirmed: account.is_email_verified, providers };
}

const hasPassword = ({ realm }: Context, { password_hash }: SignInAccount): boolean =>
  password_hash !== null && password_hash !== EXPIRED_PASSWORD && allowsPasswords(realm);

/** Devices of which it is known that they verify their users. Others are second factors, which nobody can begin with. */
const SIGNS_IN: readonly string[] = ["internal", "hybrid"];

async function hasOtherWayIn(
  ctx: Context,
  account: SignInAccount,
  own: readonly LinkedIdentity[],
  left: LinkedIdentity,
): Promise<boolean> {
  if (hasPassword(ctx, account)) return true;
  const isUsable = (identity: LinkedIdentity) => providersFor(ctx).some((provider) => isAt(identity, provider));
  if (own.some((identity) => identity.id !== left.id && isUsable(identity))) return true;
  const passkeys = await passkeysOf(ctx.db, account.id);
  return passkeys.some(({ transports }) => transports.some((each) => SIGNS_IN.includes(each)));
}

/** From then on an address alone links nothing: whoever has it at a provider could undo this at once. */
export async function unlinkProvider(ctx: WriteContext, identityId: number): Promise<void> {
  const { db, realm, user } = ctx;
  const own = await identitiesOf(db, user.id);
  const identity = own.find(({ id }) => id === identityId);
  demand(identity !== undefined, new NoSuchIdentity());
  const account = (await accountToSignIn(db, realm.id, user.id)) as SignInAccount;
  demand(await hasOtherWayIn(ctx, account, own, identity), new OnlyWayIn());
  await deleteIdentity(db, user.id, identityId);
  const has_provider_factor = await hasFactorAtProvider(db, user.id);
  const isRequired = isRequiredOf(realm.settings.two_factor_required_for, user);
  demand(!isRequired || account.has_second_factor || has_provider_factor, new ProviderHasFactor());
  await changeUser(db, user.id, { has_provider_factor, has_unlinked_provider: true });
  record(ctx, "identity_unlinked", { user: user.id });
  await notifyOfLink(ctx, account, "unlinked");
}
