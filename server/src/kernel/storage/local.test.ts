import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { LocalStorage } from "./local.ts";

function storage(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "parley-storage-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const given = (content: string) => {
    const file = join(directory, `given-${Math.random()}`);
    writeFileSync(file, content);
    return file;
  };
  return { directory, given, store: new LocalStorage(join(directory, "store")) };
}

test("a stored file can be read as a whole and in part, and is gone from where it was", async (t) => {
  const { store, given } = storage(t);
  const file = given("0123456789");
  await store.adopt(file, "files/1/a/b.txt");
  assert.equal(existsSync(file), false);
  const whole = await store.read("files/1/a/b.txt");
  const part = await store.read("files/1/a/b.txt", { start: 2, end: 4 });
  assert.deepEqual([whole && (await text(whole)), part && (await text(part))], ["0123456789", "234"]);
  assert.equal(await store.size("files/1/a/b.txt"), 10);
  assert.equal(await store.withFile("files/1/a/b.txt", async (path) => statSync(path).size), 10);
});

test("a missing file is reported as missing", async (t) => {
  const { store } = storage(t);
  assert.equal(await store.read("files/none"), undefined);
  assert.equal(await store.size("files/none"), undefined);
  assert.equal(await store.withFile("files/none", async () => 1), undefined);
  await store.remove(["files/none"]);
  assert.deepEqual(await Array.fromAsync(store.list("files/")), []);
});

test("removing files leaves no empty directories, and the rest is listed", async (t) => {
  const { store, given, directory } = storage(t);
  await store.adopt(given("a"), "files/1/a/one.txt");
  await store.adopt(given("b"), "files/1/b/two.txt");
  await store.remove(["files/1/a/one.txt"]);
  assert.deepEqual(readdirSync(join(directory, "store/files/1")), ["b"]);
  const listed = await Array.fromAsync(store.list("files/"));
  assert.deepEqual(
    listed.map(({ key }) => key),
    ["files/1/b/two.txt"],
  );
});

test("no key leads outside the directory", async (t) => {
  const { store, given } = storage(t);
  for (const key of ["../outside", "files/../../outside", "/etc/passwd", ".", ""]) {
    await assert.rejects(store.read(key), /Not a key/);
    await assert.rejects(store.adopt(given("x"), key), /Not a key/);
    await assert.rejects(store.remove([key]), /Not a key/);
  }
});
