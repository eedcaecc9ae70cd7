/** Sign-in methods: those the server has, and which of them the organization allows. */
import {
  areProvidersOn,
  configuredProviders,
  type EnabledMethods as Enabled,
  type MethodsPlace,
  type Place,
  PROVIDERS,
} from "../../kernel/access/providers.ts";
import { ApiError, badRequest, demand, said } from "../../kernel/api/index.ts";

/** Sign-in with a password. */
const PASSWORD = "Email";

export const OneMethodNeeded = badRequest("At least one authentication method must be enabled.");

/** Methods that the server does not have are not mentioned. */
const availableMethods = (place: Place): string[] => [
  PASSWORD,
  ...(configuredProviders(place).length > 0 ? [PROVIDERS] : []),
];

const isEnabled = (enabled: Enabled, name: string): boolean =>
  name === PROVIDERS ? areProvidersOn(enabled) : enabled[name] === true;

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

/** Where a sign-in at an identity provider begins. Apps add their parameters. */
export const providerSignInPath = (id: string): string => `/accounts/login/social/oidc/${id}/`;
export const providerSignUpPath = (id: string): string => `/accounts/register/social/oidc/${id}/`;
