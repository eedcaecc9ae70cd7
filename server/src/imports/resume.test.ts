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

/** Everything that was imported, without ids that depend on what else was there. */
async function rowsOf({ server, realm }: Organization) {
  const { reader } = server.app.database;
  const messages = await reader
    .selectFrom("message")
    .innerJoin("user", "user.id", "message.sender_id")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["user.full_name", "channel.name", "message.subject", "message.sent_at", "message.last_edit_at"])
    .select(["message.traits", "message.history_count", "message.content"])
    .where("message.realm_id", "=", realm.id)
    .where("message.client", "=", "Import")
    .orderBy("message.id")
    .execute();
  const first = await reader
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realm.id)
    .where("full_name", "=", "Person Number 1")
    .executeTakeFirstOrThrow();
  const reactions = await reader
    .selectFrom("reaction")
    .innerJoin("message", "message.id", "reaction.message_id")
    .select(["message.sent_at", "reaction.user_id", "reaction.emoji_name"])
    .where("message.realm_id", "=", realm.id)
    .orderBy("reaction.message_id")
    .execute();
  const flags = await reader
    .selectFrom("user_message")
    .innerJoin("message", "message.id", "user_message.message_id")
    .select(["message.sent_at", "user_message.user_id", "user_message.flags"])
    .where("message.realm_id", "=", realm.id)
    .where("message.client", "=", "Import")
    .orderBy("message.id")
    .orderBy("user_message.user_id")
    .execute();
  const relative = <T extends { user_id: number }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, user_id: row.user_id - first.id }));
  const plain = messages.map(({ content, ...row }) => ({ ...row, content: content.replace(/\|\d+\*\*/g, "**") }));
  return { messages: plain, reactions: relative(reactions), flags: relative(flags) };
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
