/** JSON web tokens in tests: what another site signs for its users. */
import { type JWTPayload, SignJWT } from "jose";
import type { JwtKey } from "../../kernel/sign-in-config.ts";

export const SHARED_SECRET = "a shared secret of at least thirty-two bytes";

const jwt: JwtKey[] = [];
/** The configuration of a server on which `allowTokens` sets up keys. */
export const TOKENS_ALLOWED = { oidc: [], jwt };

interface TokenSite {
  readonly realm: { readonly string_id: string };
  readonly clock: { now(): number };
}

/** The operator sets up a key for the organization. */
export const allowTokens = ({ realm }: Pick<TokenSite, "realm">, more: Partial<JwtKey> = {}): void =>
  void jwt.push({ organization: realm.string_id, key: SHARED_SECRET, algorithms: ["HS256"], ...more });

export const secondsOf = ({ clock }: Pick<TokenSite, "clock">): number => Math.floor(clock.now() / 1000);

export interface Signing {
  readonly alg?: string;
  readonly key?: Parameters<SignJWT["sign"]>[0];
  /** For how many seconds the token is valid. */
  readonly lasts?: number;
}

export function signedToken(
  site: Pick<TokenSite, "clock">,
  claims: JWTPayload,
  { alg = "HS256", key = Buffer.from(SHARED_SECRET), lasts = 60 }: Signing = {},
): Promise<string> {
  return new SignJWT({ exp: secondsOf(site) + lasts, ...claims }).setProtectedHeader({ alg }).sign(key);
}
