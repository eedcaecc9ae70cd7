/** Whether a DKIM signature is that of the domain: its key is in the DNS (RFC 6376, 3.6). */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { DkimSignature } from "./dkim-parts.ts";
import type { MailDns } from "./dns.ts";
import { tagsIn, withoutSpace } from "./tags.ts";

/** Shorter keys can be broken (RFC 8301). */
const SHORTEST_RSA_BITS = 1024;

/** The domain that has signed; undefined if it has not. Throws if the DNS does not answer. */
export async function signedBy(dns: MailDns, signature: DkimSignature): Promise<string | undefined> {
  const { domain, selector, algorithm, signed, signature: bytes } = signature;
  const [record] = await dns.texts(`${selector}._domainkey.${domain}`);
  const key = record === undefined ? undefined : keyIn(record, signature);
  if (!key) return undefined;
  // An Ed25519 signature is of the hash (RFC 8463).
  const isRight =
    algorithm === "rsa"
      ? verify("sha256", signed, key, bytes)
      : verify(null, createHash("sha256").update(signed).digest(), key, bytes);
  return isRight ? domain : undefined;
}

function keyIn(record: string, { algorithm, domain, identityDomain }: DkimSignature): KeyObject | undefined {
  const tags = tagsIn(record);
  const list = (name: string, otherwise: string) =>
    withoutSpace(tags?.get(name) ?? otherwise)
      .toLowerCase()
      .split(":");
  const isUsable =
    tags !== undefined &&
    (tags.get("v") ?? "DKIM1") === "DKIM1" &&
    list("k", "rsa").includes(algorithm) &&
    list("h", "sha256").includes("sha256") &&
    list("s", "*").some((service) => service === "*" || service === "email") &&
    !(list("t", "").includes("s") && identityDomain !== domain);
  // An empty key is one that was revoked.
  const bytes = Buffer.from(withoutSpace(tags?.get("p") ?? ""), "base64");
  if (!isUsable || bytes.length === 0) return undefined;
  const key = algorithm === "rsa" ? rsaKey(bytes) : ed25519Key(bytes);
  const { modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
  return algorithm === "rsa" && modulusLength < SHORTEST_RSA_BITS ? undefined : key;
}

function rsaKey(key: Buffer): KeyObject | undefined {
  for (const type of ["spki", "pkcs1"] as const)
    try {
      const read = createPublicKey({ key, format: "der", type });
      if (read.asymmetricKeyType === "rsa") return read;
    } catch {
      // In the other form, or no key.
    }
  return undefined;
}

function ed25519Key(key: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") }, format: "jwk" });
  } catch {
    return undefined;
  }
}
