/**
 * Serves files: complete or in part, streamed, and never as one of our pages. The content at a URL never changes, so
 * clients may cache it.
 */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, MissingArgument, said } from "../api/index.ts";
import type { OpenContext } from "../context.ts";
import type { ByteRange } from "../storage/storage.ts";
import type { Dispatcher } from "./dispatch.ts";
import type { Incoming } from "./incoming.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { SECURITY_HEADERS } from "./reply.ts";

export interface ServedFile {
  /** Unique for the content. */
  readonly tag: string;
  readonly size: number;
  readonly contentType: string;
  readonly name: string;
  /** Whether a browser may display it inline; otherwise it is downloaded. */
  readonly isShown: boolean;
  /** Content from another site, where it may change: cached for a day, and sandboxed. */
  readonly isForeign?: boolean;
  /** The name under which requests without an account are counted and limited. */
  readonly countedAs: string | undefined;
  read(range?: ByteRange): Promise<Readable>;
}

/** Content streamed from another site. */
export interface PassedOn {
  readonly contentType: string;
  readonly name: string;
  readonly countedAs: string | undefined;
  /** The range as requested by the reader. */
  pass(range: string | undefined): Promise<{
    readonly status: 200 | 206 | 416;
    readonly length: string | undefined;
    readonly range: string | undefined;
    readonly body: Readable | undefined;
  }>;
}

/** The file is currently somewhere else. */
export interface Redirection {
  readonly location: string;
  readonly countedAs: string | undefined;
}

export interface FileAddress {
  /** The path prefix, with a slash at both ends. With parameters, the whole path. */
  readonly prefix: string;
  /** The parameters of the query, all required. The first one has the rest of the address, instead of the path. */
  readonly parameters?: readonly [string, ...string[]];
  /** Waiting may stop when the reader disconnects. */
  find(ctx: OpenContext, rest: string, isGone: () => boolean): Promise<ServedFile | PassedOn | Redirection>;
}

/** Displayed inline it may load only itself; downloaded it can load nothing. */
const POLICY_SHOWN =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; object-src 'self'";
const POLICY_SAVED = "default-src 'none'; sandbox";
const POLICY_FOREIGN = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox";
const CACHE_FOREIGN = "private, max-age=86400";

/**
 * Types that browsers display and never execute: images without scripts, recordings, documents in the built-in viewer,
 * plain text. Everything else is sent as a download, whatever its declared type: no page can load it as a script, style
 * sheet, worker, module or frame, even if another check failed.
 */
