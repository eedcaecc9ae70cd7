import assert from "node:assert/strict";
import { test } from "node:test";
import { withOptions } from "./email-address.ts";

test("an address has the chosen options before the @, each once and in one order", () => {
  const address = "design.abc234.show-sender@in.example.com";
  assert.equal(withOptions(address, ["show-sender"]), address);
  assert.equal(withOptions(address, []), "design.abc234@in.example.com");
  assert.equal(
    withOptions(address, ["prefer-html", "show-sender"]),
    "design.abc234.show-sender.prefer-html@in.example.com",
  );
  assert.equal(
    withOptions("parley+abc234@example.com", ["include-quotes"]),
    "parley+abc234.include-quotes@example.com",
  );
});
