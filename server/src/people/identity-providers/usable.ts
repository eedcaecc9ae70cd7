/** Which linked identities count: those at providers with which people can sign in to the organization now. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";
import { type MethodsPlace, providersFor } from "../../organization/settings/authentication-methods.ts";
import { identitiesOf, type LinkedIdentity } from "./store.ts";

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** Providers write their own name with or without a slash at its end. */
export const isAt = ({ issuer }: LinkedIdentity, provider: OidcProvider): boolean =>
  withoutSlash(issuer) === withoutSlash(provider.issuer);

export const usableAmong = (place: MethodsPlace, identities: readonly LinkedIdentity[]): LinkedIdentity[] =>
  identities.filter((identity) => providersFor(place).some((provider) => isAt(identity, provider)));

/** Whether the account belongs to somebody at a provider that asks for a second factor. */
export async function hasFactorAtProvider(place: MethodsPlace & { readonly db: Db }, userId: UserId): Promise<boolean> {
  const usable = usableAmong(place, await identitiesOf(place.db, userId));
  return usable.some(({ has_second_factor }) => has_second_factor);
}
