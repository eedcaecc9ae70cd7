import assert from "node:assert/strict";
import { test } from "node:test";
import { readPage } from "./read.ts";

/** In parts of so many bytes. */
async function* partsOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (html: string | Buffer, contentType = "text/html; charset=utf-8", partSize = 64 * 1024) =>
  readPage(partsOf(Buffer.from(html), partSize), { url: "https://example.com/news/1", contentType });

const meta = (property: string, content: string) => `<meta property="${property}" content="${content}">`;
const IMAGE = meta("og:image", "https://example.com/p.png");

test("metadata for previews takes precedence over ordinary metadata", async () => {
  const usual = '<title>News &amp; more</title><meta name="Description" content="All of it">';
  assert.deepEqual(await read(`<html><head>${usual}${IMAGE}</head>`), {
    image: "https://example.com/p.png",
    title: "News & more",
    description: "All of it",
  });
  const graph = meta("og:title", " Big \n news ") + meta("og:description", "Much") + meta("og:title", "Later");
  assert.deepEqual(await read(`<head>${usual}${graph}${IMAGE}`), {
    image: "https://example.com/p.png",
    title: "Big news",
    description: "Much",
  });
  assert.deepEqual(await read(IMAGE), { image: "https://example.com/p.png", title: undefined, description: undefined });
});

test("a page without an image on the web has no preview", async () => {
  assert.equal(await read("<title>News</title>"), undefined);
  for (const address of [
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    "http://",
    `https://x.org/${"a".repeat(3000)}`,
  ])
    assert.equal(await read(meta("og:image", address)), undefined, address);
  assert.equal((await read(meta("og:image", "/p.png")))?.image, "https://example.com/p.png");
});

test("only the head is parsed", async () => {
  assert.equal(await read(`<head><title>News</title></head><body>${" ".repeat(20_000)}${IMAGE}`), undefined);
  const script = `<script>"${IMAGE.replaceAll('"', "'")}"</script>`;
  assert.equal(await read(`<head>${script}<title><meta></title></head>`), undefined);
});

test("texts are one line and limited in length", async () => {
  const page = await read(
    `<title>${"x".repeat(400)}</title>${meta("description", "y\u200f\u0007 ".repeat(400))}${IMAGE}`,
  );
  assert.deepEqual([page?.title?.length, page?.title?.endsWith("x…")], [300, true]);
  assert.ok(!page?.description?.includes("\u200f") && !page?.description?.includes("\u0007"));
});

test("pages are decoded with their own encoding", async () => {
  const latin = Buffer.from(`<meta charset="iso-8859-1"><title>Caf\u00e9</title>${IMAGE}`, "latin1");
  assert.equal((await read(latin, "text/html"))?.title, "Café");
  assert.equal((await read(latin, "text/html; charset=windows-1252"))?.title, "Café");
  assert.equal((await read(`<title>Café</title>${IMAGE}`, "text/html; charset=no-such-thing"))?.title, "Café");
});

test("a page may arrive in parts of any size", async () => {
  const latin = Buffer.from(`<meta charset="iso-8859-1"><title>Caf\u00e9</title>${IMAGE}${" ".repeat(2000)}`, "latin1");
  for (const size of [1, 7, 1023]) {
    assert.equal((await read(latin, "text/html", size))?.title, "Café");
    assert.equal(
      (await read(`${" ".repeat(2000)}<title>Café ☕</title>${IMAGE}`, "text/html", size))?.title,
      "Café ☕",
    );
  }
});

test("a page that would take long to parse is parsed as fast as any other", async () => {
  const pages = [
    `<head>${"<meta ".repeat(80_000)}${"<".repeat(400_000)}`,
    "<div>".repeat(400_000),
    `<a ${'b="c" '.repeat(300_000)}`,
    meta("og:title", "a").repeat(50_000),
    `<title>${"t".repeat(500_000)}</title>${meta("og:description", "&amp;".repeat(100_000))}`,
  ];
  for (const page of pages) {
    const { user } = process.cpuUsage();
    await read(page);
    const tookMs = process.cpuUsage().user / 1000 - user / 1000;
    assert.ok(tookMs < 1000, `${page.slice(0, 20)}: ${tookMs} ms`);
  }
});
