/** Files in an S3-compatible store: requests are signed, bodies are streamed. */
import { createWriteStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { AwsV4Signer } from "aws4fetch";
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

/** Until the store starts to respond; a large file may take longer. */
const TIMEOUT_MS = 60_000;

export class S3Storage implements Storage {
  readonly #config: S3Config;
  readonly #dataDirectory: string;

  constructor(config: S3Config, dataDirectory: string) {
    this.#config = config;
    this.#dataDirectory = dataDirectory;
  }

  async adopt(file: string, key: string, contentType: string): Promise<void> {
    const body = await openAsBlob(file);
    await this.#ask("PUT", key, { headers: { "content-type": contentType }, body });
    await rm(file, { force: true });
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
    for (const key of keys) await this.#ask("DELETE", key);
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
        if (key !== undefined && !Number.isNaN(storedAtMs)) yield { key, storedAtMs };
      }
      token = element(page, "NextContinuationToken");
    } while (token !== undefined);
  }

  /** The response, or undefined if the key does not exist. */
  async #ask(method: string, key: string, given: S3Request = {}): Promise<Response | undefined> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#config;
    const path = [bucket, ...(key === "" ? [] : key.split("/"))].map(encodeURIComponent).join("/");
    const url = `${endpoint}/${path}${given.query ? `?${given.query}` : ""}`;
    const { headers = {}, body } = given;
    const signer = new AwsV4Signer({ method, url, headers, service: "s3", region, accessKeyId, secretAccessKey });
    const signed = await signer.sign();
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body ? { body } : { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404 && method !== "PUT" && key !== "") return undefined;
    throw new Error(`The file store responded to ${method} with status ${answer.status}.`);
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
