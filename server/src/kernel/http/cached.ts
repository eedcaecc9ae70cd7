/**
 * Responses shared by many requests: sent with an ETag, compressed once, and not sent again to clients that have them.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsGzip } from "./compressed.ts";

/** Smaller responses are not worth compressing. */
const WORTH_COMPRESSING_BYTES = 1400;

const compress = promisify<Buffer, Buffer>(gzip);

export class CachedText {
  readonly etag: string;
  readonly #type: string;
  readonly #plain: Buffer;
  #compressed: Promise<Buffer> | undefined;

  constructor(type: string, text: string) {
    this.#type = type;
    this.#plain = Buffer.from(text);
    // Weak: the compressed form has the same tag.
    this.etag = `W/"${createHash("sha256").update(this.#plain).digest("base64url").slice(0, 22)}"`;
  }

  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
    reply.header("etag", this.etag).header("cache-control", cacheControl).header("vary", "Accept-Encoding");
    if (isFresh(request.headers["if-none-match"], this.etag)) return reply.code(304).send();
    reply.header("content-type", this.#type);
    if (this.#plain.length < WORTH_COMPRESSING_BYTES || !acceptsGzip(request.headers["accept-encoding"]))
      return reply.send(this.#plain);
    const compressed = await this.#compress();
    return reply.header("content-encoding", "gzip").send(compressed);
  }

  #compress(): Promise<Buffer> {
    this.#compressed ??= compress(this.#plain).catch((error: unknown) => {
      this.#compressed = undefined;
      throw error;
    });
    return this.#compressed;
  }
}

function isFresh(held: string | undefined, etag: string): boolean {
  if (held === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return held.trim() === "*" || held.split(",").some((tag) => bare(tag) === bare(etag));
}
