import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { org, test } from "../../../test/index.ts";
import { type Engine, startServer } from "../../../test/server.ts";
import { getAttachments, removeAttachment } from "../../messages/uploads/contract.ts";
import { asFile, picture, reads, storedIn, uploads } from "../../messages/uploads/testing.ts";
import type { S3Config } from "./s3.ts";

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
  const canonical = [request.method, url.pathname, query, headers.join(""), names, payload].join("\n");
  const hash = createHash("sha256").update(canonical).digest("hex");
  const key = scope.split("/").reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${ACCESS.secretAccessKey}`);
  return hmac(key, ["AWS4-HMAC-SHA256", date, scope, hash].join("\n")).toString("hex");
}

/** A store with as much of S3 as Parley uses, which refuses unsigned requests. */
async function startStore(t: TestContext) {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url as string, "http://x");
    const key = decodeURIComponent(url.pathname);
    const sent = await buffer(request);
    const answer = (status: number, body: string | Buffer = "") =>
      response.writeHead(status, { "content-length": body.length }).end(request.method === "HEAD" ? undefined : body);
    if (!request.headers.authorization?.endsWith(`Signature=${signatureOf(request)}`)) return answer(403);
    if (url.searchParams.get("list-type") === "2") return answer(200, listing(objects, url.searchParams));
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
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const config: S3Config = { endpoint: `http://127.0.0.1:${port}`, region: "eu-1", bucket: "files", ...ACCESS };
  return { objects, config };
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

async function onStore(t: TestContext, change: Partial<S3Config> = {}) {
  const store = await startStore(t);
  const engine: Engine = t.name.includes("postgres") ? "postgres" : "sqlite";
  const server = await startServer(engine, { s3: { ...store.config, ...change } });
  t.after(() => server.close());
  return { ...store, acme: await org(t, server) };
}

test("files can be in an S3-compatible store", async (t) => {
  const { acme, objects } = await onStore(t);
  const ada = await acme.member("Ada");
  const pathId = await uploads(ada, asFile("0123456789", "日本 (1)+&.txt"));
  assert.deepEqual([...objects.keys()], [`/files/files/${pathId}`]);
  assert.equal((await reads(acme, `/user_uploads/${encodeURI(pathId)}`, ada)).text, "0123456789");
  const part = await reads(acme, `/user_uploads/${encodeURI(pathId)}`, ada, { headers: { range: "bytes=2-4" } });
  assert.deepEqual([part.status, part.text], [206, "234"]);
  assert.deepEqual([storedIn(acme, "files"), storedIn(acme, "unfinished")], [[], []], "nothing stays here");

  const image = await uploads(ada, await picture(900, 600));
  await acme.server.app.jobs.settled();
  assert.ok(objects.has(`/files/thumbnails/${image}/840x560.webp`));
  assert.equal((await reads(acme, `/user_uploads/thumbnail/${image}/840x560.webp`, ada)).status, 200);

  for (const { id } of (await ada.call(getAttachments, {})).attachments)
    await ada.call(removeAttachment, { attachment_id: id });
  await acme.server.app.jobs.settled();
  assert.deepEqual([...objects.keys()], []);
});

test("files without a row are removed from the store", async (t) => {
  const { acme, objects } = await onStore(t);
  const known = await uploads(acme.owner);
  for (const name of ["a", "b", "c", "d"]) objects.set(`/files/files/1/0/lost/${name}.txt`, Buffer.from("x"));
  await acme.clock.leap({ days: 1 });
  await acme.server.app.jobs.settled();
  assert.deepEqual([...objects.keys()], [`/files/files/${known}`]);
});

test("when the store refuses, the upload fails and nothing is recorded", async (t) => {
  const { acme, objects } = await onStore(t, { secretAccessKey: "wrong" });
  await assert.rejects(uploads(acme.owner), { status: 500 });
  assert.deepEqual(
    acme.server.faults.splice(0).map(({ message }) => message),
    ["The file store responded to PUT with status 403."],
  );
  assert.deepEqual([...objects.keys()], []);
  assert.deepEqual(await acme.owner.call(getAttachments, {}), { attachments: [], upload_space_used: 0 });
  assert.deepEqual(storedIn(acme, "unfinished"), []);
});
