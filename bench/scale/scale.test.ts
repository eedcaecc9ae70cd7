import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDatabase, POSTGRES } from "../../server/test/databases.ts";
import { makeLargeOrganization, shareOf } from "./organization.ts";
import { Simulation } from "./simulation.ts";

/** A hundred people and ten channels. */
const TINY = 0.001;

test("most channels of a large organization are small", () => {
  const sizes = Array.from({ length: 10_000 }, (_, number) => shareOf(number, 10_000));
  const countOf = (share: number) => sizes.filter((size) => size === share).length;
  assert.deepEqual([countOf(1), countOf(1 / 10), countOf(1 / 100)], [1, 10, 101]);
});

test("a large organization can be made on PostgreSQL", { skip: POSTGRES === undefined }, async (t) => {
  const database = await makeDatabase();
  t.after(() => database.drop());
  const organization = await makeLargeOrganization(TINY, database.url);
  t.after(() => organization.remove());
  assert.equal(organization.people.length, 100);
  assert.equal(organization.online.length, 50);
  assert.equal(organization.channels.length, 10);
  assert.equal(organization.channels[0].members.length, 100);
});

test("the simulation measures every step", async (t) => {
  const organization = await makeLargeOrganization(TINY);
  t.after(() => organization.remove());
  const simulation = await Simulation.start(organization);
  t.after(() => simulation.stop());
  await simulation.registerQueues();
  await simulation.send();
  await simulation.sendToEveryone();
  await simulation.rename();
  await simulation.reportPresence();
  await simulation.registerWhole();
  await simulation.hold(0.1, { warmUpSeconds: 0, seconds: 0.2 });
  await simulation.restart();
  for (const { what, parley } of simulation.figures) assert.ok(parley >= 0, what);
  const names = simulation.figures.map(({ what }) => what);
  for (const name of ["registering a queue: processor", "resuming a queue, 100 entries: processor", "ready again"])
    assert.ok(names.includes(name), name);
});
