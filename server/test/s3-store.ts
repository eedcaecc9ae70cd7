/** A store for tests with as much of S3 as Parley uses. */
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { TestContext } from "node:test";
import type { S3Config } from "../src/kernel/storage/s3.ts";

const ACCESS = { accessKeyId: "AKEXAMPLE", secretAccessKey: "a/secret+key" };

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Computes the signature as the store does, from the request alone. */
function signatureOf(request: IncomingMessage): string {
  const { authorization = "", "x-amz-date": date } = request.headers as Record<string, string>;
  const [, scope = "", names = ""] = /Credential=[^/]+\/(\S+), ?SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const url = new URL(request.url as string, "http://x");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const headers = names.split(";").map((name) => `${name}:${request.headers[name]}\n`);
  const payload = request.headers["x-amz-content-sha256"];
  // Stores encode more than browsers do.
  const path = url.pathname.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const canonical = [request.method, path, query, headers.join(""), names, payload].join("\n");
  const hash = createHash("sha256").update(canonical).digest("hex");
  const key = scope.split("/").reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${ACCESS.secretAccessKey}`);
  return hmac(key, ["AWS4-HMAC-SHA256", date, scope, hash].join("\n")).toString("hex");
}

export interface StoreOptions {
  /** What the store waits for before it does anything; it can also break the connection. */
  readonly before?: (request: IncomingMessage) => Promise<unknown> | undefined;
  /** The status with which the store refuses a request. */
  readonly refuses?: (request: IncomingMessage) => number | undefined;
}

/** What the store is asked for when the parts of uploads are listed that were never completed. */
export const listsParts = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "GET" && url.includes("uploads=&");

/** Refuses unsigned requests. Its objects are named `/bucket/key`. */
export async function startStore(t: TestContext, { before, refuses }: StoreOptions = {}) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  /** What began the uploads in parts, and when. */
  const begun = new Map<string, { readonly key: string; initiated: string }>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url as string, "http://x");
    const key = decodeURIComponent(url.pathname);
    const sent = await buffer(request);
    const answer = (status: number, body: string | Buffer = "") =>
      response.writeHead(status, { "content-length": body.length }).end(request.method === "HEAD" ? undefined : body);
    if (!request.headers.authorization?.endsWith(`Signature=${signatureOf(request)}`)) return answer(403);
    const refusal = refuses?.(request);
    if (refusal !== undefined) return answer(refusal);
    await before?.(request);
    if (request.socket.destroyed) return;
    if (url.searchParams.get("list-type") === "2") return answer(200, listing(objects, url.searchParams));
    if (url.searchParams.has("uploads") && request.method === "GET") {
      const unfinished = [...begun].filter(([id]) => uploads.has(id)).map(([id, facts]) => ({ id, ...facts }));
      return answer(200, listingOfUploads(unfinished, url.searchParams));
    }
    if (url.searchParams.has("uploads")) {
      const id = `upload/${begun.size}&`;
      uploads.set(id, new Map());
      begun.set(id, { key: key.slice(key.indexOf("/", 1) + 1), initiated: new Date().toISOString() });
      return answer(200, `<R><UploadId>${id.replace("&", "&amp;")}</UploadId></R>`);
    }
    const uploadId = url.searchParams.get("uploadId");
    const parts = uploadId === null ? undefined : uploads.get(uploadId);
    if (uploadId !== null && !parts) return answer(404);
    if (uploadId !== null && parts && request.method === "DELETE") {
      uploads.delete(uploadId);
      return answer(204);
    }
    if (uploadId !== null && parts && request.method === "POST") {
      const named = [...sent.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)];
      const contents = named.map(([, number, tag]) => {
        const part = parts.get(Number(number)) as Buffer;
        assert.equal(tagOf(part), tag);
        return part;
      });
      assert.equal(contents.length, parts.size);
      objects.set(key, Buffer.concat(contents));
      uploads.delete(uploadId);
      return answer(200, "<R><ETag>whole</ETag></R>");
    }
    if (parts && request.method === "PUT") {
      parts.set(Number(url.searchParams.get("partNumber")), sent);
      response.setHeader("etag", `"${tagOf(sent)}"`);
      return answer(200);
    }
    if (request.method === "PUT") {
      assert.equal(Number(request.headers["content-length"]), sent.length, "the store is told how much comes");
      objects.set(key, sent);
      return answer(200);
    }
    const content = objects.get(key);
    if (request.method === "DELETE") {
      objects.delete(key);
      return answer(204);
    }
    if (!content) return answer(404);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (start === undefined) return answer(200, content);
    return answer(206, content.subarray(Number(start), Number(end) + 1));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const config: S3Config = { endpoint: `http://127.0.0.1:${port}`, region: "eu-1", bucket: "files", ...ACCESS };
  return { objects, uploads, begun, config };
}

const tagOf = (part: Buffer) => createHash("md5").update(part).digest("hex");

interface UnfinishedUpload {
  readonly id: string;
  readonly key: string;
  readonly initiated: string;
}

/** One per page. */
function listingOfUploads(uploads: readonly UnfinishedUpload[], query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const [keyMarker, idMarker] = [query.get("key-marker") ?? "", query.get("upload-id-marker") ?? ""];
  const isLater = ({ key, id }: UnfinishedUpload) => key > keyMarker || (key === keyMarker && id > idMarker);
  const [first, ...rest] = uploads
    .filter((each) => each.key.startsWith(prefix) && isLater(each))
    .sort((one, other) => (one.key + one.id < other.key + other.id ? -1 : 1));
  const escaped = (text = "") => text.replaceAll("&", "&amp;");
  const entry = first
    ? `<Upload><Key>${escaped(first.key)}</Key><UploadId>${escaped(first.id)}</UploadId><Initiated>${first.initiated}</Initiated></Upload>`
    : "";
  const next = `<NextKeyMarker>${escaped(first?.key)}</NextKeyMarker><NextUploadIdMarker>${escaped(first?.id)}</NextUploadIdMarker>`;
  return `<R>${rest.length > 0 ? next : ""}<IsTruncated>${rest.length > 0}</IsTruncated>${entry}</R>`;
}

/** Two per page, to test that the next page is requested. */
function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].map((key) => key.slice("/files/".length)).sort();
  const after = query.get("continuation-token") ?? "";
  const page = keys.filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after).slice(0, 2);
  const more = page.length === 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : "";
  const entries = page.map(
    (key) =>
      `<Contents><Key>${key.replaceAll("&", "&amp;")}</Key><LastModified>2025-01-01T00:00:00Z</LastModified></Contents>`,
  );
  return `<?xml version="1.0"?><ListBucketResult>${entries.join("")}${more}</ListBucketResult>`;
}
