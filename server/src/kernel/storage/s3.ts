/** Files in an S3-compatible store: requests are signed, bodies are streamed. */
import { createWriteStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { AwsV4Signer } from "aws4fetch";
import { severalAtOnce } from "../several-at-once.ts";
import type { ByteRange, Storage } from "./storage.ts";
import { unfinishedFile } from "./unfinished.ts";

export interface S3Config {
  /** Without the bucket and without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Until the store starts to respond. What is sent may take longer, what is read as long as something arrives. */
const TIMEOUT_MS = 60_000;
/** 64 KB a second. */
const SLOWEST_BYTES_PER_MS = 64;
const MIB = 1024 * 1024;
/** Stores refuse more than 5 GB in one request; and of a large file, only the part that fails is sent again. */
const PART_BYTES = 64 * MIB;
const MOST_PARTS = 10_000;
const PART_ATTEMPTS = 3;
const REMOVED_AT_ONCE = 8;

interface S3Options {
  /** Ends requests. */
  readonly signal?: AbortSignal | undefined;
  /** Files that are larger are sent in parts of this size. */
  readonly partBytes?: number;
  /** Which keys stay when they are removed. */
  readonly isRetained?: (key: string) => boolean;
}

/** The store refuses, or cannot be reached. */
export class StoreFault extends Error {
  /** Of the response; undefined if there was none. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}

/** Responses of stores that do not know an operation. */
const UNKNOWN_OPERATION: readonly (number | undefined)[] = [405, 501];

export class S3Storage implements Storage {
  readonly #config: S3Config;
  readonly #dataDirectory: string;
  readonly #signal: AbortSignal | undefined;
  readonly #partBytes: number;
  readonly #isRetained: (key: string) => boolean;

  constructor(config: S3Config, dataDirectory: string, options: S3Options = {}) {
    const { signal, partBytes = PART_BYTES, isRetained = () => false } = options;
    this.#config = config;
    this.#dataDirectory = dataDirectory;
    this.#signal = signal;
    this.#partBytes = partBytes;
    this.#isRetained = isRetained;
  }

  async adopt(file: string, key: string, contentType: string): Promise<void> {
    const body = await openAsBlob(file);
    const headers = { "content-type": contentType };
    if (body.size <= this.#partBytes) await this.#ask("PUT", key, { headers, body });
    else await this.#putInParts(key, headers, body);
    await rm(file, { force: true });
  }

  /** The object appears when all parts are there. What a killed process leaves is removed by `removeUnfinished`. */
  async #putInParts(key: string, headers: Record<string, string>, body: Blob): Promise<void> {
    const begun = await this.#ask("POST", key, { headers, query: new URLSearchParams({ uploads: "" }) });
    const uploadId = element((await begun?.text()) ?? "", "UploadId");
    if (!uploadId) throw new StoreFault("The file store did not begin an upload in parts.");
    try {
      const size = Math.max(this.#partBytes, Math.ceil(body.size / MOST_PARTS));
      const tags: string[] = [];
      for (let start = 0; start < body.size; start += size) {
        const query = new URLSearchParams({ partNumber: String(tags.length + 1), uploadId });
        tags.push(await this.#putPart(key, query, body.slice(start, start + size)));
      }
      const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const list = new Blob([`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`]);
      const done = await this.#ask("POST", key, { body: list, query: new URLSearchParams({ uploadId }) });
      // Stores may say 200 before they know.
      if (!/<ETag>/.test((await done?.text()) ?? ""))
        throw new StoreFault("The file store did not put the parts together.");
    } catch (error) {
      await this.#abort(key, uploadId).catch(() => {});
      throw error;
    }
  }

  /** Removes the parts that were sent. */
  async #abort(key: string, uploadId: string): Promise<void> {
    await this.#ask("DELETE", key, { query: new URLSearchParams({ uploadId }) });
  }

  /** Returns the tag with which the store knows it. */
  async #putPart(key: string, query: URLSearchParams, body: Blob): Promise<string> {
    for (let attempt = 1; ; attempt++)
      try {
        const answer = await this.#ask("PUT", key, { query, body });
        const tag = answer?.headers.get("etag");
        if (!tag) throw new StoreFault("The file store did not name a part.");
        return tag;
      } catch (error) {
        if (attempt === PART_ATTEMPTS || this.#signal?.aborted) throw error;
      }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await this.#ask("GET", key, { headers });
    if (!answer) return undefined;
    return answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]);
  }

  async size(key: string): Promise<number | undefined> {
    const answer = await this.#ask("HEAD", key);
    return answer && Number(answer.headers.get("content-length"));
  }

  async withFile<T>(key: string, work: (file: string) => Promise<T>): Promise<T | undefined> {
    const content = await this.read(key);
    if (!content) return undefined;
    const file = await unfinishedFile(this.#dataDirectory);
    try {
      await pipeline(content, createWriteStream(file, { mode: 0o600 }));
      return await work(file);
    } finally {
      await rm(file, { force: true });
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const removed = keys.filter((key) => !this.#isRetained(key));
    await severalAtOnce(removed, REMOVED_AT_ONCE, (key) => this.#ask("DELETE", key));
  }

  /** The parts of uploads that were never completed: nobody sees them, but stores charge for them. */
  async removeUnfinished(prefix: string, beforeMs: number): Promise<void> {
    try {
      await this.#removeParts(prefix, beforeMs);
    } catch (error) {
      // A store that cannot list them has rules of its own to remove them.
      if (!(error instanceof StoreFault) || !UNKNOWN_OPERATION.includes(error.status)) throw error;
    }
  }

  async #removeParts(prefix: string, beforeMs: number): Promise<void> {
    let after: Record<string, string> | undefined = {};
    while (after) {
      const query = new URLSearchParams({ uploads: "", prefix, ...after });
      const page: string = (await (await this.#ask("GET", "", { query }))?.text()) ?? "";
      for (const [, entry = ""] of page.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
        const [key, uploadId] = [element(entry, "Key"), element(entry, "UploadId")];
        const isOld = Date.parse(element(entry, "Initiated") ?? "") < beforeMs;
        // Not every store looks at the prefix.
        if (isOld && key?.startsWith(prefix) && uploadId) await this.#abort(key, uploadId);
      }
      const [keyMarker, idMarker] = [element(page, "NextKeyMarker"), element(page, "NextUploadIdMarker")];
      // A store that does not look at the markers would go on for ever.
      const isElsewhere: boolean = keyMarker !== after["key-marker"] || idMarker !== after["upload-id-marker"];
      const isMore: boolean = element(page, "IsTruncated") === "true" && isElsewhere;
      after =
        isMore && keyMarker
          ? { "key-marker": keyMarker, ...(idMarker ? { "upload-id-marker": idMarker } : {}) }
          : undefined;
    }
  }

  async *list(prefix: string): AsyncGenerator<{ key: string; storedAtMs: number }> {
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        "list-type": "2",
        prefix,
        ...(token ? { "continuation-token": token } : {}),
      });
      const answer = await this.#ask("GET", "", { query });
      const page = answer ? await answer.text() : "";
      for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const storedAtMs = Date.parse(element(entry, "LastModified") ?? "");
        const key = element(entry, "Key");
        if (key !== undefined && isKey(key) && !Number.isNaN(storedAtMs)) yield { key, storedAtMs };
      }
      token = element(page, "NextContinuationToken");
    } while (token !== undefined);
  }

  /** The response, or undefined if the key does not exist. */
  async #ask(method: string, key: string, given: S3Request = {}): Promise<Response | undefined> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#config;
    if (!isKey(key)) throw new Error(`Not a key: ${key}`);
    const path = [bucket, ...(key === "" ? [] : key.split("/"))].map(encodeURIComponent).join("/");
    const url = `${endpoint}/${path}${given.query ? `?${given.query}` : ""}`;
    const { headers = {}, body } = given;
    const signer = new AwsV4Signer({ method, url, headers, service: "s3", region, accessKeyId, secretAccessKey });
    const signed = await signer.sign();
    const ms = TIMEOUT_MS + (body?.size ?? 0) / SLOWEST_BYTES_PER_MS;
    const answer = await withPatience(ms, this.#signal, (signal) =>
      fetch(signed.url, { method, headers: signed.headers, signal, ...(body ? { body } : {}) }),
    ).catch((error: Error & { cause?: { code?: string } }) => {
      const why = error.cause?.code ?? error.message;
      throw new StoreFault(`The file store cannot be reached: ${why}.`, { cause: error });
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404 && method !== "PUT" && key !== "") return undefined;
    const { status } = answer;
    throw new StoreFault(`The file store responded to ${method} with status ${status}.`, { status });
  }
}

/** A URL with dots between its slashes names another object, so no request can be about a key that has them. */
const isKey = (key: string): boolean => !/(?:^|\/)\.{1,2}(?:\/|$)/.test(key);

/** The time limit ends when the response begins: its content may take longer. */
async function withPatience<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(new StoreFault("it does not respond in time")), ms);
  try {
    return await work(outer ? AbortSignal.any([own.signal, outer]) : own.signal);
  } finally {
    clearTimeout(timer);
  }
}

interface S3Request {
  readonly headers?: Record<string, string>;
  readonly body?: Blob;
  readonly query?: URLSearchParams;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(?:(\w+)|#(\d+)|#x([0-9a-f]+));/gi, (whole, named, decimal, hex) =>
    named ? (ENTITIES[named] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}
