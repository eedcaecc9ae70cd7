/**
 * JSON web tokens that another site signs for its users, with a key that the operator has shared with it. A token is a
 * password while it is valid, so it must expire soon.
 */
import { createPublicKey } from "node:crypto";
import type { JWTPayload } from "jose";
import { demand } from "../../kernel/api/index.ts";
import type { OpenContext } from "../../kernel/context.ts";
import type { JwtKey } from "../../kernel/sign-in-config.ts";
import { InvalidJsonWebToken, JsonWebTokensDisabled } from "./contract.ts";

/** How long a token may be valid, at most. */
const LONGEST_SECONDS = 3600;
/** The other site's clock may differ. */
const TOLERANCE_SECONDS = 30;

export interface TokenClaims {
  readonly email: string;
  readonly expires_at: number;
  readonly claims: JWTPayload;
}

const keyOf = ({ app, realm }: OpenContext): JwtKey | undefined =>
  app.config.signIn.jwt.find(({ organization }) => organization === realm.string_id);

export const takesTokens = (ctx: OpenContext): boolean => keyOf(ctx) !== undefined;

/** Checks a token, or throws an API error. Only the listed algorithms count, whatever the token says. */
export async function checkToken(ctx: OpenContext, token: string): Promise<TokenClaims> {
  const key = keyOf(ctx);
  demand(key !== undefined, new JsonWebTokensDisabled());
  const claims = await verified(ctx, token, key);
  const { email, exp: expires_at } = claims ?? {};
  const isSound =
    claims !== undefined &&
    typeof email === "string" &&
    expires_at !== undefined &&
    expires_at <= ctx.now + LONGEST_SECONDS + TOLERANCE_SECONDS;
  demand(isSound, new InvalidJsonWebToken());
  // It is accepted, and must be remembered, until the tolerance is over.
  return { email: email.trim(), expires_at: Math.ceil(expires_at) + TOLERANCE_SECONDS, claims };
}

async function verified({ now }: OpenContext, token: string, configured: JwtKey): Promise<JWTPayload | undefined> {
  const { jwtVerify, errors } = await import("jose");
  const { key, algorithms, issuer, audience } = configured;
  const isShared = algorithms[0]?.startsWith("HS");
  try {
    const { payload } = await jwtVerify(token, isShared ? Buffer.from(key) : createPublicKey(key), {
      algorithms: [...algorithms],
      requiredClaims: ["email", "exp"],
      currentDate: new Date(now * 1000),
      clockTolerance: TOLERANCE_SECONDS,
      ...(issuer === undefined ? {} : { issuer }),
      ...(audience === undefined ? {} : { audience }),
    });
    // As upstream: a token that names its audience is meant for somebody else, unless the operator says that it is us.
    return audience === undefined && payload.aud !== undefined ? undefined : payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}
