/** What a provider's claims mean here. */
import { Role } from "../../kernel/access/roles.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** A claim by its name, which may contain dots; otherwise by its path. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** One text, or several: providers send both. */
export function valuesAt(claims: Claims, name: string): readonly string[] {
  const value = claimAt(claims, name);
  return [value].flat().filter((each) => typeof each === "string");
}

/** Whether something that the provider is asked for is not in the token. */
export function isMissing({ roles, groups }: OidcProvider, claims: Claims): boolean {
  const wanted = ["email", "email_verified", ...(roles ? [roles.claim] : []), ...(groups ? [groups.claim] : [])];
  return wanted.some((name) => claimAt(claims, name) === undefined);
}

/** The token's claims, and others of the same person. An address and whether it is confirmed come from one place. */
export function completed(token: Claims, more: Claims): Claims {
  const isWhole = token.email !== undefined && token.email_verified !== undefined;
  const { email, email_verified } = isWhole || more.email === undefined ? token : more;
  return { ...more, ...token, email, email_verified };
}

/** Only the boolean counts: texts such as "false" are true to careless readers. */
export const emailOf = ({ email, email_verified }: Claims): { email: string | undefined; isVerified: boolean } => ({
  email: typeof email === "string" && email !== "" ? email.trim() : undefined,
  isVerified: email_verified === true,
});

/** The most powerful role among the mapped values; `undefined` leaves the account's role as it is. */
export function roleIn({ roles }: OidcProvider, claims: Claims): number | undefined {
  if (!roles) return undefined;
  const given = valuesAt(claims, roles.claim).flatMap((value) =>
    Object.hasOwn(roles.values, value) ? Role[roles.values[value] as keyof typeof Role] : [],
  );
  if (given.length > 0) return Math.min(...given);
  return roles.otherwise === undefined ? undefined : Role[roles.otherwise];
}

/** The names of the mapped groups, and which of them the person belongs to. Other groups are not touched. */
export function groupsIn({ groups }: OidcProvider, claims: Claims): ReadonlyMap<string, boolean> {
  if (!groups) return new Map();
  const given = new Set(valuesAt(claims, groups.claim));
  const member = new Map<string, boolean>();
  for (const [value, name] of Object.entries(groups.values)) member.set(name, member.get(name) || given.has(value));
  return member;
}

/** Names for a new account, best first: not all of them can be a name here, and some may be taken. */
export function namesIn(claims: Claims, email: string): readonly string[] {
  const { name, given_name, family_name, nickname, preferred_username } = claims;
  const full = [given_name, family_name].filter((part) => typeof part === "string").join(" ");
  const local = email.slice(0, email.lastIndexOf("@"));
  const given = [name, full, nickname, preferred_username, local].filter((each) => typeof each === "string");
  return [...given, ...given.map((each) => `${each} (${local})`), `New user ${local}`].filter((each) => each !== "");
}
