/** Passkeys in this browser: whether it can have any here, creating one, and using one. */
import { FailedHere } from "../../../actions/attempt.ts";
import { type TextKey, t } from "../../../text/text.ts";

/** Browsers keep passkeys only for encrypted pages, or for the computer itself. */
const hasPasskeys = (parses: "parseCreationOptionsFromJSON" | "parseRequestOptionsFromJSON"): boolean =>
  isSecureContext && typeof PublicKeyCredential !== "undefined" && parses in PublicKeyCredential;

export const canCreatePasskeys = (): boolean => hasPasskeys("parseCreationOptionsFromJSON");
export const canUsePasskeys = (): boolean => hasPasskeys("parseRequestOptionsFromJSON");

/** Returns what to send to the server; throws what to tell the reader. */
export async function createPasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return asked(() => navigator.credentials.create({ publicKey }), {
    InvalidStateError: "secondFactors.passkeyHere",
    NotAllowedError: "secondFactors.passkeyNotCreated",
  });
}

/** One of those that the server named. Returns what to send to the server; throws what to tell the reader. */
export async function takePasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return asked(() => navigator.credentials.get({ publicKey }), { NotAllowedError: "secondFactors.passkeyNotUsed" });
}

/** Browsers give few reasons, and the same one whether the reader or the device said no. */
async function asked(
  ask: () => Promise<Credential | null>,
  reasons: Readonly<Record<string, TextKey>>,
): Promise<object> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    if (credential) return credential.toJSON() as object;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new FailedHere(t(reasons[error.name] ?? "secondFactors.passkeyImpossible"));
  }
  throw new FailedHere(t("secondFactors.passkeyImpossible"));
}
