import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { openApp } from "../app.ts";
import { readConfig } from "./config.ts";
import { databaseFile, openDatabase } from "./db/open.ts";
import { DatabaseMissing, SecretKeyMissing } from "./first-start.ts";
import { secretKeyFile } from "./secrets.ts";

const log = pino({ level: "silent" });

function newConfig(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "parley-first-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return readConfig({ PARLEY_DATA: join(directory, "data") });
}

async function starts(config: ReturnType<typeof readConfig>, options: { isNew?: boolean } = {}): Promise<void> {
  const app = await openApp(config, { log, ...options });
  await app.stop();
}

test("a missing or empty database next to a used key is not created anew, unless requested", async (t) => {
  const config = newConfig(t);
  await starts(config);
  await starts(config);
  const key = readFileSync(secretKeyFile(config.dataDirectory));

  rmSync(databaseFile(config));
  await assert.rejects(starts(config), (error: Error) => {
    assert.ok(error instanceof DatabaseMissing);
    assert.match(error.message, /parley\.db is missing or empty.*Restore.*(npm start --|parley serve) --new/s);
    return true;
  });
  assert.equal(existsSync(databaseFile(config)), false, "nothing was made");
  writeFileSync(databaseFile(config), "");
  await assert.rejects(starts(config), DatabaseMissing);

  await starts(config, { isNew: true });
  await starts(config);
  assert.deepEqual(readFileSync(secretKeyFile(config.dataDirectory)), key);
});

test("a database that no server has used counts as empty", async (t) => {
  const config = newConfig(t);
  await starts(config);
  rmSync(databaseFile(config));
  const database = await openDatabase(config);
  await database.migrate();
  await database.close();
  await assert.rejects(starts(config), DatabaseMissing);
});

test("a key installed before the first start does not count as used", async (t) => {
  const [first, second] = [newConfig(t), newConfig(t)];
  await starts(first);
  const key = readFileSync(secretKeyFile(first.dataDirectory));
  rmSync(first.dataDirectory, { recursive: true });
  await starts(second);
  rmSync(databaseFile(second));
  // A different key from the one used here.
  writeFileSync(secretKeyFile(second.dataDirectory), key);
  await starts(second);
});

test("an installation older than key marks is marked when it starts", async (t) => {
  const config = newConfig(t);
  await starts(config);
  rmSync(`${secretKeyFile(config.dataDirectory)}.used`);
  await starts(config);
  rmSync(databaseFile(config));
  await assert.rejects(starts(config), DatabaseMissing);
});

test("a missing key is not created anew next to a database", async (t) => {
  const config = newConfig(t);
  await starts(config);
  const key = readFileSync(secretKeyFile(config.dataDirectory));
  rmSync(secretKeyFile(config.dataDirectory));
  await assert.rejects(starts(config), (error: Error) => {
    assert.ok(error instanceof SecretKeyMissing);
    assert.match(error.message, /secret\.key is missing.*backup.*API keys/s);
    return true;
  });
  assert.ok(!readdirSync(config.dataDirectory).includes("secret.key"));
  writeFileSync(secretKeyFile(config.dataDirectory), key);
  await starts(config);
});
