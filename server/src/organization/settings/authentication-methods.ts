/** Sign-in methods: those the server has, and which of them the organization allows. */
import { ApiError, badRequest, demand, said } from "../../kernel/api/index.ts";

/** `Email` is sign-in with a password. The API's other methods are not available. */
const AVAILABLE = ["Email"] as const;

export const OneMethodNeeded = badRequest("At least one authentication method must be enabled.");

type Enabled = Readonly<Record<string, boolean>>;

/** Omitted methods are off. */
export function methodsFrom(sent: Enabled): Enabled {
  const unknown = Object.keys(sent).find((name) => !(AVAILABLE as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new ApiError(said`Invalid authentication method: ${unknown}. Valid methods are: ${AVAILABLE.join(", ")}`);
  demand(Object.values(sent).includes(true), new OneMethodNeeded());
  return Object.fromEntries(AVAILABLE.map((name) => [name, sent[name] === true]));
}

/** In the API's format. */
export const presentMethods = (enabled: Enabled): Record<string, { enabled: boolean; available: boolean }> =>
  Object.fromEntries(AVAILABLE.map((name) => [name, { enabled: enabled[name] === true, available: true }]));

export function allowsPasswords({
  settings,
}: {
  readonly settings: { readonly authentication_methods: Readonly<Record<string, boolean>> };
}): boolean {
  return settings.authentication_methods.Email === true;
}
