import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError, RequestError } from "../connection.ts";
import { Errands } from "./errands.ts";

const lost = () => Promise.reject(new ConnectionError("The server did not answer."));

test("what cannot be done now is done later, in the order in which it was asked for", async () => {
  const errands = new Errands();
  const done: string[] = [];
  let isThere = false;
  const errand = (name: string) => () => (isThere ? Promise.resolve(done.push(name)) : lost());
  const all = [errands.run(errand("one")), errands.run(errand("two")), errands.run(errand("three"))];
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([done, errands.isWaiting], [[], true]);
  isThere = true;
  errands.resume();
  await Promise.all(all);
  assert.deepEqual([done, errands.isWaiting], [["one", "two", "three"], false]);
});

test("what is refused is told, and holds up nothing", async () => {
  const errands = new Errands();
  const refused = errands.run(() => Promise.reject(new RequestError(400, { msg: "No." })));
  const next = errands.run(async () => "done");
  await assert.rejects(refused, { message: "No." });
  assert.equal(await next, "done");
});

test("what is closed tries nothing more", async () => {
  const errands = new Errands();
  const waiting = errands.run(lost);
  errands.close();
  await assert.rejects(waiting);
});
