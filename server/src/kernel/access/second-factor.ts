/** Who must have a second factor. Sessions and API keys of people who lack it are not accepted (decision 091). */
import { apiError, badRequest } from "../api/index.ts";
import { Role } from "./roles.ts";

/** The roles that an organization can require a second factor of: these and all more powerful ones. */
export const REQUIRED_ROLES = {
  nobody: 0,
  administrators: Role.administrator,
  moderators: Role.moderator,
  members: Role.member,
  everyone: Role.guest,
} as const;

export type RequiredRoles = keyof typeof REQUIRED_ROLES;

interface RequiredHolder {
  readonly role: number;
  readonly bot_type: number | null;
}

/** Bots have no second factor: their owners need one where it is required. */
export const isRequiredOf = (roles: RequiredRoles, { role, bot_type }: RequiredHolder): boolean =>
  bot_type === null && role <= REQUIRED_ROLES[roles];

export interface Requiring {
  readonly settings: { readonly two_factor_required_for: RequiredRoles };
}

export interface Factors extends RequiredHolder {
  readonly has_second_factor: boolean;
}

/** Whether the account must have a second factor here, and has none: whoever knows its password must not get in. */
export const lacksOwnFactor = ({ settings }: Requiring, account: Factors): boolean =>
  !account.has_second_factor && isRequiredOf(settings.two_factor_required_for, account);

/** One code for everything that a password or an old API key no longer opens. */
export const SecondFactorRequired = apiError(
  "SECOND_FACTOR_REQUIRED",
  "This account needs two-factor authentication. Sign in with a browser.",
  { status: 401, headers: { "www-authenticate": 'Basic realm="zulip"' } },
);

export const OwnFactorFirst = badRequest("Set up two-factor authentication for your own account first.");
