import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { test as onEveryEngine, serverFor } from "../../test/index.ts";
import { hashesForReal } from "../../test/passwords.ts";
import { API_KEY_PATTERN, hashPassword, loadSecrets, randomToken, Secrets, verifyPassword } from "./secrets.ts";
import { checkSecrets, WrongSecretKey } from "./secrets-check.ts";

function directory(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), "parley-secrets-"));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return join(made, "data");
}

test("a password is verified by its hash, and no two hashes are equal", async (t) => {
  hashesForReal(t);
  const password = "pässwörd 😀";
  const [first, second] = [await hashPassword(password), await hashPassword(password)];
  assert.notEqual(first, second);
  assert.ok(!first.includes(password));
  assert.match(first, /^\$argon2id\$v=19\$m=65536,t=3,p=4\$/);
  assert.equal(await verifyPassword(password, first), true);
  assert.equal(await verifyPassword(`${password} `, first), false);
  assert.equal(await verifyPassword("", first), false);
});

test("an invalid hash verifies nothing", async () => {
  for (const hash of ["", "x", "$argon2id$", "$2b$10$abcdefghijklmnopqrstuv"])
    assert.equal(await verifyPassword("", hash), false);
});

test("encrypted data can be decrypted only with the same key", () => {
  const [mine, other] = [new Secrets(randomBytes(32)), new Secrets(randomBytes(32))];
  for (const text of ["", "key", "é😀".repeat(100)]) {
    const sealed = mine.encrypt(text);
    assert.notEqual(sealed, mine.encrypt(text));
    assert.equal(mine.decrypt(sealed), text);
    assert.throws(() => other.decrypt(sealed));
  }
});

test("modified data cannot be decrypted", () => {
  const secrets = new Secrets(randomBytes(32));
  const bytes = Buffer.from(secrets.encrypt("an API key"), "base64url");
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    assert.throws(() => secrets.decrypt(changed.toString("base64url")), `byte ${index}`);
  }
  for (const cut of ["", "AAAA", bytes.subarray(0, 20).toString("base64url")])
    assert.throws(() => secrets.decrypt(cut));
});

test("an API key is found by a hash that depends on the server's secret", () => {
  const master = randomBytes(32);
  const { apiKey, api_key_hash, api_key_encrypted } = new Secrets(master).newApiKey();
  assert.match(apiKey, API_KEY_PATTERN);
  assert.equal(new Secrets(master).lookupHash(apiKey), api_key_hash);
  assert.equal(new Secrets(master).decrypt(api_key_encrypted), apiKey);
  assert.notEqual(new Secrets(randomBytes(32)).lookupHash(apiKey), api_key_hash);
  assert.equal(new Set(Array.from({ length: 100 }, randomToken)).size, 100);
});

test("the key file is created once, readable by its owner only", (t) => {
  const data = directory(t);
  const first = loadSecrets(data);
  const file = join(data, "secret.key");
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(data).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(data), ["secret.key"]);
  assert.match(readFileSync(file, "utf8"), /^[0-9a-f]{64}\n$/);
  assert.equal(loadSecrets(data).lookupHash("x"), first.lookupHash("x"));
});

test("a key file without a key is refused and left unchanged", (t) => {
  const data = directory(t);
  loadSecrets(data);
  const file = join(data, "secret.key");
  for (const text of ["", "abc", "g".repeat(64), "a".repeat(63), "a".repeat(66)]) {
    writeFileSync(file, text);
    assert.throws(() => loadSecrets(data), /secret\.key does not hold a key of 32 bytes/);
    assert.equal(readFileSync(file, "utf8"), text);
  }
  assert.ok(existsSync(file));
});

onEveryEngine("a database can be opened only with the key it was created with", async (t) => {
  const { app } = await serverFor(t);
  await checkSecrets(app.database, app.secrets);
  await assert.rejects(checkSecrets(app.database, new Secrets(randomBytes(32))), (error: Error) => {
    assert(error instanceof WrongSecretKey);
    assert.match(error.message, /does not match this database\. Copy secret\.key/);
    return true;
  });
});

onEveryEngine("when two processes with different keys start at once, one is refused", async (t) => {
  const { app } = await serverFor(t);
  await app.database.transaction(async (tx) => void (await tx.deleteFrom("installation").execute()));
  const keys = [new Secrets(randomBytes(32)), new Secrets(randomBytes(32))];
  const started = await Promise.allSettled(keys.map((key) => checkSecrets(app.database, key)));
  assert.deepEqual(started.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});
