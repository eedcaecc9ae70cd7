import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { strengthOf } from "./passwords.ts";

test("several long passwords are checked one after another, and other work is served in between", async () => {
  // Loads the dictionaries.
  assert.equal(await strengthOf("correct horse battery", []), "strong");
  const done: string[] = [];
  const looks = ["1", "2", "3"].map(async (digit) => {
    assert.equal(await strengthOf("a1!".repeat(60) + digit, []), "weak");
    done.push("password");
  });
  const other = sleep(1).then(() => done.push("other"));
  await Promise.all([...looks, other]);
  assert.ok(done.indexOf("other") <= 1, done.join());
});

test("a long password is as strong as its strongest part", async () => {
  const [weak, strong] = ["password".repeat(4), "kV7#pm2!xQ9zt4&Lw8"];
  assert.equal(weak.length, 32);
  assert.notEqual(await strengthOf(weak, []), "strong");
  assert.equal(await strengthOf(weak + strong, []), "strong");
  assert.equal(await strengthOf("a".repeat(100), []), "guessable");
});
