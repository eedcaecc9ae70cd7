/** Codes of authenticator apps (RFC 6238), with the parameters that every app supports. */
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** The phone's clock may be off, and typing takes time: the previous and the next code are accepted too. */
const DRIFT_STEPS = 1;
/** As many as the hash has, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const PARAMETERS = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;

/** In base 32, as people type it into the app. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The URL in the QR code. The names are how the app lists the account. */
export function setupUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  // A colon would separate the issuer from the account.
  return new TOTP({ ...PARAMETERS, secret, issuer: issuer.replaceAll(":", " "), label }).toString();
}

/** The period whose code this is, if it is close to now. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp: now * 1000, window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(now / PERIOD_SECONDS) + delta;
}

/** The code that an app shows at this time. */
export const codeAt = (secret: string, now: number): string =>
  new TOTP({ ...PARAMETERS, secret }).generate({ timestamp: now * 1000 });
