/** Encryption for one browser (RFC 8291), so that its push service cannot read the notification. */
import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from "node:crypto";

const CURVE = "prime256v1";
const SALT_BYTES = 16;
const AUTH_BYTES = 16;
const PUBLIC_KEY_BYTES = 65;
/** Every push service accepts this size, and the whole notification is one record. */
const RECORD_BYTES = 4096;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
const TAG_BYTES = 16;
/** The delimiter after the last record's content. */
const LAST_RECORD = Buffer.from([2]);
export const MAX_PLAINTEXT_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - LAST_RECORD.length;

/** A subscription's keys as browsers provide them: base64url without padding. */
export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The random values; fixed only in tests. */
interface RandomValues {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url");

/** Some client libraries use padding, or plain base64 instead of base64url. */
const isBase64 = (text: string) => /^[\w+/-]+={0,2}$/.test(text);

export const isAuthSecret = (text: string): boolean => isBase64(text) && bytesOf(text).length === AUTH_BYTES;

/** Whether it is a point on the curve, in uncompressed form. */
export function isSubscriptionKey(text: string): boolean {
  if (!isBase64(text) || bytesOf(text).length !== PUBLIC_KEY_BYTES || bytesOf(text)[0] !== 4) return false;
  try {
    return ECDH.convertKey(bytesOf(text), CURVE).length > 0;
  } catch {
    return false;
  }
}

function newRandomValues(): RandomValues {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return { salt: randomBytes(SALT_BYTES), privateKey: ecdh.getPrivateKey() };
}

export function encryptFor({ p256dh, auth }: SubscriptionKeys, plaintext: string, random = newRandomValues()): Buffer {
  const { salt, privateKey } = random;
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey);
  const [theirs, ours] = [bytesOf(p256dh), ecdh.getPublicKey()];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const keying = derive(ecdh.computeSecret(theirs), bytesOf(auth), info, 32);
  const key = derive(keying, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(keying, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = [cipher.update(Buffer.concat([Buffer.from(plaintext), LAST_RECORD])), cipher.final()];
  return Buffer.concat([header(salt, ours), ...sealed, cipher.getAuthTag()]);
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/** RFC 8188: salt, record size, and our public key, which the browser needs. */
function header(salt: Buffer, publicKey: Buffer): Buffer {
  const lengths = Buffer.alloc(5);
  lengths.writeUInt32BE(RECORD_BYTES, 0);
  lengths.writeUInt8(PUBLIC_KEY_BYTES, 4);
  return Buffer.concat([salt, lengths, publicKey]);
}
