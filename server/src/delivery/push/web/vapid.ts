/**
 * Identifies the server to push services (RFC 8292). A browser subscribes with the server's key, and its push service
 * accepts only notifications signed with that key, so no account is needed. The key derives from the secret key, like
 * all others (decision 004): every node has the same one, and it survives a restore from a backup.
 */
import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { Secrets } from "../../../kernel/secrets.ts";

/** The order of the P-256 group. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const KEY_BYTES = 32;
/** Push services reject tokens valid for more than a day. */
const LIFETIME_SECONDS = 12 * 3600;

interface ServerKey {
  readonly privateKey: KeyObject;
  /** In uncompressed form, as browsers expect it. */
  readonly publicKey: string;
}

const known = new WeakMap<Secrets, ServerKey>();

export function serverKey(secrets: Secrets): ServerKey {
  const key = known.get(secrets) ?? keyFrom(secrets.webPushSeed);
  known.set(secrets, key);
  return key;
}

function keyFrom(seed: Buffer): ServerKey {
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, "0"), "hex");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + KEY_BYTES).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", d: d.toString("base64url"), x: coordinate(1), y: coordinate(1 + KEY_BYTES) };
  return { privateKey: createPrivateKey({ key: jwk, format: "jwk" }), publicKey: point.toString("base64url") };
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The header that authenticates the server. `contact` tells the push service whom to ask about problems. */
export function vapidHeader(
  secrets: Secrets,
  endpoint: string,
  { now, contact }: { now: number; contact: string },
): string {
  const { privateKey, publicKey } = serverKey(secrets);
  const claims = { aud: new URL(endpoint).origin, exp: now + LIFETIME_SECONDS, sub: contact };
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${publicKey}`;
}
