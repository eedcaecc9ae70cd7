/**
 * Identity providers with which people can sign in to an organization, and the second factors that these ask for. What is stored about
 * a provider counts only while it is configured and turned on: both can change at any time, so it is looked at whenever it matters.
 */
import type { Selectable } from "kysely";
import type { UserId } from "../api/ids.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/handles.ts";
import type { Schema } from "../db/schema.ts";
import type { OidcProvider } from "../sign-in-config.ts";
import { type Factors, lacksOwnFactor, type Requiring } from "./second-factor.ts";

/** Sign-in with any of the identity providers that the operator has set up, as a sign-in method of the organization. */
export const PROVIDERS = "OpenID Connect";

export type EnabledMethods = Readonly<Record<string, boolean>>;

interface ServerConfig {
  readonly app: { readonly config: Pick<Config, "signIn"> };
}

/** An organization on a server. */
export interface MethodsPlace extends ServerConfig {
  readonly realm: {
    readonly string_id: string;
    readonly settings: { readonly authentication_methods: EnabledMethods };
  };
}

export type Place = ServerConfig & { readonly realm: Pick<MethodsPlace["realm"], "string_id"> };

/** The identity providers that the operator has set up for the organization. */
export function configuredProviders({ app, realm }: Place): readonly OidcProvider[] {
  return app.config.signIn.oidc.filter(
    ({ organizations }) => organizations === undefined || organizations.includes(realm.string_id),
  );
}

/** Identity providers are on until an owner turns them off: the operator has set them up for the organization. */
export const areProvidersOn = (enabled: EnabledMethods): boolean => enabled[PROVIDERS] !== false;

/** The identity providers with which people can sign in to the organization, in the operator's order. */
export const providersFor = (place: MethodsPlace): readonly OidcProvider[] =>
  areProvidersOn(place.realm.settings.authentication_methods) ? configuredProviders(place) : [];

export type LinkedIdentity = Pick<
  Selectable<Schema["provider_identity"]>,
  "id" | "issuer" | "linked_at" | "has_second_factor"
>;

/** Oldest first. */
export function identitiesOf(db: Db, userId: UserId): Promise<LinkedIdentity[]> {
  return db
    .selectFrom("provider_identity")
    .select(["id", "issuer", "linked_at", "has_second_factor"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** Providers write their own name with or without a slash at its end. */
export const isAt = ({ issuer }: LinkedIdentity, provider: OidcProvider): boolean =>
  withoutSlash(issuer) === withoutSlash(provider.issuer);

export const usableAmong = (place: MethodsPlace, identities: readonly LinkedIdentity[]): LinkedIdentity[] =>
  identities.filter((identity) => providersFor(place).some((provider) => isAt(identity, provider)));

/** Whether the provider asked for a second factor when the person signed in with it last, and asks everyone for one now. */
export async function hasFactorAtProvider(place: MethodsPlace & { readonly db: Db }, userId: UserId): Promise<boolean> {
  const asking = providersFor(place).filter((provider) => provider.second_factor);
  if (asking.length === 0) return false;
  const identities = await identitiesOf(place.db, userId);
  return identities.some((each) => each.has_second_factor && asking.some((provider) => isAt(each, provider)));
}

interface AnyFactors extends Factors {
  readonly id: UserId;
  /** Whether it can have one at a provider: spares the others a look at their identities. */
  readonly has_provider_factor: boolean;
}

/** Whether the account must have a second factor and has none; one that an identity provider asks for is as good as one's own. */
export async function lacksSecondFactor(
  place: MethodsPlace & { readonly db: Db; readonly realm: Requiring },
  account: AnyFactors,
): Promise<boolean> {
  if (!lacksOwnFactor(place.realm, account)) return false;
  return !account.has_provider_factor || !(await hasFactorAtProvider(place, account.id));
}
