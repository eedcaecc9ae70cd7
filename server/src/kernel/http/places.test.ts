import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { RequestSlot, RequestSlots } from "./places.ts";

test("a caller has two heavy requests in progress; further ones start in separate turns of the event loop", async () => {
  const places = new RequestSlots("heavy");
  const begun: string[] = [];
  const enter = (key: string, name: string) => {
    const turn = places.enter(key);
    if (turn) void turn.then(() => begun.push(name));
    else begun.push(name);
  };
  for (const name of ["a1", "a2", "a3", "a4"]) enter("ada", name);
  enter("ben", "b1");
  assert.deepEqual(begun, ["a1", "a2", "b1"], "nobody else waits");
  places.leave("ada");
  places.leave("ada");
  assert.equal(begun.length, 3, "not in the same turn");
  for (const further of [["a3"], ["a3", "a4"]]) {
    while (begun.length < 3 + further.length) await nextTurn();
    assert.deepEqual(begun.slice(3), further);
  }
});

test("in a long turn of the event loop, a caller starts one request, and other callers are not delayed", async () => {
  const places = new RequestSlots("light");
  const begun: string[] = [];
  /** Computes for that long and ends. */
  const work = async (key: string, name: string, ms: number) => {
    const turn = places.enter(key);
    if (turn) await turn;
    begun.push(name);
    for (const end = performance.now() + ms; performance.now() < end; );
    places.leave(key);
  };
  await nextTurn();
  const all = [work("ada", "a1", 30), work("ada", "a2", 30), work("ada", "a3", 30), work("ben", "b1", 0)];
  assert.deepEqual(begun, ["a1", "b1"]);
  await Promise.all(all);
  assert.deepEqual(begun, ["a1", "b1", "a2", "a3"]);
});

test("a place is freed once, even when its connection closes", () => {
  const places = new RequestSlots("light");
  const sockets = Array.from({ length: 16 }, () => new EventEmitter());
  const taken = sockets.map((socket) => {
    assert.equal(places.enter("ada"), undefined);
    const place = new RequestSlot(places, "ada");
    place.leaveWith(socket as never);
    return place;
  });
  sockets[0]?.emit("close");
  taken[0]?.leave();
  assert.equal(places.enter("ada"), undefined);
  assert.notEqual(places.enter("ada"), undefined);
});
