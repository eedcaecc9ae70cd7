import assert from "node:assert/strict";
import { test } from "node:test";
import { destinationOf, isMisleading, nameOfAddress, originalOf, sourceOf } from "./addresses.ts";

const HOME = "https://chat.example";
const leadsTo = (address: string) => destinationOf(address, HOME);

test("a link leads to a screen, to something of this server, to a mailbox, or elsewhere", () => {
  assert.deepEqual(leadsTo("#narrow/channel/9-a"), { kind: "screen", href: "#narrow/channel/9-a" });
  assert.deepEqual(leadsTo("/#inbox"), { kind: "screen", href: "#inbox" });
  assert.deepEqual(leadsTo("https://chat.example/#inbox"), { kind: "screen", href: "#inbox" });
  assert.deepEqual(leadsTo("user_uploads/2/a.txt"), { kind: "ours", href: "/user_uploads/2/a.txt" });
  assert.deepEqual(leadsTo("mailto:a@b.example"), { kind: "mail", href: "mailto:a@b.example" });
  assert.deepEqual(leadsTo("http://b.example/x"), { kind: "elsewhere", href: "http://b.example/x", host: "b.example" });
  assert.equal(leadsTo("//b.example/x")?.kind, "elsewhere");
  assert.equal(leadsTo("/\\b.example/x")?.kind, "elsewhere");
  assert.equal(leadsTo("https://chat.example@b.example")?.kind, "elsewhere");
});

test("no other scheme leads anywhere, however it is written", () => {
  for (const scheme of [
    "javascript",
    "JAVASCRIPT",
    " javascript",
    "java\tscript",
    "\u0001javascript",
    "data",
    "vbscript",
    "blob",
    "file",
    "tel",
  ]) {
    assert.equal(leadsTo(`${scheme}:alert(1)`), undefined, scheme);
  }
});

test("only pictures of this server are loaded", () => {
  assert.equal(sourceOf("/user_uploads/2/a.png", HOME), "/user_uploads/2/a.png");
  assert.equal(sourceOf("https://chat.example/user_avatars/2/a.png", HOME), "/user_avatars/2/a.png");
  for (const address of [
    "https://b.example/user_uploads/a.png",
    "//b.example/user_uploads/a.png",
    "data:image/png;base64,AA==",
    "/user_uploads/../api/v1/register",
    "/user_uploads/%2e%2e/session",
    "/logout",
    "#x",
    "",
  ]) {
    assert.equal(sourceOf(address, HOME), undefined, address);
  }
});

test("a link whose words name another host is misleading", () => {
  assert.equal(isMisleading("https://evil.example/x", "https://bank.example"), true);
  assert.equal(isMisleading("https://evil.example/x", "bank.example/login"), true);
  assert.equal(isMisleading("https://evil.example/x", "Click", "www.bank.example"), true);
  assert.equal(isMisleading("https://bank.example@evil.example/", "https://bank.example@evil.example/"), false);
  assert.equal(isMisleading("https://evil.example/", "https://bank.example/@evil.example"), true);
  assert.equal(isMisleading("https://b\u0430nk.example/", "b\u0430nk.example"), true);
  assert.equal(isMisleading("https://www.bank.example/x", "bank.example"), false);
  assert.equal(isMisleading("https://bank.example/x", "my bank", "notes.md is not a host"), false);
});

test("an address is named by its file, or its host", () => {
  assert.equal(nameOfAddress("/user_uploads/2/a/slow%20phones.csv"), "slow phones.csv");
  assert.equal(nameOfAddress("/user_uploads/2/a/100%.csv"), "100%.csv");
  assert.equal(nameOfAddress("https://b.example/"), "b.example");
});

test("an address of ours that stands for another site's tells which, and nothing that a link may not lead to", () => {
  const at = (url: string) => `/external_content/0a1b/${Buffer.from(url).toString("hex")}`;
  const home = "https://chat.example";
  assert.equal(originalOf(at("https://a.example/ä.mp3"), home), "https://a.example/%C3%A4.mp3");
  for (const source of [
    at("javascript:alert(1)"),
    at("/user_uploads/1"),
    "/external_content/0a/xyz",
    "/user_uploads/2/a.mp3",
  ])
    assert.equal(originalOf(source, home), undefined, source);
});
