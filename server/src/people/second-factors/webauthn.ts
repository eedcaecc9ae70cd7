/** Passkeys: what is asked of a browser, and the check of what it sends. The library is loaded when it is first needed. */
import { randomBytes } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { UserId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import type { OpenContext, Realm } from "../../kernel/context.ts";
import { PasskeyRefused } from "./passkey-refusals.ts";
import type { Passkey } from "./store.ts";

const library = () => import("@simplewebauthn/server");

const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = 300_000;
/** ES256, EdDSA and RS256: every device has one of them. */
const ALGORITHMS = [-7, -8, -257];

export const newChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString("base64url");

/** Passkeys belong to the organization's own host name: browsers offer them nowhere else. */
const partyOf = ({ host, url }: Realm) => ({ expectedRPID: host, expectedOrigin: url });

interface PasskeyOwner {
  readonly id: UserId;
  readonly delivery_email: string;
  readonly full_name: string;
}

type Known = Pick<Passkey, "credential_id" | "transports">;

const listed = (passkeys: readonly Known[]) =>
  passkeys.map(({ credential_id, transports }) => ({ type: "public-key", id: credential_id, transports }));

/** What a browser needs to create a passkey, in the JSON form of the standard. */
export async function creationOptions(
  { app, realm }: OpenContext,
  owner: PasskeyOwner,
  known: readonly Known[],
): Promise<{ challenge: string }> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: realm.settings.name,
    rpID: realm.host,
    // Devices store it: it says nothing about the account to anyone else.
    userID: new Uint8Array(Buffer.from(app.secrets.keyedHash("passkey owner", String(owner.id)), "base64url")),
    userName: owner.delivery_email,
    userDisplayName: owner.full_name,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: listed(known),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** What a browser needs to use a passkey: any that it has for us, or one of these. */
export const requestOptions = (
  { realm }: Pick<OpenContext, "realm">,
  challenge: string,
  { known = [], userVerification }: { known?: readonly Known[]; userVerification: "required" | "preferred" },
) => ({ challenge, rpId: realm.host, timeout: TIMEOUT_MS, userVerification, allowCredentials: listed(known) });

export type NewPasskey = Pick<Passkey, "credential_id" | "public_key" | "counter" | "transports">;

/** The library throws on everything that is not as it should be: a wrong challenge, origin, signature or format. */
async function orRefused<T>(realm: Realm, credential: unknown, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch {
    throw new PasskeyRefused({ reason: isFromElsewhere(realm, credential) ? "other_address" : "invalid" });
  }
}

/** Whether it says itself that it was made for another address. */
function isFromElsewhere({ url }: Realm, credential: unknown): boolean {
  try {
    const { clientDataJSON } = (credential as AuthenticationResponseJSON | RegistrationResponseJSON).response;
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as { origin?: unknown };
    return typeof origin === "string" && origin !== url;
  } catch {
    return false;
  }
}

const MAX_TRANSPORTS = 10;
const TRANSPORT = /^[a-z-]{1,20}$/;

export async function checkNewPasskey(
  { realm }: OpenContext,
  credential: unknown,
  expectedChallenge: string,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library();
  const response = credential as RegistrationResponseJSON;
  const { verified, registrationInfo } = await orRefused(realm, credential, () =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      ...partyOf(realm),
      supportedAlgorithmIDs: ALGORITHMS,
      // A key that only proves presence is a second factor, but does not sign in by itself.
      requireUserVerification: false,
    }),
  );
  demand(verified && registrationInfo !== undefined, new PasskeyRefused({ reason: "invalid" }));
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: transports.filter((each) => TRANSPORT.test(each)).slice(0, MAX_TRANSPORTS),
  };
}

/** Returns how often the passkey has been used, by its own count: whether it has grown is checked where it is stored. */
export async function checkPasskey(
  { realm }: OpenContext,
  passkey: Passkey,
  credential: unknown,
  { challenge, requireUserVerification }: { challenge: string; requireUserVerification: boolean },
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { credential_id: id, public_key } = passkey;
  const { verified, authenticationInfo } = await orRefused(realm, credential, () =>
    verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      ...partyOf(realm),
      credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, "base64url")), counter: 0 },
      requireUserVerification: false,
    }),
  );
  demand(verified, new PasskeyRefused({ reason: "invalid" }));
  const isVerified = !requireUserVerification || authenticationInfo.userVerified;
  demand(isVerified, new PasskeyRefused({ reason: "user_not_verified" }));
  return authenticationInfo.newCounter;
}
