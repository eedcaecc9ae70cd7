import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as plainTest, type TestContext } from "node:test";
import { org, test } from "../../../test/index.ts";
import { listsParts, type StoreOptions, startStore } from "../../../test/s3-store.ts";
import { type Engine, startServer } from "../../../test/server.ts";
import { getAttachments, removeAttachment } from "../../messages/uploads/contract.ts";
import { asFile, picture, reads, storedIn, uploads } from "../../messages/uploads/testing.ts";
import { BackupStore } from "../backups/store.ts";
import { type S3Config, S3Storage } from "./s3.ts";

async function onStore(t: TestContext, change: Partial<S3Config> = {}, before?: StoreOptions["before"]) {
  const store = await startStore(t, before ? { before } : {});
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

plainTest("large files are sent in parts, each of them again if it fails", async (t) => {
  let failures = 0;
  const { objects, uploads, config } = await startStore(t, {
    before: async (request) => {
      if (request.url?.includes("partNumber=2") && failures++ === 0) request.socket.destroy();
    },
  });
  const directory = mkdtempSync(join(tmpdir(), "parley-parts-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "file");
  const content = randomBytes(1_000_000);
  const storage = new S3Storage(config, directory, { partBytes: 300_000 });
  writeFileSync(file, content);
  await storage.adopt(file, "files/large", "application/octet-stream");
  assert.ok(objects.get("/files/files/large")?.equals(content));
  assert.deepEqual([failures, uploads.size, existsSync(file)], [2, 0, false]);

  writeFileSync(file, content);
  const always = await startStore(t, {
    before: async ({ url, socket }) => void (url?.includes("partNumber=3") && socket.destroy()),
  });
  const failing = new S3Storage(always.config, directory, { partBytes: 300_000 });
  await assert.rejects(failing.adopt(file, "files/large", "application/octet-stream"));
  assert.deepEqual([always.objects.size, always.uploads.size], [0, 0], "nothing is left");
});

/** A store that never answers the second part of a file, and ends the process that sends it there. */
function killing() {
  let killed = new AbortController();
  const before = ({ url = "" }: { url?: string | undefined }) => {
    if (!url.includes("partNumber=2")) return undefined;
    killed.abort();
    return new Promise(() => {});
  };
  /** Leaves the first part of each file: an ended process cannot tell the store anything any more. */
  async function leaveParts(t: TestContext, config: S3Config, keys: readonly string[]): Promise<void> {
    const directory = mkdtempSync(join(tmpdir(), "parley-killed-"));
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    for (const key of keys) {
      killed = new AbortController();
      const storage = new S3Storage(config, directory, { partBytes: 1000, signal: killed.signal });
      const file = join(directory, "file");
      writeFileSync(file, randomBytes(5000));
      await assert.rejects(storage.adopt(file, key, "application/octet-stream"));
    }
  }
  return { before, leaveParts };
}

const A_DAY_MS = 86_400_000;

test("the parts that a killed upload has left in the store are removed after a week", async (t) => {
  const { before, leaveParts } = killing();
  const { acme, config, uploads, begun } = await onStore(t, {}, before);
  await leaveParts(t, config, ["files/1/a.bin", "files/1/b&c.bin", "exports/1/d.gz", "others/e.bin"]);
  for (const upload of begun.values()) upload.initiated = new Date(acme.clock.now()).toISOString();
  assert.equal(uploads.size, 4);
  await acme.clock.leap({ days: 6 });
  await acme.server.app.jobs.settled();
  assert.equal(uploads.size, 4, "they may still be going on");
  await acme.clock.leap({ days: 2 });
  await acme.server.app.jobs.settled();
  assert.equal(uploads.size, 1, "and what is not Parley's stays");
});

plainTest("what a killed backup has left in the store is removed with a later one", async (t) => {
  const { before, leaveParts } = killing();
  const { config, uploads } = await startStore(t, { before });
  const directory = mkdtempSync(join(tmpdir(), "parley-parts-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  await leaveParts(t, config, ["acme/backups/1.parley", "acme/log/2/database.gz", "another/backups/3.parley"]);
  const store = new BackupStore({ s3: config, prefix: "acme/" }, directory);
  await store.removeAbandoned(Date.now() + 6 * A_DAY_MS);
  assert.equal(uploads.size, 3);
  await store.removeAbandoned(Date.now() + 8 * A_DAY_MS);
  assert.equal(uploads.size, 1);
  const refused = new BackupStore({ s3: { ...config, secretAccessKey: "wrong" }, prefix: "" }, directory);
  assert.match((await refused.removeAbandoned(Date.now())) ?? "", /status 403/);
  const away = new BackupStore({ s3: { ...config, endpoint: "http://127.0.0.1:1" }, prefix: "" }, directory);
  assert.match((await away.removeAbandoned(Date.now())) ?? "", /cannot be reached/);
  const simple = await startStore(t, { refuses: (request) => (listsParts(request) ? 501 : undefined) });
  const unlisted = new BackupStore({ s3: simple.config, prefix: "" }, directory);
  assert.equal(await unlisted.removeAbandoned(Date.now()), undefined, "not every store can list them");
});

plainTest("no request is about a name that would be read as another one", async (t) => {
  const { config, objects } = await startStore(t);
  const [victim, hostile] = ["/files/backups/kept.parley", "/files/files/../backups/kept.parley"];
  for (const name of [victim, hostile, "/files/files/1/..a/b.."]) objects.set(name, Buffer.from("x"));
  const storage = new S3Storage(config, tmpdir());
  const keys = (await Array.fromAsync(storage.list("files/"))).map(({ key }) => key);
  assert.deepEqual(keys, ["files/1/..a/b.."]);
  for (const key of ["files/../backups/kept.parley", "files/./a", "..", "a/.."])
    await assert.rejects(storage.remove([key]), /Not a key/);
  assert.ok(objects.has(victim));
});
