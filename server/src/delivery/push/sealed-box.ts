/**
 * Encrypts for the holder of a Curve25519 key, without revealing the sender: libsodium's `crypto_box_seal`. The box is
 * preceded by an ephemeral public key; the nonce derives from it and the recipient's key.
 */
import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from "node:crypto";
import { hsalsa, xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { blake2b } from "@noble/hashes/blake2.js";

const KEY_BYTES = 32;
const NONCE_BYTES = 24;

/** The DER prefixes of Curve25519 keys; the key's bytes follow. */
const PUBLIC_PREFIX = Buffer.from("302a300506032b656e032100", "hex");
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b656e04220420", "hex");

const SIGMA = new Uint32Array(Uint8Array.from(Buffer.from("expand 32-byte k")).buffer);

/** Whether a text is such a key, in base64. */
export function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === KEY_BYTES && bytes.toString("base64") === text && sharedSecretOf(bytes) !== undefined;
}

/** Undefined for keys that give everyone the same secret. */
function sharedSecretOf(publicKey: Uint8Array): Buffer | undefined {
  try {
    return diffieHellman({ privateKey: generateKeyPairSync("x25519").privateKey, publicKey: publicFrom(publicKey) });
  } catch {
    return undefined;
  }
}

const publicFrom = (bytes: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: "der", type: "spki" });

const privateFrom = (bytes: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, bytes]), format: "der", type: "pkcs8" });

const bytesOf = (key: KeyObject) => key.export({ format: "der", type: "spki" }).subarray(PUBLIC_PREFIX.length);

export function seal(text: string, publicKey: string): string {
  const recipient = Buffer.from(publicKey, "base64");
  const own = generateKeyPairSync("x25519");
  const ownPublic = bytesOf(own.publicKey);
  const box = boxBetween(own.privateKey, recipient, nonceOf(ownPublic, recipient));
  return Buffer.concat([ownPublic, box.encrypt(Buffer.from(text))]).toString("base64");
}

/** What the device does. */
export function open(sealed: string, keys: { readonly publicKey: string; readonly privateKey: string }): string {
  const bytes = Buffer.from(sealed, "base64");
  const [sender, recipient] = [bytes.subarray(0, KEY_BYTES), Buffer.from(keys.publicKey, "base64")];
  const secret = privateFrom(Buffer.from(keys.privateKey, "base64"));
  const box = boxBetween(secret, sender, nonceOf(sender, recipient));
  return Buffer.from(box.decrypt(bytes.subarray(KEY_BYTES))).toString();
}

const nonceOf = (sender: Uint8Array, recipient: Uint8Array) =>
  blake2b(Buffer.concat([sender, recipient]), { dkLen: NONCE_BYTES });

function boxBetween(privateKey: KeyObject, publicKey: Uint8Array, nonce: Uint8Array) {
  const shared = diffieHellman({ privateKey, publicKey: publicFrom(publicKey) });
  const key = new Uint32Array(KEY_BYTES / 4);
  hsalsa(SIGMA, new Uint32Array(Uint8Array.from(shared).buffer), new Uint32Array(4), key);
  return xsalsa20poly1305(new Uint8Array(key.buffer), nonce);
}
