/** Signed URLs of ours that stand for URLs of other sites. The signature proves that we created them. */
import { timingSafeEqual } from "node:crypto";
import type { App, Realm } from "../../kernel/context.ts";

export const PREFIX = "/external_content/";

/** Longer URLs are not proxied. */
const MAX_URL_BYTES = 2000;

type Signing = Pick<App, "secrets">;

function addressOf({ secrets }: Signing, url: string): string {
  return `${PREFIX}${secrets.externalContentSignature(url)}/${Buffer.from(url).toString("hex")}`;
}

/** Our URL for content from another site. Undefined for our own content, and if proxying is off. */
export function externalAddress(app: App, realm: Pick<Realm, "url">, url: string): string | undefined {
  if (!app.config.mediaProxy || Buffer.byteLength(url) > MAX_URL_BYTES || !url.isWellFormed()) return undefined;
  const { origin } = URL.parse(url) ?? {};
  return origin === undefined || origin === new URL(realm.url).origin ? undefined : addressOf(app, url);
}

/** The earlier signature of page images: 32 bytes in base64url. */
const EARLIER_PURPOSE = "external content";
const REST = /^([0-9a-f]{40}|[\w-]{43})\/((?:[0-9a-f]{2}){1,2000})$/;

/** The original URL; undefined if the signature is not ours. */
export function signedUrl({ secrets }: Signing, rest: string): string | undefined {
  const [, signature = "", hex = ""] = REST.exec(rest) ?? [];
  if (signature === "") return undefined;
  const url = Buffer.from(hex, "hex").toString();
  const expected =
    signature.length === 40 ? secrets.externalContentSignature(url) : secrets.keyedHash(EARLIER_PURPOSE, url);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? url : undefined;
}
