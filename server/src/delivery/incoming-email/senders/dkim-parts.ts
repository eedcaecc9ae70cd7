/**
 * What the DKIM signatures of an email sign (RFC 6376). Needs the whole email, and is therefore done in the thread that reads it; the
 * keys are asked for afterwards (`dkim-keys.ts`).
 */
import { createHash } from "node:crypto";
import { tagsIn, withoutSpace } from "./tags.ts";

/** A signature whose text is what it was when it was signed, if the key says so. */
export interface DkimSignature {
  readonly domain: string;
  readonly selector: string;
  /** Whose address it claims to be; the domain or one below it. */
  readonly identityDomain: string;
  readonly algorithm: "rsa" | "ed25519";
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** More say nothing more about the sender. */
const MAX_SIGNATURES = 5;
const DOMAIN = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}$/;

type Canonicalization = "simple" | "relaxed";

interface RawHeader {
  /** In lower case. */
  readonly name: string;
  /** With its name and line breaks, without the last one. */
  readonly raw: string;
}

/** Signatures that cannot be right, or sign too little, are left out. `now` is in UNIX seconds. */
export function signaturesIn(email: Buffer, now: number): DkimSignature[] {
  const end = email.indexOf("\r\n\r\n");
  const headers = headersIn(email.subarray(0, end === -1 ? email.length : end).toString("latin1"));
  const body = end === -1 ? Buffer.alloc(0) : email.subarray(end + 4);
  // Of several senders, only one would be signed.
  if (headers.filter(({ name }) => name === "from").length !== 1) return [];
  const written = headers.filter(({ name }) => name === "dkim-signature").slice(0, MAX_SIGNATURES);
  const hashes = new Map<Canonicalization, string>();
  const bodyHash = (way: Canonicalization): string => {
    const hash = hashes.get(way) ?? hashOfBody(body, way);
    hashes.set(way, hash);
    return hash;
  };
  return written.flatMap((header) => signatureFrom(header, headers, bodyHash, now) ?? []);
}

function headersIn(block: string): RawHeader[] {
  return block.split(/\r\n(?![ \t])/).flatMap((raw) => {
    const colon = raw.indexOf(":");
    return colon <= 0 ? [] : [{ name: raw.slice(0, colon).trim().toLowerCase(), raw }];
  });
}

function signatureFrom(
  header: RawHeader,
  headers: readonly RawHeader[],
  bodyHash: (way: Canonicalization) => string,
  now: number,
): DkimSignature | undefined {
  const value = header.raw.slice(header.raw.indexOf(":") + 1);
  const tags = tagsIn(value);
  if (tags?.get("v") !== "1") return undefined;
  const tag = (name: string) => withoutSpace(tags.get(name) ?? "");
  const [, algorithm] = /^(rsa|ed25519)-sha256$/.exec(tag("a").toLowerCase()) ?? [];
  const [domain, selector] = [tag("d").toLowerCase(), tag("s").toLowerCase()];
  const identityDomain = (tag("i").split("@").at(-1) || domain).toLowerCase();
  const names = tag("h").toLowerCase().split(":");
  const ways = waysIn(tag("c").toLowerCase());
  if (!algorithm || !ways || !DOMAIN.test(domain) || !/^[a-z0-9._-]{1,200}$/.test(selector)) return undefined;
  if (identityDomain !== domain && !identityDomain.endsWith(`.${domain}`)) return undefined;
  // Without the sender it proves nothing about the sender, and with a length anything could follow the text.
  if (!names.includes("from") || tags.has("l")) return undefined;
  if (tags.has("x") && !(Number(tag("x")) > now)) return undefined;
  if (tags.has("q") && !tag("q").toLowerCase().split(":").includes("dns/txt")) return undefined;
  if (tag("bh") === "" || tag("bh") !== bodyHash(ways.body)) return undefined;
  const unsigned = `${header.raw.slice(0, header.raw.indexOf(":"))}:${value.replace(/((?:^|;)\s*b\s*=)[^;]*/, "$1")}`;
  const lines = [
    ...chosen(headers, names).map((raw) => `${canonical(raw, ways.header)}\r\n`),
    canonical(unsigned, ways.header),
  ];
  return {
    ...{ domain, selector, identityDomain },
    algorithm: algorithm as DkimSignature["algorithm"],
    signed: Buffer.from(lines.join(""), "latin1"),
    signature: Buffer.from(tag("b"), "base64"),
  };
}

function waysIn(text: string): { header: Canonicalization; body: Canonicalization } | undefined {
  const [header = "simple", body = "simple", ...more] = (text || "simple").split("/");
  const isWay = (way: string): way is Canonicalization => way === "simple" || way === "relaxed";
  return more.length === 0 && isWay(header) && isWay(body) ? { header, body } : undefined;
}

/** The headers that are signed: of several with the same name the last first, and none twice. */
function chosen(headers: readonly RawHeader[], names: readonly string[]): string[] {
  const left = new Map<string, string[]>();
  for (const { name, raw } of headers) left.set(name, [...(left.get(name) ?? []), raw]);
  return names.flatMap((name) => left.get(name)?.pop() ?? []);
}

function canonical(raw: string, way: Canonicalization): string {
  if (way === "simple") return raw;
  const colon = raw.indexOf(":");
  const value = raw
    .slice(colon + 1)
    .replace(/\r\n/g, "")
    .replace(/[ \t]+/g, " ");
  return `${raw.slice(0, colon).trim().toLowerCase()}:${value.trim()}`;
}

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];
const PIECE = 64 * 1024;

/** Byte by byte, because the body may be as large as an email can be, and has no encoding of its own. */
function hashOfBody(body: Buffer, way: Canonicalization): string {
  const hash = createHash("sha256");
  const piece = Buffer.alloc(PIECE);
  let length = 0;
  let isEmpty = true;
  const write = (byte: number) => {
    piece[length++] = byte;
    isEmpty = false;
    if (length < PIECE) return;
    hash.update(piece);
    length = 0;
  };
  let [lines, hasSpace] = [0, false];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number;
    if (byte === CR && body[at + 1] === LF) {
      lines++;
      hasSpace = false;
      at++;
    } else if (way === "relaxed" && (byte === SPACE || byte === TAB)) hasSpace = true;
    else {
      // Empty lines count only if something follows.
      for (; lines > 0; lines--) {
        write(CR);
        write(LF);
      }
      if (hasSpace) write(SPACE);
      hasSpace = false;
      write(byte);
    }
  }
  if (!isEmpty || way === "simple") {
    write(CR);
    write(LF);
  }
  return hash.update(piece.subarray(0, length)).digest("base64");
}
