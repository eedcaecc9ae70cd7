/** An import that is interrupted anywhere and run again gives the same rows as one that is not. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import type { TestContext } from "node:test";
import { type Organization, org, test } from "../../test/index.ts";
import { invariants } from "../cli/doctor/invariants.ts";
import type { Database } from "../kernel/db/handles.ts";
import { importFrom } from "./import.ts";
import { openSource } from "./open.ts";
import { fingerprintOf } from "./recognise.ts";
import { largeSlackArchive } from "./slack/testing.ts";
import { archiveFile, Dice } from "./testing.ts";
import { rowsOf } from "./testing-rows.ts";

const MESSAGES = 4200;
const archive = largeSlackArchive({ messages: MESSAGES });

class Killed extends Error {}

/** Fails at a transaction, before or after its commit: what a process sees that is killed there. */
function failing(database: Database, after: number, isCommitted: boolean): Database {
  let left = after;
  return new Proxy(database, {
    get(target, name) {
      if (name !== "transaction") {
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (...args: Parameters<Database["transaction"]>) => {
        if (left-- > 0) return target.transaction(...args);
        if (isCommitted) await target.transaction(...args);
        throw new Killed();
      };
    },
  });
}

async function run(acme: Organization, file: string, database?: Database) {
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const source = await openSource("slack", file, { workFolder: dirname(file) });
  try {
    const running = database ? Object.assign(Object.create(app) as typeof app, { database }) : app;
    return await importFrom(running, realm, source, { fingerprint: await fingerprintOf(file) });
  } finally {
    await source.close();
  }
}

async function imported(t: TestContext): Promise<{ acme: Organization; file: string }> {
  const acme = await org(t);
  acme.stopFollowing("an import sends no events");
  return { acme, file: archiveFile(t, "large.zip", archive) };
}

test("an import that is killed again and again ends with the same rows", async (t) => {
  const whole = await imported(t);
  const { tally } = await run(whole.acme, whole.file);
  assert.equal(tally.taken.messages, MESSAGES);
  const expected = await rowsOf(whole.acme);
  assert.equal(expected.messages.length, MESSAGES);

  const { acme, file } = await imported(t);
  const dice = new Dice(t.name.length);
  let kills = 0;
  for (;;) {
    const database = failing(acme.server.app.database, dice.below(6), dice.below(2) === 0);
    try {
      await run(acme, file, database);
      break;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      kills++;
      assert(kills < 100);
    }
  }
  assert(kills > 3, `${kills} kills`);
  assert.deepEqual(await rowsOf(acme), expected);
  const again = await run(acme, file);
  assert.deepEqual([again.wasFinished, again.tally], [true, tally]);
  assert.deepEqual(await rowsOf(acme), expected);
  for (const { name, problems } of invariants)
    assert.deepEqual(await problems(acme.server.app.database.reader), [], name);
});
