import assert from "node:assert/strict";
import { test } from "node:test";
import { handedOver } from "./handed-over.ts";

const at = (parameters: Record<string, string>) =>
  handedOver(new URL(`https://chat.example.com/?${new URLSearchParams(parameters)}`));

test("what is shared becomes a text, each part once", () => {
  assert.equal(at({ share_title: "Tides", share_text: "High at 6", share_url: "" }).text, "Tides\nHigh at 6");
  assert.equal(
    at({ share_title: "Tides", share_text: "See https://a.example/ Tides", share_url: "https://a.example/" }).text,
    "See https://a.example/ Tides",
  );
  assert.equal(at({}).text, undefined);
});

test("a link of ours leads to its fragment, and no other link does", () => {
  assert.equal(at({ link: "web+parley:#narrow/channel/7" }).fragment, "narrow/channel/7");
  assert.equal(at({ link: "web+parley://narrow/channel/7" }).fragment, "narrow/channel/7");
  for (const link of ["https://evil.example/#inbox", "javascript:alert(1)", "web+parley:", ""])
    assert.equal(at({ link }).fragment, undefined);
});
