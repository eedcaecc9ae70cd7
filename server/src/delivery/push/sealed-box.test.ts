import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicKey, open, seal } from "./sealed-box.ts";

const keys = {
  publicKey: "RwHQhIhFH1RaQJ+1iuPlhYHKQKw/fxFGmM1x3qxzygE=",
  privateKey: "PZTupJxYCu+BaTV2K+BJVZ1tFEDe3hLmoSXxhB//jm8=",
};

test("a box sealed by libsodium can be opened", () => {
  const sealed = "yT/nhhNeoUCzvhr20Mpdw9YJQJj46Nqr3X2AA6xAESosBgxUKKBzZVriBhKz9dV5bTMaM21L3Lq7zk2aSdew";
  assert.equal(open(sealed, keys), '{"type":"test"}');
});

test("a sealed box opens only with its key, and sealing the same text gives a different box each time", () => {
  const [first, second] = [seal("café", keys.publicKey), seal("café", keys.publicKey)];
  assert.notEqual(first, second);
  assert.equal(open(first, keys), "café");
  const other = { ...keys, privateKey: Buffer.alloc(32, 7).toString("base64") };
  assert.throws(() => open(first, other));
  const spoilt = Buffer.from(first, "base64");
  spoilt[40] = (spoilt[40] as number) ^ 1;
  assert.throws(() => open(spoilt.toString("base64"), keys));
});

test("a public key is 32 bytes in base64, and not one of those with a predictable shared secret", () => {
  assert.ok(isPublicKey(keys.publicKey));
  const zero = Buffer.alloc(32).toString("base64");
  for (const text of ["", "key", keys.publicKey.slice(0, -4), `${keys.publicKey}AA`, keys.publicKey.slice(0, -1), zero])
    assert.ok(!isPublicKey(text), text);
});
