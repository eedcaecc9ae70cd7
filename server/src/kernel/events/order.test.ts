import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { org, test } from "../../../test/index.ts";
import type { Db } from "../db/handles.ts";

/** Reads ids repeatedly while `during` is pending; none may appear below one that was already readable. */
async function watched(ids: (db: Db) => Promise<number[]>, db: Db, during: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = during.finally(() => {
    isOver = true;
  });
  let seen: number[] = [];
  do {
    const now = await ids(db);
    assert.deepEqual(now.slice(0, seen.length), seen);
    seen = now;
    await setImmediate();
  } while (!isOver);
  await over;
  return (await ids(db)).length;
}

test("while many users send at once, no message appears below one that was already readable [M1] [E2]", async (t) => {
  const acme = await org(t);
  const people = await Promise.all(["Ada", "Ben", "Cai", "Dan"].map(acme.member));
  await acme.channel("design", people);
  const { reader } = acme.server.app.database;
  const messageIds = async (db: Db) =>
    (await db.selectFrom("message").select("id").where("realm_id", "=", acme.realm.id).orderBy("id").execute()).map(
      (row) => row.id,
    );
  const positions = async (db: Db) =>
    (
      await db
        .selectFrom("event")
        .select("position")
        .where("realm_id", "=", acme.realm.id)
        .orderBy("position")
        .execute()
    ).map((row) => row.position);
  const before = (await messageIds(reader)).length;
  const sent = Promise.all(
    people.flatMap((person, n) =>
      Array.from({ length: 15 }, (_, k) => person.sends(`#design > topic ${n % 2}`, `Message ${k}`)),
    ),
  );
  const [messages] = await Promise.all([watched(messageIds, reader, sent), watched(positions, reader, sent)]);
  assert.equal(messages, before + 60);
});
