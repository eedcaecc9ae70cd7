/**
 * Replaces random and secret values in examples with fixed ones of the same form, so that pages change only with their
 * content.
 */
import { COMPANY_URL, SHOWN_URL } from "./company.ts";

interface StandIn {
  /** Matches the value in its context, with the random part as the only group. */
  readonly pattern: RegExp;
  readonly like: (n: number) => string;
}

const numbered = (prefix: string, length: number) => (n: number) =>
  prefix + String(n).padStart(length - prefix.length, "0");

const STAND_INS: readonly StandIn[] = [
  { pattern: /"(?:api_key|token)":"([A-Za-z0-9]{32})"/g, like: numbered("exampleKey", 32) },
  { pattern: /api_key=([A-Za-z0-9]{32})/g, like: numbered("exampleKey", 32) },
  {
    pattern: /([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})/g,
    like: numbered("e8a3c1f0-5d27-4b6e-9a41-", 36),
  },
  { pattern: /["/]([0-9a-f]{1,2}\/[\w-]{24})\//g, like: numbered("4e/m2InfGzWq7kXv", 27) },
  { pattern: /\/user_uploads\/temporary\/([^"/]+)\//g, like: numbered("exampleToken", 24) },
  { pattern: /\/(?:exports|own-data)\/\d+\/([A-Za-z0-9]{32})\//g, like: numbered("exampleExport", 32) },
  // Compressed, so that it depends on the random values above.
  { pattern: /("size":\d+,"expires_at")/g, like: () => '"size":48213,"expires_at"' },
  { pattern: /\/user_avatars\/\d+\/(?:realm\/)?([0-9a-f]{40})/g, like: numbered("9c1f6a", 40) },
  { pattern: /\/([0-9a-f]{32})\.webp/g, like: numbered("5b7d02", 32) },
  { pattern: new RegExp(`(${RegExp.escape(COMPANY_URL)})`, "g"), like: () => SHOWN_URL },
  { pattern: /(http:\/\/127\.0\.0\.1:\d+\/\d+)\/feed\.xml/g, like: () => "https://blog.example.com" },
  { pattern: /(http:\/\/127\.0\.0\.1:\d+)/g, like: () => "https://push.example.com" },
  { pattern: /\/accounts\/do_confirm\/([a-z2-7]{24})"/g, like: numbered("w8rtbn", 24) },
  { pattern: /\/accounts\/password\/reset\/([A-Za-z0-9]{32})\//g, like: numbered("exampleReset", 32) },
  { pattern: /\/join\/([a-z2-7]{24})\//g, like: numbered("k5mzwq", 24) },
  { pattern: /"database_bytes":(\d+)/g, like: () => "1048576" },
  // Jobs run while the clock advances.
  { pattern: /"last_success":(\d+)/g, like: () => "1767604080" },
  {
    pattern: /"(?:setup|confirmation|request|passkey_request)":"([\w-]{60,})"/g,
    like: numbered("exampleSealedValue", 24),
  },
  {
    pattern: /"(?:challenge|clientDataJSON|attestationObject|authenticatorData|signature|userHandle)":"([\w-]{30,})"/g,
    like: numbered("exampleOfBrowser", 24),
  },
  { pattern: /\?ticket=([\w-]{60,})"/g, like: numbered("exampleTicket", 24) },
  { pattern: /"type":"public-key","id":"([\w-]{22,43})"/g, like: numbered("exampleCredential", 22) },
  { pattern: /"(?:rawId|user":\{"id)":"([\w-]{22,43})"/g, like: numbered("exampleId", 22) },
  { pattern: /"secret":"([A-Z2-7]{32})"/g, like: () => "EXAMPLESECRETEXAMPLESECRETEXAMPL" },
  { pattern: /"path":"(M\d+ \d+h[^"]+)"/g, like: () => "M4 4h7v1h-7zM13 4h2v1h-2z…" },
  { pattern: /"token":"(eyJ[\w-]+\.[\w-]+\.[\w-]+)"/g, like: () => "eyJhbGciOiJIUzI1NiJ9.example.signature" },
  { pattern: /"code":"(\d{6})"/g, like: numbered("3141", 6) },
  { pattern: /(?<="recovery_codes":\[[^\]]*")([0-9a-z]{5}-[0-9a-z]{5})(?=")/g, like: numbered("k7m2q-x9t", 11) },
];

/** Each distinct value gets its own stand-in, counted from 1 in order of appearance. */
export function withStandIns<T>(value: T): T {
  let text = JSON.stringify(value);
  for (const { pattern, like } of STAND_INS) {
    const found = new Set([...text.matchAll(pattern)].map(([, random]) => random as string));
    for (const [index, random] of [...found].entries()) text = text.replaceAll(random, like(index + 1));
  }
  return JSON.parse(text) as T;
}
