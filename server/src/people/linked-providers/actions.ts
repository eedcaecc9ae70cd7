/** People link their own accounts to identity providers, and unlink them (decision 103). */
import {
  hasFactorAtProvider,
  identitiesOf,
  isAt,
  lacksSecondFactor,
  providersFor,
} from "../../kernel/access/providers.ts";
import { demand, type SessionId, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Context, WriteContext, Writing } from "../../kernel/context.ts";
import { sealedKind } from "../../kernel/sealed/sealed.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";
import { linkAccount } from "../identity-providers/actions.ts";
import { ProviderRefused } from "../identity-providers/errors.ts";
import type { Linking } from "../identity-providers/flow.ts";
import { deleteIdentity, hasIdentityAt, type ProviderIdentity, userWithIdentity } from "../identity-providers/store.ts";
import { OnlyWayIn } from "../second-factors/contract.ts";
import { expiryOf } from "../sessions/store.ts";
import { accountToSignIn, changeUser } from "../users/store.ts";
import { isOnlyWayIn, keepingWayIn, waysInOf } from "../ways-in/ways.ts";
import { NoSuchIdentity, NoSuchProvider, ProviderHasFactor } from "./contract.ts";
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

type OwnAccount = NonNullable<Awaited<ReturnType<typeof accountToSignIn>>>;

/** The person has proven both who they are here and who they are there, so addresses do not matter. */
export async function finishLink(
  ctx: Writing,
  { user_id, session }: Linking,
  identity: ProviderIdentity,
): Promise<void> {
  const { db, realm, now } = ctx;
  // It may have ended while the provider was asked: then nobody is signed in who could link anything.
  const expires_at = session === undefined ? undefined : await expiryOf(db, session);
  if (expires_at === undefined || expires_at <= now) throw new ProviderRefused("not_begun_here");
  const account = await accountToSignIn(db, realm.id, user_id);
  if (!account?.is_active) throw new ProviderRefused("not_begun_here");
  const linked = await userWithIdentity(db, realm.id, identity);
  if (linked !== undefined && linked !== user_id) throw new ProviderRefused("taken");
  const isLinked = linked === user_id;
  if (!isLinked && (await hasIdentityAt(db, user_id, identity.issuer))) throw new ProviderRefused("linked_before");
  await linkAccount(ctx, account, identity, { isLinked });
  if (!isLinked) await notifyOfLink(ctx, account, "linked");
}

export async function signInMethods(ctx: Context) {
  const { db, realm, user } = ctx;
  const account = (await accountToSignIn(db, realm.id, user.id)) as OwnAccount;
  const ways = await waysInOf(ctx, user.id);
  const providers = providersFor(ctx).map((provider) => {
    const { id, name } = provider;
    const own = ways.identities.find((each) => isAt(each, provider));
    const identity = own && { id: own.id, linked_at: own.linked_at, is_only_way_in: isOnlyWayIn(ways, own) };
    return { id, name, identity: identity ?? null };
  });
  return { has_password: ways.hasPassword, is_email_confirmed: account.is_email_verified, providers };
}

/** From then on an address alone links nothing: whoever has it at a provider could undo this at once. */
export async function unlinkProvider(ctx: WriteContext, identityId: number): Promise<void> {
  const { db, realm, user } = ctx;
  const own = await identitiesOf(db, user.id);
  demand(
    own.some(({ id }) => id === identityId),
    new NoSuchIdentity(),
  );
  await keepingWayIn(ctx, user.id, new OnlyWayIn(), async () => {
    await deleteIdentity(db, user.id, identityId);
    const has_provider_factor = await hasFactorAtProvider(ctx, user.id);
    await changeUser(db, user.id, { has_provider_factor, has_unlinked_provider: true });
  });
  const account = (await accountToSignIn(db, realm.id, user.id)) as OwnAccount;
  demand(!(await lacksSecondFactor(ctx, account)), new ProviderHasFactor());
  record(ctx, "identity_unlinked", { user: user.id });
  await notifyOfLink(ctx, account, "unlinked");
}
