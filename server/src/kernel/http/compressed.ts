/**
 * Compresses long responses, in a thread. The length of a compressed response says something about its text, so
 * compression must not help anyone who can watch the network and cause requests (decision 081):
 * - Only requests that another site cannot have caused are answered this way.
 * - Credentials in a response are compressed by themselves, so that no other text can be compared with them.
 * - A random number of bytes hides small differences in length.
 */
import { randomInt } from "node:crypto";
import { joined } from "./crc.ts";
import type { Incoming, Outgoing } from "./incoming.ts";
import { sendJson } from "./reply.ts";
import { pack, packedOf, plainOf, type Segment } from "./shared-text.ts";

/** Shorter responses fit in a few packets anyway. */
const WORTH_COMPRESSING_CHARACTERS = 8000;
/** Beyond this many at once, time is scarcer than bandwidth. */
const MOST_AT_ONCE = 4;
const MOST_PADDING_BYTES = 100;

/** Values that give access to something. */
const NAMES = ["api_key", "token", "link_url", "export_url"];
const CREDENTIAL = new RegExp(`("(?:${NAMES.join("|")})":"(?:[^"\\\\]|\\\\.)*")`);
/** A response with more of them is a list of credentials, where little is left to compress. */
const MOST_CREDENTIALS = 100;

let running = 0;

export async function sendCompressed<R extends Outgoing>(
  request: Incoming,
  reply: R,
  text: string | readonly Segment[],
): Promise<R> {
  if (typeof text !== "string") return sendSegments(request, reply, text);
  const zipped = mayCompress(request.headers) ? await compressed(text) : undefined;
  return zipped ? sendJson(reply, 200, zipped, "gzip") : sendJson(reply, 200, text);
}

/** Undefined if it is not worth it. The caller has found out that it may be compressed. */
export async function compressed(text: string): Promise<readonly Buffer[] | undefined> {
  if (text.length < WORTH_COMPRESSING_CHARACTERS || running >= MOST_AT_ONCE) return undefined;
  const parts = withoutCredentials([text]);
  if (parts.length > 2 * MOST_CREDENTIALS) return undefined;
  running += 1;
  try {
    return await assembled(parts);
  } finally {
    running -= 1;
  }
}

/** What is shared has been compressed before, so this compresses however many are running. */
async function sendSegments<R extends Outgoing>(request: Incoming, reply: R, segments: readonly Segment[]): Promise<R> {
  const parts = mayCompress(request.headers) ? withoutCredentials(segments) : undefined;
  if (!parts || parts.length - segments.length > 2 * MOST_CREDENTIALS)
    return sendJson(reply, 200, segments.map(plainOf));
  return sendJson(reply, 200, await assembled(parts), "gzip");
}

/** With each credential in one's own text as a segment of its own. */
export const withoutCredentials = (segments: readonly Segment[]): readonly Segment[] =>
  segments.flatMap((each): readonly Segment[] =>
    typeof each === "string" && mayHaveCredential(each) ? each.split(CREDENTIAL).filter((part) => part !== "") : [each],
  );

/** To look for each name takes much less time than to look for all of them together. */
const mayHaveCredential = (text: string) => NAMES.some((name) => text.includes(`"${name}":"`));

/** Nothing in a segment refers to another. */
export async function assembled(segments: readonly Segment[]): Promise<Buffer[]> {
  const packed = await Promise.all(
    segments.map((segment) => (typeof segment === "string" ? pack(Buffer.from(segment)) : packedOf(segment))),
  );
  let [crc, length] = [0, 0];
  const bodies: Buffer[] = [];
  for (const part of packed.flat()) {
    crc = joined(crc, part);
    length += part.plainBytes;
    bodies.push(part.bytes);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return [header(), ...bodies, EMPTY_LAST_BLOCK, trailer];
}

const EMPTY_LAST_BLOCK = Buffer.from([3, 0]);

const HAS_NAME = 8;
/** Of a gzip file from an unknown time and system. It may contain the name of a file, which nobody reads. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, HAS_NAME, 0, 0, 0, 0, 0, 255]);

function header(): Buffer {
  const name = Buffer.alloc(randomInt(MOST_PADDING_BYTES) + 1, "-");
  name[name.length - 1] = 0;
  return Buffer.concat([HEADER, name]);
}

type RequestHeaders = Incoming["headers"];

/** Browsers say which site caused a request; programs have no sites to visit. */
export function mayCompress({ "accept-encoding": accepted, "sec-fetch-site": site }: RequestHeaders): boolean {
  return acceptsGzip(accepted) && (site === undefined || site === "same-origin");
}

/** Whether `Accept-Encoding` allows gzip. */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(String(header));
