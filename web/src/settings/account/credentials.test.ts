import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialsFile } from "./credentials.ts";

test("the credentials file has the format that released clients read", () => {
  const file = credentialsFile({ email: "ada@example.com", key: "k".repeat(32), site: "https://chat.example.com" });
  assert.equal(file, `[api]\nemail=ada@example.com\nkey=${"k".repeat(32)}\nsite=https://chat.example.com\n`);
});
