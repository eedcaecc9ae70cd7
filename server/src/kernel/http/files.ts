/**
 * Files at addresses beside the API: whole or in part, never held in memory, and never as a page of ours. What stands at
 * an address does not change, so a client that has it need not ask again.
 */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../api/index.ts";
import type { OpenContext } from "../context.ts";
import type { ByteRange } from "../storage/storage.ts";
import type { Dispatcher } from "./dispatch.ts";
import type { Incoming } from "./incoming.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { SECURITY_HEADERS } from "./reply.ts";

export interface ServedFile {
  /** Differs from that of any other content. */
  readonly tag: string;
  readonly size: number;
  readonly contentType: string;
  readonly name: string;
  /** Whether a browser may show it in place; otherwise it is saved. */
  readonly isShown: boolean;
  /** It is another site's, where it may change: it is kept for a day and may do nothing. */
  readonly isForeign?: boolean;
  /** Under this name readings without an account are counted and limited. */
  readonly countedAs: string | undefined;
  read(range?: ByteRange): Promise<Readable>;
}

/** What another site has, passed on while it arrives. */
export interface PassedOn {
  readonly contentType: string;
  readonly name: string;
  readonly countedAs: string | undefined;
  /** The range is as the reader asks for it. */
  pass(range: string | undefined): Promise<{
    readonly status: 200 | 206 | 416;
    readonly length: string | undefined;
    readonly range: string | undefined;
    readonly body: Readable | undefined;
  }>;
}

/** What is asked for is somewhere else, today. */
export interface Redirection {
  readonly location: string;
  readonly countedAs: string | undefined;
}

export interface FileAddress {
  /** What the path begins with, with a slash at both ends. */
  readonly prefix: string;
  /** Whoever waits for something may give up when the reader is gone. */
  find(ctx: OpenContext, rest: string, isGone: () => boolean): Promise<ServedFile | PassedOn | Redirection>;
}

/** Shown in place it may load nothing but itself; saved it is nothing that could load. */
const POLICY_SHOWN =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; object-src 'self'";
const POLICY_SAVED = "default-src 'none'; sandbox";
const POLICY_FOREIGN = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox";
const CACHE_FOREIGN = "private, max-age=86400";

/**
 * What a browser shows and never runs, wherever it is asked for: pictures without scripts in them, recordings, documents in
 * its own viewer, plain text. Everything else leaves as bytes to be saved, whatever its sender called it: no page can load it
 * as a script, a style sheet, a worker, a module or a frame, even if it was named so and another guard failed.
 */
const PASSIVE =
  /^(?:image\/(?:apng|avif|bmp|gif|heic|heif|jpeg|jxl|png|tiff|vnd\.microsoft\.icon|webp|x-icon|x-ms-bmp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf|text\/plain)(?:;|$)/;
const BYTES = "application/octet-stream";

/** What browsers say when they mean to run what they ask for. */
const RUNNING = /^(?:script|style|xslt|manifest|(?:shared|service)?worker|.*worklet)$/;

export function addFiles(
  server: FastifyInstance,
  dispatcherFor: (request: Incoming) => Dispatcher,
  files: readonly FileAddress[],
  limiter: RateLimiter | undefined,
): void {
  for (const { prefix, find } of files)
    server.route({
      method: ["GET", "HEAD", "OPTIONS"],
      url: `${prefix}*`,
      handler: async (request, reply) => {
        reply.header("access-control-allow-origin", "*").headers(SECURITY_HEADERS);
        if (request.method === "OPTIONS") return answerPreflight(reply);
        if (RUNNING.test(String(request.headers["sec-fetch-dest"])))
          throw new ApiError("Files can be viewed and downloaded, but pages cannot run them.", {
            status: 403,
          });
        const ctx = await dispatcherFor(request).visitor(request, reply);
        const { "*": rest } = request.params as { "*": string };
        const found = await find(ctx, rest, () => reply.raw.destroyed);
        if (found.countedAs !== undefined) limiter?.admit(found.countedAs);
        if ("location" in found) return redirect(reply, found);
        return "pass" in found ? passOn(request, reply, found) : serve(request, reply, found);
      },
    });
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

/** Asked again each time: it is what follows that may be kept. */
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
  // Nothing is known of it by which a condition could be judged.
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

/** The plain form is for old clients; the other one holds every character. */
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

/** One range is answered; several, or what cannot be read, mean the whole file, as if none had been asked for. */
function rangeOf({ headers }: FastifyRequest, etag: string, size: number): ByteRange | undefined {
  const { range, "if-range": condition } = headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const [whole, first, last, length] = RANGE.exec(range.trim()) ?? [];
  if (whole === undefined) return undefined;
  const start = first === undefined ? Math.max(0, size - Number(length)) : Number(first);
  const end = Math.min(size - 1, last === undefined ? size - 1 : Number(last));
  if (first !== undefined && last !== undefined && Number(last) < start) return undefined;
  if (start >= size || length === "0")
    throw new ApiError("The range is outside of the file.", {
      status: 416,
      headers: { "content-range": `bytes */${size}` },
    });
  return { start, end };
}
