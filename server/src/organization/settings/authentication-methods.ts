/** The ways in which people may sign in: those that the server has, and which of them the organization lets in. */
import { ApiError, badRequest, demand } from "../../kernel/api/index.ts";

/** With a password. Other methods of the API that clients know of are not there. */
const AVAILABLE = ["Email"] as const;

export const OneMethodNeeded = badRequest("At least one authentication method must be enabled.");

type Enabled = Readonly<Record<string, boolean>>;

/** One that is left out is off. */
export function methodsFrom(sent: Enabled): Enabled {
  const unknown = Object.keys(sent).find((name) => !(AVAILABLE as readonly string[]).includes(name));
  demand(
    unknown === undefined,
    new ApiError(`Invalid authentication method: ${unknown}. Valid methods are: ${AVAILABLE.join(", ")}`),
  );
  demand(Object.values(sent).includes(true), new OneMethodNeeded());
  return Object.fromEntries(AVAILABLE.map((name) => [name, sent[name] === true]));
}

/** As clients read them. */
export const presentMethods = (enabled: Enabled): Record<string, { enabled: boolean; available: boolean }> =>
  Object.fromEntries(AVAILABLE.map((name) => [name, { enabled: enabled[name] === true, available: true }]));

/** Whether the organization lets people in with passwords. */
export function allowsPasswords({
  settings,
}: {
  readonly settings: { readonly authentication_methods: Readonly<Record<string, boolean>> };
}): boolean {
  return settings.authentication_methods.Email === true;
}