const PASSIVE =
  /^(?:image\/(?:apng|avif|bmp|gif|heic|heif|jpeg|jxl|png|tiff|vnd\.microsoft\.icon|webp|x-icon|x-ms-bmp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf|text\/plain)(?:;|$)/;
const BYTES = "application/octet-stream";

/** The Sec-Fetch-Dest values of requests that would execute the content. */
const RUNNING = /^(?:script|style|xslt|manifest|(?:shared|service)?worker|.*worklet)$/;

export function addFiles(
  server: FastifyInstance,
  dispatcherFor: (request: Incoming) => Dispatcher,
  files: readonly FileAddress[],
  limiter: RateLimiter | undefined,
): void {
  for (const { prefix, find, parameters } of files)
    server.route({
      method: ["GET", "HEAD", "OPTIONS"],
      url: parameters ? prefix : `${prefix}*`,
      handler: async (request, reply) => {
        reply.header("access-control-allow-origin", "*").headers(SECURITY_HEADERS);
        if (request.method === "OPTIONS") return answerPreflight(reply);
        if (RUNNING.test(String(request.headers["sec-fetch-dest"])))
          throw new ApiError(said`Files can be viewed and downloaded, but pages cannot run them.`, {
            status: 403,
          });
        const ctx = await dispatcherFor(request).visitor(request, reply);
        const rest = parameters ? named(request, parameters) : (request.params as { "*": string })["*"];
        const found = await find(ctx, rest, () => reply.raw.destroyed);
        if (found.countedAs !== undefined) limiter?.admit(found.countedAs);
        if ("location" in found) return redirect(reply, found);
        return "pass" in found ? passOn(request, reply, found) : serve(request, reply, found);
      },
    });
}

function named({ query }: FastifyRequest, parameters: readonly [string, ...string[]]): string {
  const sent = query as Readonly<Record<string, string | string[] | undefined>>;
  const missing = parameters.find((each) => sent[each] === undefined);
  if (missing !== undefined) throw new MissingArgument({ var_name: missing });
  return String(sent[parameters[0]]);
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header("allow", "GET, HEAD")
    .header("access-control-allow-headers", "Authorization, Range")
    .header("access-control-allow-methods", "GET, HEAD")
    .header("access-control-max-age", "86400")
    .send();
}

/** Not cached: only the target may be. */
function redirect(reply: FastifyReply, { location }: Redirection): FastifyReply {
  return reply.headers({ "cache-control": "private, no-cache", vary: "Authorization" }).redirect(location, 302);
}

async function serve(request: FastifyRequest, reply: FastifyReply, stored: ServedFile): Promise<FastifyReply> {
  const isPassive = PASSIVE.test(stored.contentType);
  const file = isPassive ? stored : { ...stored, contentType: BYTES, isShown: false, isForeign: false };
  const etag = `"${file.tag}"`;
  if (!isPassive) reply.header("cross-origin-resource-policy", "same-origin");
  reply.headers({
    etag,
    "cache-control": file.isForeign ? CACHE_FOREIGN : "private, immutable",
    "accept-ranges": "bytes",
    "content-security-policy": file.isForeign ? POLICY_FOREIGN : file.isShown ? POLICY_SHOWN : POLICY_SAVED,
    "content-disposition": disposition(file),
    vary: "Authorization, Cookie",
  });
  if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const range = rangeOf(request, etag, file.size);
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header("content-type", file.contentType);
  reply.header("content-length", range ? range.end - range.start + 1 : file.size);
  if (request.method === "HEAD") return reply.send();
  return reply.send(await file.read(range));
}

async function passOn(request: FastifyRequest, reply: FastifyReply, file: PassedOn): Promise<FastifyReply> {
  const { range: asked, "if-range": condition } = request.headers;
  // There is nothing to evaluate a condition with.
  const range = condition === undefined && asked !== undefined && RANGE.test(asked.trim()) ? asked.trim() : undefined;
  const passage = await file.pass(range);
  reply.code(passage.status).headers({
    "content-type": file.contentType,
    "cache-control": CACHE_FOREIGN,
    "accept-ranges": "bytes",
    "content-security-policy": POLICY_FOREIGN,
    "content-disposition": disposition({ isShown: true, name: file.name }),
    vary: "Authorization, Cookie",
  });
  if (passage.length !== undefined) reply.header("content-length", passage.length);
  if (passage.range !== undefined) reply.header("content-range", passage.range);
  if (request.method !== "HEAD") return reply.send(passage.body);
  passage.body?.destroy();
  return reply.send();
}

/** The plain form is for old clients; the other one supports every character. */
function disposition({ isShown, name }: Pick<ServedFile, "isShown" | "name">): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isShown ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags !== undefined && (tags.includes(etag) || tags.includes("*"));
}

const RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/;

/** A single range is served; several, or invalid ones, return the whole file. */
function rangeOf({ headers }: FastifyRequest, etag: string, size: number): ByteRange | undefined {
  const { range, "if-range": condition } = headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const [whole, first, last, length] = RANGE.exec(range.trim()) ?? [];
  if (whole === undefined) return undefined;
  const start = first === undefined ? Math.max(0, size - Number(length)) : Number(first);
  const end = Math.min(size - 1, last === undefined ? size - 1 : Number(last));
  if (first !== undefined && last !== undefined && Number(last) < start) return undefined;
  if (start >= size || length === "0")
    throw new ApiError(said`The range is outside of the file.`, {
      status: 416,
      headers: { "content-range": `bytes */${size}` },
    });
  return { start, end };
}
