import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { auditOf, entriesOf } from "../../../test/audit.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { groups, users } from "../../contract.ts";
import { getAuditLog } from "./contract.ts";

const read = (person: Person, filters: Parameters<typeof person.call<(typeof getAuditLog)["params"], never>>[1] = {}) =>
  person.call(getAuditLog, filters);

const actionsIn = async (...given: Parameters<typeof read>) =>
  (await read(...given)).entries.map(({ action }) => action);

async function download({ server, realm }: Organization, person: Person, query = "") {
  const credentials = Buffer.from(`${person.email}:${person.apiKey}`).toString("base64");
  return ask(server, `GET /audit_log/export${query}`, {
    host: realm.host,
    headers: { authorization: `Basic ${credentials}` },
  });
}

/** Three kinds of changes, a second apart. */
async function lively(acme: Organization) {
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.administrator("Ben")];
  await acme.clock.advance({ seconds: 1 });
  await ben.call(users.updateUser, { user_id: ada.id, role: 300 });
  await acme.clock.advance({ seconds: 1 });
  const { group_id } = await owner.call(groups.createUserGroup, { name: "cooks", description: "", members: [ada.id] });
  await acme.clock.advance({ seconds: 1 });
  const stream_id = await acme.channel("kitchen", [owner, ada]);
  return { owner, ada, ben, group_id, stream_id };
}

test("owners read the log, newest first, a page at a time", async (t) => {
  const acme = await org(t);
  const { owner } = await lively(acme);
  const all = (await entriesOf(acme)).toReversed();
  const { entries, found_oldest } = await read(owner, { limit: 500 });
  assert.equal(found_oldest, true);
  assert.deepEqual(
    entries.map(({ id, timestamp, action }) => ({ id, timestamp, action })),
    all.map(({ id, created_at: timestamp, action }) => ({ id, timestamp, action })),
  );
  const paged: typeof entries = [];
  for (let isOver = false; !isOver; ) {
    const before = paged.at(-1)?.id;
    const page = await read(owner, { limit: 2, ...(before === undefined ? {} : { before }) });
    assert.ok(page.entries.length <= 2);
    paged.push(...page.entries);
    isOver = page.found_oldest;
  }
  assert.deepEqual(paged, entries);
  await assert.rejects(read(owner, { before: 999_999_999 }), /Invalid audit log entry ID/);
  await assert.rejects(read(owner, { limit: 501 }), /limit/);
});

test("entries are found by action, actor, person, channel, group and time", async (t) => {
  const acme = await org(t);
  const { owner, ada, ben, group_id, stream_id } = await lively(acme);
  assert.deepEqual(await actionsIn(owner, { actions: ["user_role_changed"] }), ["user_role_changed"]);
  assert.deepEqual(await actionsIn(owner, { actions: ["group_created", "user_role_changed"] }), [
    "group_created",
    "user_role_changed",
  ]);
  assert.deepEqual(await actionsIn(owner, { actions: [] }), []);
  assert.deepEqual(await actionsIn(owner, { actor_id: ben.id }), ["user_role_changed"]);
  assert.deepEqual(await actionsIn(owner, { user_id: ada.id }), [
    ...["channel_subscriber_added", "group_member_added", "user_role_changed", "user_created"],
  ]);
  assert.deepEqual(await actionsIn(owner, { group_id }), ["group_member_added", "group_created"]);
  const inChannel = ["channel_created", "channel_subscriber_added", "channel_subscriber_added"];
  assert.deepEqual((await actionsIn(owner, { channel_id: stream_id })).sort(), inChannel);
  const { entries } = await read(owner, { actions: ["user_role_changed"] });
  const at = entries[0]?.timestamp as number;
  assert.deepEqual(await actionsIn(owner, { since: at, until: at + 1 }), ["user_role_changed"]);
  assert.deepEqual(await actionsIn(owner, { user_id: ada.id, actions: ["signed_in", "user_created"] }), [
    "user_created",
  ]);
});

test("nobody but owners reads or downloads the log", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await lively(acme);
  const others = [ben, await acme.moderator("Mona"), ada, await acme.guest("Gus"), await acme.bot("Robin", ben)];
  for (const person of others) {
    await assert.rejects(read(person), { code: "UNAUTHORIZED_PRINCIPAL" }, person.name);
    const entries = await auditOf(acme, async () =>
      assert.equal((await download(acme, person)).status, 400, person.name),
    );
    assert.deepEqual(entries, [], "and a refused download leaves no entry");
  }
});

test("another organization's entries are not shown, nor found by their ids", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { ada } = await lively(other);
  const [theirs] = await entriesOf(other);
  await assert.rejects(read(acme.owner, { before: theirs?.id as number }), /Invalid audit log entry ID/);
  assert.deepEqual(await actionsIn(acme.owner, { user_id: ada.id }), []);
  const own = new Set((await entriesOf(acme)).map(({ id }) => id));
  assert.ok((await read(acme.owner)).entries.every(({ id }) => own.has(id)));
});

test("the download has the same entries in lines, and is recorded itself", async (t) => {
  const acme = await org(t);
  const { owner } = await lively(acme);
  const recorded = await auditOf(acme, async () => {
    const { entries } = await read(owner, { limit: 500 });
    const answer = await download(acme, owner);
    assert.equal(answer.headers["content-type"], "application/jsonl; charset=utf-8");
    assert.match(String(answer.headers["content-disposition"]), /^attachment; filename="audit-log-[\d-]+\.jsonl"$/);
    const lines = answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { action: string });
    assert.equal(lines[0]?.action, "audit_log_exported");
    assert.deepEqual(lines.slice(1), entries);
    const some = await download(acme, owner, `?actions=${encodeURIComponent('["user_role_changed"]')}`);
    assert.equal(some.text.trimEnd().split("\n").length, 1);
  });
  assert.deepEqual(
    recorded.map(({ action }) => action),
    ["audit_log_exported", "audit_log_exported"],
  );
});

test("a long log is downloaded in batches, completely", async (t) => {
  const acme = await org(t);
  const { realm, server } = acme;
  const row = { realm_id: realm.id, actor_kind: "server", action: "realm_reactivated", details: "{}" } as const;
  const many = Array.from({ length: 1700 }, (_, at) => ({ ...row, created_at: Math.floor(at / 3) }));
  await server.app.database.transaction(async (tx) => {
    for (let start = 0; start < many.length; start += 500)
      await tx
        .insertInto("audit_log")
        .values(many.slice(start, start + 500))
        .execute();
  });
  const answer = await download(acme, acme.owner);
  const ids = answer.text
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: number }).id);
  assert.equal(new Set(ids).size, (await entriesOf(acme)).length);
});
