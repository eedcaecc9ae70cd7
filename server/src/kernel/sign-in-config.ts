/**
 * Ways to sign in that the operator sets up in a file of their own: identity providers (OpenID Connect) and keys of JSON web
 * tokens. The file is read and checked once, at the start; docs/sign-in.md describes it.
 */
import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { Role } from "./access/roles.ts";
import { isLoopbackHost } from "./outgoing/addresses.ts";

export type RoleName = keyof typeof Role;

/** What a claim's values mean here. */
export interface ClaimMap<T extends string> {
  /** A claim's name, or the path to a nested one: `realm_access.roles`. */
  readonly claim: string;
  readonly values: Readonly<Record<string, T>>;
}

export interface OidcProvider {
  /** In the URLs of its pages. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** For apps; our own pages load nothing from other sites. */
  readonly icon: string | null;
  readonly issuer: string;
  readonly client_id: string;
  /** Without one, PKCE alone protects the code. */
  readonly client_secret?: string | undefined;
  readonly scopes: readonly string[];
  /** The short names of the organizations that use it; `undefined` for all. */
  readonly organizations?: readonly string[] | undefined;
  /** Whether the provider asks everyone for a second factor. */
  readonly second_factor: boolean;
  readonly roles?: (ClaimMap<RoleName> & { readonly otherwise?: RoleName | undefined }) | undefined;
  /** Names of groups. */
  readonly groups?: ClaimMap<string> | undefined;
}

export interface JwtKey {
  /** The short name of the organization. */
  readonly organization: string;
  /** A shared secret, or a public key (PEM). */
  readonly key: string;
  readonly algorithms: readonly string[];
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
}

export interface SignInConfig {
  readonly oidc: readonly OidcProvider[];
  readonly jwt: readonly JwtKey[];
}

export const NO_OTHER_WAYS: SignInConfig = { oidc: [], jwt: [] };

export class SignInFileError extends Error {}

const roleNames = Object.keys(Role) as [RoleName, ...RoleName[]];
const role = z.enum(roleNames);
const short = z.string().min(1).max(200);
const shortName = z.string().max(100);

/** An unencrypted provider can be forged by anyone on the way; on the same machine nobody is. */
const issuer = z.string().refine((text) => {
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.hostname));
  return isSafe && !url.search && !url.hash && !url.username;
}, "must be an https:// URL without a query");

const provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must have only a-z, 0-9 and dashes, and at most 40 of them"),
  name: z.string().trim().min(1).max(60),
  icon: z
    .string()
    .max(2000)
    .refine((text) => URL.parse(text)?.protocol === "https:", "must be an https:// URL")
    .nullable()
    .default(null),
  issuer,
  client_id: short,
  client_secret: z.string().min(1).max(2000).optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must not contain spaces"))
    .max(20)
    .default(["openid", "email", "profile"])
    .refine((scopes) => scopes.includes("openid"), 'must include "openid"'),
  organizations: z.array(shortName).max(1000).optional(),
  second_factor: z.boolean().default(false),
  roles: z
    .strictObject({
      claim: short,
      values: z.record(short, role),
      // Otherwise everyone at the provider would own the organization.
      otherwise: role.exclude(["owner", "administrator"]).optional(),
    })
    .optional(),
  groups: z.strictObject({ claim: short, values: z.record(short, short) }).optional(),
});

/** HMAC keys must be as long as the hash (RFC 7518, 3.2). */
const SECRET_BYTES: Readonly<Record<string, number>> = { HS256: 32, HS384: 48, HS512: 64 };
const PUBLIC_KEY_ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
];

const jwtKey = z
  .strictObject({
    organization: shortName,
    key: z.string().min(1).max(20_000),
    algorithms: z.array(z.enum([...Object.keys(SECRET_BYTES), ...PUBLIC_KEY_ALGORITHMS])).min(1),
    issuer: short.optional(),
    audience: short.optional(),
  })
  .superRefine(({ key, algorithms }, ctx) => {
    const fault = faultInKey(key, algorithms);
    if (fault !== undefined) ctx.addIssue({ code: "custom", path: ["key"], message: fault });
  });

/** A public key must never be taken for a shared secret, so the two kinds of algorithms are not mixed. */
function faultInKey(key: string, algorithms: readonly string[]): string | undefined {
  const bytes = algorithms.map((name) => SECRET_BYTES[name]);
  if (bytes.every((size) => size !== undefined)) {
    const longest = Math.max(...bytes);
    if (key.includes("-----BEGIN")) return "is a key for other algorithms than HS256, HS384 and HS512";
    return Buffer.byteLength(key) < longest ? `must have at least ${longest} bytes for these algorithms` : undefined;
  }
  if (bytes.some((size) => size !== undefined)) return "cannot be used with both kinds of algorithms";
  try {
    return createPublicKey(key).type === "public" && !key.includes("PRIVATE") ? undefined : "must be a public key";
  } catch {
    return "must be a public key in PEM format";
  }
}

const file = z.strictObject({
  oidc: z.array(provider).max(50).default([]),
  jwt: z.array(jwtKey).max(1000).default([]),
});

/** The errors name the place, and never repeat a value: it may be a secret. */
export function readSignInFile(path: string | undefined): SignInConfig {
  if (!path) return NO_OTHER_WAYS;
  const read = file.safeParse(contentOf(path));
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `${placeOf(issue.path)}: ${issue.message}`);
    throw new SignInFileError(`PARLEY_SIGN_IN_FILE (${path}) is not valid. ${faults.join("; ")}`);
  }
  const { oidc, jwt } = read.data;
  refuseRepeated(
    path,
    "the id",
    oidc.map(({ id }) => id),
  );
  refuseRepeated(
    path,
    "the JWT key of the organization",
    jwt.map(({ organization }) => organization),
  );
  refuseAmbiguous(path, { oidc, jwt });
  return { oidc, jwt };
}

/** What would let the same token or the same person count in two ways. */
function refuseAmbiguous(path: string, { oidc, jwt }: SignInConfig): void {
  const refuse = (fault: string) => {
    throw new SignInFileError(`PARLEY_SIGN_IN_FILE (${path}) is not valid. ${fault}`);
  };
  for (const [index, one] of oidc.entries())
    for (const other of oidc.slice(index + 1))
      if (isSameIssuer(one, other) && one.second_factor !== other.second_factor && haveCommonOrganization(one, other))
        refuse(`"${one.id}" and "${other.id}" are the same issuer, with a different second_factor.`);
  for (const [index, one] of jwt.entries())
    for (const other of jwt.slice(index + 1))
      if (one.key === other.key && (one.audience === undefined || one.audience === other.audience))
        refuse(
          `the organizations "${one.organization}" and "${other.organization}" have the same JWT key: each needs an audience of its own.`,
        );
}

const isSameIssuer = (one: OidcProvider, other: OidcProvider): boolean =>
  one.issuer.replace(/\/$/, "") === other.issuer.replace(/\/$/, "");

const haveCommonOrganization = (one: OidcProvider, other: OidcProvider): boolean =>
  !one.organizations || !other.organizations || one.organizations.some((name) => other.organizations?.includes(name));

function contentOf(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new SignInFileError(`PARLEY_SIGN_IN_FILE cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SignInFileError(`PARLEY_SIGN_IN_FILE (${path}) is not JSON.`);
  }
}

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "") || "the file";

function refuseRepeated(path: string, what: string, names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new SignInFileError(`PARLEY_SIGN_IN_FILE (${path}) is not valid. ${what} "${repeated}" occurs twice.`);
}
