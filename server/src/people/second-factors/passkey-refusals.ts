/** Why a passkey was not accepted. Each is safe to say: it is about what the device has sent, and about no account but its own. */
import { apiError, type Sentence, said } from "../../kernel/api/index.ts";

const REFUSALS = {
  /** The challenge has expired, was used, or belongs to another browser. */
  outdated: said`This took too long, or was used already. Try again.`,
  unknown: said`This passkey is not known here: it was removed, or belongs to another organization.`,
  other_address: said`This passkey was used at another address than your organization's.`,
  /** Signing in without a password needs a device that knows its user. */
  user_not_verified: said`Your device did not ask for a PIN, your fingerprint or your face. This passkey works only together with your password.`,
  /** The device's count did not grow. */
  copied: said`This passkey was used more often than your device says: there may be a copy of it. Remove it, and add a new one.`,
  other_account: said`This passkey belongs to another account.`,
  added_before: said`This passkey is already added to an account.`,
  /** Its format, challenge or signature is wrong: nothing more can be said about it. */
  invalid: said`This passkey was not accepted. Try again.`,
} as const satisfies Record<string, Sentence>;

type PasskeyRefusal = keyof typeof REFUSALS;

export const PasskeyRefused = apiError<{ reason: PasskeyRefusal }>(
  "PASSKEY_REFUSED",
  // The documentation shows the error without a reason.
  ({ reason }) => REFUSALS[reason] ?? REFUSALS.invalid,
);
