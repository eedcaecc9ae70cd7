/** Large bodies of all callers wait for room in memory, and small ones never do. */
import assert from "node:assert/strict";
import { ask, told } from "../../../test/ask.ts";
import { type Organization, org, test, until } from "../../../test/index.ts";
import { bodyRoom } from "./body-room.ts";

const MEGABYTE = 1024 * 1024;

const rename = (acme: Organization, name: string, { padding = 0, length = true } = {}) =>
  ask(acme.server, "PATCH /realm", {
    host: acme.realm.host,
    as: acme.owner,
    form: `name=${name}&padding=${"x".repeat(padding)}`,
    ...(length ? {} : { headers: { "transfer-encoding": "chunked" } }),
  });

test("a large body waits for room, is refused after a while, and small ones come in meanwhile", async (t) => {
  const acme = await org(t);
  assert.equal(bodyRoom.take(64 * MEGABYTE, acme.clock), undefined);
  try {
    const refused = rename(acme, "Late", { padding: 100_000 });
    await until(() => bodyRoom.waiting === 1);
    assert.equal((await rename(acme, "Small", { padding: 60_000 })).status, 200);
    await acme.clock.advance({ seconds: 10 });
    const { status, headers, body } = await refused;
    assert.deepEqual([status, body.code, headers["retry-after"]], [503, "SERVICE_UNAVAILABLE", "5"]);
    assert.equal(bodyRoom.waiting, 0);

    const [waits, unknown] = [rename(acme, "Large", { padding: 100_000 }), rename(acme, "Unknown", { length: false })];
    await until(() => bodyRoom.waiting === 2);
    bodyRoom.giveBack(64 * MEGABYTE);
    assert.deepEqual([(await waits).status, (await unknown).status], [200, 200]);
    assert.equal(bodyRoom.take(64 * MEGABYTE, acme.clock), undefined, "everything was given back");
  } finally {
    bodyRoom.giveBack(64 * MEGABYTE);
  }
});

test("a body that is refused gives its room back", async (t) => {
  const acme = await org(t);
  const refusals = [
    await ask(acme.server, "PATCH /realm", {
      host: acme.realm.host,
      as: acme.owner,
      form: `name=${"x".repeat(70_000)}`,
    }),
    await ask(acme.server, "PATCH /realm", {
      host: acme.realm.host,
      as: acme.owner,
      headers: { "content-type": "application/json" },
      payload: "x".repeat(70_000),
    }),
    await ask(acme.server, "PATCH /realm", { host: acme.realm.host, as: acme.owner, form: "x".repeat(2 * MEGABYTE) }),
  ];
  assert.deepEqual(
    refusals.map((each) => told(each).status),
    [400, 400, 413],
  );
  assert.equal(bodyRoom.take(64 * MEGABYTE, acme.clock), undefined);
  bodyRoom.giveBack(64 * MEGABYTE);
});
