import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { OpenContext } from "../context.ts";
import { Secrets } from "../secrets.ts";
import { sealedKind } from "./sealed.ts";

const secrets = new Secrets(randomBytes(32));
const at = (now: number, id = 1, own = secrets) =>
  ({ app: { secrets: own }, realm: { id }, now }) as unknown as Pick<OpenContext, "app" | "realm" | "now">;

const letters = sealedKind<{ text: string }>("letters", 60);
const parcels = sealedKind<{ text: string }>("parcels", 60);

test("a sealed value opens for its purpose, in its organization, until it expires", () => {
  const sealed = letters.seal(at(1000), { text: "hello" });
  assert.match(sealed, /^[\w-]+$/, "it fits into a cookie");
  assert.ok(!Buffer.from(sealed, "base64url").includes("hello"), "nobody can read it");
  assert.deepEqual(letters.open(at(1059), sealed)?.value, { text: "hello" });
  assert.equal(letters.open(at(1060), sealed), undefined, "expired");
  assert.equal(letters.open(at(1000, 2), sealed), undefined, "another organization");
  assert.equal(parcels.open(at(1000), sealed), undefined, "another purpose");
  assert.equal(letters.open(at(1000, 1, new Secrets(randomBytes(32))), sealed), undefined, "another server");
});

test("nothing else opens", () => {
  const sealed = letters.seal(at(1000), { text: "hello" });
  const changed = sealed.slice(0, -1) + (sealed.endsWith("A") ? "E" : "A");
  for (const forged of [changed, "", "x", sealed.slice(0, 30), secrets.encrypt('{"value":{}}'), undefined])
    assert.equal(letters.open(at(1000), forged), undefined, forged ?? "nothing");
});
