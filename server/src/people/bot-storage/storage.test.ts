import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { deleteBotStorage, getBotStorage, updateBotStorage } from "./contract.ts";

test("a bot stores texts under keys, reads them and deletes them", async (t) => {
  const acme = await org(t);
  const [robin, tui] = [await acme.bot("Robin", acme.owner), await acme.bot("Tui", acme.owner)];
  await robin.call(updateBotStorage, { storage: { a: "1", b: "2", "": "" } });
  await robin.call(updateBotStorage, { storage: { b: "two", __proto__x: "p" } });
  const { storage } = await robin.call(getBotStorage, {});
  assert.deepEqual(storage, { "": "", a: "1", b: "two", __proto__x: "p" });
  assert.deepEqual((await robin.call(getBotStorage, { keys: ["b", "a", "b"] })).storage, { a: "1", b: "two" });
  assert.deepEqual((await tui.call(getBotStorage, {})).storage, {}, "each has its own");
  await robin.call(deleteBotStorage, { keys: ["a", ""] });
  assert.deepEqual((await robin.call(getBotStorage, {})).storage, { b: "two", __proto__x: "p" });
  await robin.call(deleteBotStorage, {});
  assert.deepEqual((await robin.call(getBotStorage, {})).storage, {});
});

test("keys with a special meaning in JavaScript are ordinary keys", async (t) => {
  const acme = await org(t);
  const robin = await acme.bot("Robin", acme.owner);
  const storage = '{"__proto__":"p","constructor":"c","toString":"t","hasOwnProperty":"h"}';
  assert.equal((await robin.asks("PUT", "/bot_storage", { storage })).result, "success");
  const { storage: stored } = await robin.call(getBotStorage, {});
  assert.deepEqual(Object.entries(stored).sort(), Object.entries(JSON.parse(storage)).sort());
  const { storage: one } = await robin.call(getBotStorage, { keys: ["__proto__"] });
  assert.deepEqual(Object.entries(one), [["__proto__", "p"]]);
  const wrong = await robin.asks("PUT", "/bot_storage", { storage: '{"__proto__":{"a":"1"}}' });
  assert.equal(wrong.msg, 'storage["__proto__"] is not a string');
  await robin.call(deleteBotStorage, { keys: ["__proto__", "constructor"] });
  assert.deepEqual((await robin.call(getBotStorage, {})).storage, { hasOwnProperty: "h", toString: "t" });
});

test("a missing key is an error, and nothing is deleted", async (t) => {
  const acme = await org(t);
  const robin = await acme.bot("Robin", acme.owner);
  await robin.call(updateBotStorage, { storage: { a: "1" } });
  for (const operation of [getBotStorage, deleteBotStorage])
    await assert.rejects(robin.call(operation, { keys: ["a", "b"] }), {
      code: "BAD_REQUEST",
      message: "Key does not exist.",
    });
  assert.deepEqual((await robin.call(getBotStorage, {})).storage, { a: "1" });
});

test("a bot can store ten million characters and not one more", async (t) => {
  const acme = await org(t);
  const robin = await acme.bot("Robin", acme.owner);
  const million = "x".repeat(999_999);
  for (const key of "abcdefghi") await robin.call(updateBotStorage, { storage: { [key]: million } });
  await robin.call(updateBotStorage, { storage: { j: `😀${million.slice(1)}` } });
  const excess = { code: "BAD_REQUEST", message: /1 characters too large \(limit: 10000000 characters\)/ };
  await assert.rejects(robin.call(updateBotStorage, { storage: { k: "" } }), excess);
  await assert.rejects(robin.call(updateBotStorage, { storage: { b: "x".repeat(1_000_000) } }), excess);
  await robin.call(updateBotStorage, { storage: { b: "" } });
  await robin.call(updateBotStorage, { storage: { k: "" } });
});

test("only text can be stored, under text keys", async (t) => {
  const acme = await org(t);
  const robin = await acme.bot("Robin", acme.owner);
  const put = (storage: string) => robin.asks("PUT", "/bot_storage", { storage });
  assert.equal((await robin.asks("PUT", "/bot_storage")).msg, "Missing 'storage' argument");
  assert.equal((await put("[]")).result, "error");
  assert.equal((await put('{"a": 1}')).msg, 'storage["a"] is not a string');
  assert.equal((await put('{"a": "\\u0000"}')).result, "error");
  assert.equal((await robin.asks("GET", "/bot_storage", { keys: '"a"' })).msg, "keys is not a list");
  const hook = await acme.bot("Hook", acme.owner, 2);
  assert.equal((await hook.asks("GET", "/bot_storage")).code, "UNAUTHORIZED");
});
