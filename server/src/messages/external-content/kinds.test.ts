import assert from "node:assert/strict";
import { test } from "node:test";
import { beginsAs, type ContentKind, declaredKind } from "./kinds.ts";

const beginning = (text: string) => Buffer.from(text, "latin1");

const BEGINNINGS: Readonly<Record<string, string>> = {
  "image/png": "\x89PNG\r\n\x1a\n....",
  "image/jpeg": "\xff\xd8\xff\xe0..JFIF",
  "image/gif": "GIF89a..........",
  "image/webp": "RIFF....WEBPVP8 ",
  "image/avif": "\0\0\0 ftypavif....",
  "image/bmp": "BM....\0\0\0\0....",
  "video/mp4": "\0\0\0 ftypisom....",
  "video/webm": "\x1aE\xdf\xa3........",
  "video/ogg": "OggS............",
  "audio/wav": "RIFF....WAVEfmt ",
  "audio/flac": "fLaC............",
  "audio/mpeg": "ID3.............",
  "audio/aac": "\xff\xf1............",
};

test("content is served only when its declared type matches its bytes", () => {
  for (const [type, bytes] of Object.entries(BEGINNINGS)) {
    const kind = declaredKind(`${type.toUpperCase()}; charset=binary`) as ContentKind;
    assert.deepEqual([kind.contentType, beginsAs(kind, beginning(bytes))], [type, true]);
    for (const [other, otherBytes] of Object.entries(BEGINNINGS))
      if (otherBytes !== bytes) assert.equal(beginsAs(kind, beginning(otherBytes)), false, `${other} as ${type}`);
  }
});

test("equivalent type names are treated the same", () => {
  assert.deepEqual(declaredKind("image/jpg"), { is: "picture", contentType: "image/jpeg" });
  const mp3 = declaredKind("audio/mp3") as ContentKind;
  assert.equal(beginsAs(mp3, beginning("\xff\xfb\x90\x00")), true, "without a tag before it");
  assert.equal(beginsAs(declaredKind("audio/x-m4a") as ContentKind, beginning("\0\0\0 ftypM4A ")), true);
});

test("executable and unknown content is not served, whatever its type claims", () => {
  const refused = ["image/svg+xml", "text/html", "application/octet-stream", "image/*", "constructor", "", undefined];
  for (const type of refused) assert.equal(declaredKind(type), undefined, `${type}`);
  const texts = ["<svg xmlns=...", "<!doctype html>", "<html><script>", "BM<script>alert(1)", "", "\xff", "GIF"];
  for (const type of Object.keys(BEGINNINGS))
    for (const text of texts) assert.equal(beginsAs(declaredKind(type) as ContentKind, beginning(text)), false, text);
});
