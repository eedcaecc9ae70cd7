/**
 * Secrets: passwords are hashed with argon2id; API keys are found by a keyed hash and stored encrypted, because their
 * owner may ask for them again. Both keys derive from one file that only its owner can read.
 */
import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Places } from "./places.ts";

const KEY_BYTES = 32;
/** Half as long again as the key, so that the remainder is unbiased. */
const WEB_PUSH_SEED_BYTES = 48;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
export const API_KEY_PATTERN = /^[A-Za-z0-9]{32}$/;

/** The second recommended parameter set of RFC 9106; about 50 ms. */
const ARGON2 = { memory: 65536, passes: 3, parallelism: 4, tagLength: 32 };
const argon2Async = promisify(argon2);
/**
 * Each hash takes 64 MiB and one of the few threads that also serve files and DNS, so only two run at once, and one for
 * each address: nobody waits for passwords that someone else tries. With too many waiting, the response is "later".
 */
const hashing = new Places({ atOnce: 2, perName: 1, waiting: 1000, waitingPerName: 500 });

async function argon2id(parameters: Parameters<typeof argon2>[1], address: string | undefined): Promise<Buffer> {
  const leave = await hashing.take(address === undefined ? [] : [address]);
  try {
    return await argon2Async("argon2id", parameters);
  } finally {
    leave();
  }
}

/** An API key, and its stored form. */
export interface SealedKey {
  apiKey: string;
  api_key_hash: string;
  api_key_encrypted: string;
}

export class Secrets {
  readonly #lookupKey: Buffer;
  readonly #encryptionKey: Buffer;
  readonly #sealingKey: Buffer;
  readonly #tokenKey: Buffer;
  readonly #externalContentKey: Buffer;
  /** The seed of the server's Web Push key. */
  readonly webPushSeed: Buffer;

  constructor(master: Buffer) {
    const derive = (purpose: string, bytes = KEY_BYTES) =>
      Buffer.from(hkdfSync("sha256", master, "", `parley ${purpose}`, bytes));
    this.#lookupKey = derive("api-key-lookup");
    this.#encryptionKey = derive("encryption");
    this.#sealingKey = derive("sealed-values");
    this.#tokenKey = derive("tokens");
    this.#externalContentKey = derive("external-content");
    this.webPushSeed = derive("web-push", WEB_PUSH_SEED_BYTES);
  }

  /** The hash by which an API key is found; it cannot be reversed. */
  lookupHash(apiKey: string): string {
    return createHmac("sha256", this.#lookupKey).update(apiKey).digest("base64url");
  }

  /** A token's stored or displayed hash; different for each purpose. */
  keyedHash(purpose: string, token: string): string {
    return createHmac("sha256", this.#tokenKey).update(`${purpose} ${token}`).digest("base64url");
  }

  /** Proves that we created a URL for another site's content. Clients know it as HMAC-SHA1 in hexadecimal. */
  externalContentSignature(url: string): string {
    return createHmac("sha1", this.#externalContentKey).update(url).digest("hex");
  }

  encrypt(text: string): string {
    return encryptWith(this.#encryptionKey, text, "");
  }

  decrypt(sealed: string): string {
    return decryptWith(this.#encryptionKey, sealed, "");
  }

  /** Encrypts a value that a client keeps for the server. It opens only for the same purpose. */
  seal(purpose: string, text: string): string {
    return encryptWith(this.#sealingKey, text, purpose);
  }

  /** `undefined` unless this server sealed the value for this purpose. */
  unseal(purpose: string, sealed: string): string | undefined {
    try {
      return decryptWith(this.#sealingKey, sealed, purpose);
    } catch {
      return undefined;
    }
  }

  newApiKey(): SealedKey {
    return this.keyFor(randomToken());
  }

  keyFor(apiKey: string): SealedKey {
    return { apiKey, api_key_hash: this.lookupHash(apiKey), api_key_encrypted: this.encrypt(apiKey) };
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The purpose is authenticated but not encrypted: decryption fails with another one. */
function encryptWith(key: Buffer, text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

function decryptWith(key: Buffer, sealed: string, purpose: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const [nonce, tag, text] = [
    bytes.subarray(0, NONCE_BYTES),
    bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    bytes.subarray(NONCE_BYTES + TAG_BYTES),
  ];
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}

/** 32 ASCII letters and digits: the format clients rely on. */
export function randomToken(): string {
  return Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

export const secretKeyFile = (dataDirectory: string): string => join(dataDirectory, "secret.key");

/** The server's secret key; undefined if there is none yet. */
export function findSecrets(dataDirectory: string): Secrets | undefined {
  return existsSync(secretKeyFile(dataDirectory)) ? new Secrets(readSecretKey(dataDirectory)) : undefined;
}

/** The server's secret key, created at the first start. */
export function loadSecrets(dataDirectory: string): Secrets {
  const file = secretKeyFile(dataDirectory);
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) makeKeyFile(file);
  return new Secrets(readSecretKey(dataDirectory));
}

export function readSecretKey(dataDirectory: string): Buffer {
  const file = secretKeyFile(dataDirectory);
  const text = readFileSync(file, "utf8").trim();
  if (!KEY_TEXT.test(text)) throw new UnreadableKey(file);
  return Buffer.from(text, "hex");
}

const KEY_TEXT = /^[0-9a-f]{64}$/i;

export class UnreadableKey extends Error {
  constructor(file: string) {
    super(`${file} does not hold a key of ${KEY_BYTES} bytes in hexadecimal digits. Restore it from a backup.`);
  }
}

/** Two processes may start at once: the file appears complete, and once. */
function makeKeyFile(file: string): void {
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** The address is that of the client; the command line has none. */
export async function hashPassword(password: string, address?: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2id({ ...ARGON2, message: password, nonce }, address);
  return storedHash(nonce, tag);
}

function storedHash(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = ARGON2;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

/**
 * Checked if there is no password, so that the response takes as long as for a wrong one. No known password matches it.
 */
export const NOBODYS_HASH = storedHash(Buffer.alloc(16), Buffer.alloc(ARGON2.tagLength));

/** Replaces the hash of a password that its owner must change. */
export const EXPIRED_PASSWORD = "expired";

const STORED_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Whether a stored hash has acceptable parameters: verifying it makes the server work as hard as it says. */
export function isBearableHash(hash: string): boolean {
  if (hash === EXPIRED_PASSWORD) return true;
  const [, memory, passes, parallelism, nonce = "", tag = ""] = STORED_HASH.exec(hash) ?? [];
  const isBearable =
    Number(memory) <= 4 * ARGON2.memory && Number(passes) <= 4 * ARGON2.passes && Number(parallelism) <= 16;
  return isBearable && nonce.length >= 11 && nonce.length <= 86 && tag.length >= 16 && tag.length <= 86;
}

export async function verifyPassword(password: string, hash: string, address?: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = STORED_HASH.exec(hash) ?? [];
  if (!nonce || !tag) return false;
  const expected = Buffer.from(tag, "base64url");
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    nonce: Buffer.from(nonce, "base64url"),
    message: password,
  };
  const actual = await argon2id(parameters, address);
  return timingSafeEqual(actual, expected);
}
