/** Keys in invitation links: looked up by hash, and stored encrypted because links can be shown or sent again. */
import { randomBytes } from "node:crypto";
import type { Realm } from "../../kernel/context.ts";
import type { Secrets } from "../../kernel/secrets.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const KEY_LENGTH = 24;

export const keyHash = (secrets: Secrets, key: string): string => secrets.keyedHash("invitation", key);

export function newKey(secrets: Secrets): { key: string; key_hash: string; key_encrypted: string } {
  const key = Array.from(randomBytes(KEY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return { key, key_hash: keyHash(secrets, key), key_encrypted: secrets.encrypt(key) };
}

/** A link for one address. */
export const mailLink = (realm: Realm, key: string): string => `${realm.url}/accounts/do_confirm/${key}`;
/** A link for anyone. */
export const sharedLink = (realm: Realm, key: string): string => `${realm.url}/join/${key}/`;
