/** Passkeys in this browser: whether it can have any here, and creating one. */

/** Browsers keep passkeys only for encrypted pages, or for the computer itself. */
export const canCreatePasskeys = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential !== "undefined" &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Returns what to send to the server; `undefined` if the reader changed their mind, or has this passkey already. */
export async function createPasskey(options: unknown): Promise<object | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  try {
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
    return credential?.toJSON() as object | undefined;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
