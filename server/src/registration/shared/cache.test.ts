import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import type { Committed } from "../../kernel/db/handles.ts";
import { SharedCache } from "./cache.ts";

const ALL = { key: "x", stamp: "", changedBy: { events: ["realm_user"] } };
const EIGHTY_MB = 80 * 1024 * 1024;

/** Counts how often something is made. */
function counting(size = 1) {
  let count = 0;
  const make = async () => ({ size, number: ++count });
  return { make, made: () => count };
}

test("an entry holds until an event that changes it, on whatever node", async (t) => {
  const acme = await org(t);
  const { database } = acme.server.app;
  const cache = new SharedCache();
  const { make, made } = counting();
  const ask = () => database.snapshot(async (db) => cache.get(await cache.at(db, acme.realm.id), ALL, make));
  await Promise.all([ask(), ask()]);
  await acme.channel("design", [acme.owner]);
  await acme.owner.sends("#design > x", "hello");
  await ask();
  assert.equal(made(), 1, "a message and a channel change nobody");
  await acme.member("Ada");
  await ask();
  assert.equal(made(), 2, "somebody new does");
  const { number } = await database.snapshot(async (db) =>
    cache.get(await cache.at(db, acme.realm.id), { ...ALL, stamp: "another day" }, make),
  );
  assert.equal(number, 3, "and so does another stamp");
});

test("whoever reads an older moment neither gets nor replaces what is newer", async (t) => {
  const acme = await org(t);
  const { database } = acme.server.app;
  const cache = new SharedCache();
  const { make, made } = counting();
  const at = (db: Committed) => cache.at(db, acme.realm.id);
  const older = await database.snapshot(at);
  await acme.member("Ada");
  const newer = await database.snapshot(at);
  assert.ok(newer.position > older.position);
  const first = await cache.get(newer, ALL, make);
  assert.notEqual(await cache.get(older, ALL, make), first);
  assert.equal(await cache.get(newer, ALL, make), first);
  assert.equal(made(), 2);
});

test("what fails is not kept, and whoever waited for it makes it", async (t) => {
  const acme = await org(t);
  const cache = new SharedCache();
  const moment = await acme.server.app.database.snapshot((db) => cache.at(db, acme.realm.id));
  const failing = cache.get(moment, ALL, async () => assert.fail("no connection"));
  const { make, made } = counting();
  const waiting = cache.get(moment, ALL, make);
  await assert.rejects(failing, { message: "no connection" });
  assert.equal((await waiting).number, 1);
  await cache.get(moment, ALL, make);
  await cache.get(moment, ALL, make);
  assert.equal(made(), 2);
});

test("its memory is bounded, and what was not used for longest is dropped", async (t) => {
  const acme = await org(t);
  const cache = new SharedCache();
  const moment = await acme.server.app.database.snapshot((db) => cache.at(db, acme.realm.id));
  const { make, made } = counting(EIGHTY_MB / 4);
  const ask = (key: string) => cache.get(moment, { ...ALL, key }, make);
  for (const key of ["a", "b", "c", "d", "a", "e"]) await ask(key);
  assert.equal(made(), 5);
  await ask("a");
  await ask("e");
  assert.equal(made(), 5);
  await ask("b");
  assert.equal(made(), 6);
});
