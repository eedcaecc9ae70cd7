/** Sign-in methods: those the server has, and which of them the organization allows. */
import { ApiError, badRequest, demand, said } from "../../kernel/api/index.ts";
import type { Config } from "../../kernel/config.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";

/** Sign-in with a password. */
const PASSWORD = "Email";
/** Sign-in with any of the identity providers that the operator has set up. */
const PROVIDERS = "OpenID Connect";

export const OneMethodNeeded = badRequest("At least one authentication method must be enabled.");

type Enabled = Readonly<Record<string, boolean>>;

interface ServerConfig {
  readonly app: { readonly config: Pick<Config, "signIn"> };
}

/** An organization on a server. */
export interface MethodsPlace extends ServerConfig {
  readonly realm: { readonly string_id: string; readonly settings: { readonly authentication_methods: Enabled } };
}

type Place = ServerConfig & { readonly realm: Pick<MethodsPlace["realm"], "string_id"> };

/** The identity providers that the operator has set up for the organization. */
function configuredProviders({ app, realm }: Place): readonly OidcProvider[] {
  return app.config.signIn.oidc.filter(
    ({ organizations }) => organizations === undefined || organizations.includes(realm.string_id),
  );
}

/** Methods that the server does not have are not mentioned. */
const availableMethods = (place: Place): string[] => [
  PASSWORD,
  ...(configuredProviders(place).length > 0 ? [PROVIDERS] : []),
];

/** Identity providers are on until an owner turns them off: the operator has set them up for the organization. */
const isEnabled = (enabled: Enabled, name: string): boolean =>
  name === PROVIDERS ? enabled[PROVIDERS] !== false : enabled[name] === true;

/** Omitted methods are off. */
export function methodsFrom(sent: Enabled, place: Place): Enabled {
  const available = availableMethods(place);
  const unknown = Object.keys(sent).find((name) => !available.includes(name));
  if (unknown !== undefined)
    throw new ApiError(said`Invalid authentication method: ${unknown}. Valid methods are: ${available.join(", ")}`);
  demand(Object.values(sent).includes(true), new OneMethodNeeded());
  return Object.fromEntries(available.map((name) => [name, sent[name] === true]));
}

/** In the API's format. */
export const presentMethods = (
  place: Place,
  enabled: Enabled,
): Record<string, { enabled: boolean; available: boolean }> =>
  Object.fromEntries(
    availableMethods(place).map((name) => [name, { enabled: isEnabled(enabled, name), available: true }]),
  );

export function allowsPasswords({ settings }: Pick<MethodsPlace["realm"], "settings">): boolean {
  return isEnabled(settings.authentication_methods, PASSWORD);
}

/** The identity providers with which people can sign in to the organization, in the operator's order. */
export const providersFor = (place: MethodsPlace): readonly OidcProvider[] =>
  isEnabled(place.realm.settings.authentication_methods, PROVIDERS) ? configuredProviders(place) : [];

/** Where a sign-in at an identity provider begins. Apps add their parameters. */
export const providerSignInPath = (id: string): string => `/accounts/login/social/oidc/${id}/`;
export const providerSignUpPath = (id: string): string => `/accounts/register/social/oidc/${id}/`;
