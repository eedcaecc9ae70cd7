import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { archiveChannel } from "../../channels/update/contract.ts";
import { deleteMessage } from "../../messages/delete/contract.ts";
import { uploadFile } from "../../messages/uploads/contract.ts";
import { asFile, picture } from "../../messages/uploads/testing.ts";
import { deactivateUser } from "../../people/users/contract.ts";
import { updateRealm } from "../realms/contract.ts";
import { getOverview } from "./contract.ts";
import { countActivity } from "./jobs.ts";

const DAY_MS = 24 * 3600 * 1000;

const dateOf = (acme: Organization, daysAgo = 0) =>
  new Date(acme.clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

async function counts(acme: Organization): Promise<void> {
  assert.ok("recurring" in countActivity);
  await countActivity.recurring(acme.server.app);
}

const overviewOf = (person: Person, days = 90) => person.call(getOverview, { days });

test("only administrators and owners read the overview", async (t) => {
  const acme = await org(t);
  for (const person of [await acme.moderator("Max"), await acme.member("Ada"), await acme.guest("Gil")])
    await assert.rejects(overviewOf(person), {
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
  await overviewOf(await acme.administrator("Ann"));
  await overviewOf(acme.owner);
});

test("people are counted by role, bots and deactivated people apart", async (t) => {
  const acme = await org(t);
  await acme.administrator("Ann");
  await acme.moderator("Max");
  const [ada, , gone] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  await acme.guest("Gil");
  await acme.bot("Helper", ada);
  await acme.owner.call(deactivateUser, { user_id: gone.id });
  const { people } = await overviewOf(acme.owner);
  assert.deepEqual(people, {
    owners: 1,
    administrators: 1,
    moderators: 1,
    members: 2,
    guests: 1,
    bots: 1,
    deactivated: 1,
  });
});

test("channels are counted by who can read them", async (t) => {
  const acme = await org(t);
  const { channels: before } = await overviewOf(acme.owner);
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  await acme.channel("square", [acme.owner], { is_web_public: true });
  await acme.channel("hall", [acme.owner]);
  await acme.channel("cellar", [acme.owner], { invite_only: true });
  const stream_id = await acme.channel("attic", [acme.owner], { invite_only: true });
  await acme.owner.call(archiveChannel, { stream_id });
  assert.deepEqual((await overviewOf(acme.owner)).channels, {
    web_public: before.web_public + 1,
    public: before.public + 1,
    private: before.private + 1,
    archived: before.archived + 1,
  });
});

test("messages are counted by the day, at once and after the job has counted them", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { messages: before } = await overviewOf(acme.owner);
  const [first] = [await ada.sends("#general > days", "one"), await ada.sends("#general > days", "two")];
  const check = async (expected: readonly (readonly [string, number])[], total: number) => {
    const { days, messages } = await overviewOf(acme.owner, expected.length);
    assert.deepEqual(
      days.map((day) => [day.date, day.messages]),
      expected,
    );
    assert.equal(messages, total);
  };
  const today = dateOf(acme);
  const all = (await overviewOf(acme.owner, 1)).days[0]?.messages ?? 0;
  await counts(acme);
  await check([[today, all]], before + 2);
  await acme.clock.leap({ hours: 48 });
  await ada.sends("#general > days", "three");
  const days = [
    [today, all],
    [dateOf(acme, 1), 0],
    [dateOf(acme), 1],
  ] as const;
  await check(days, before + 3);
  await counts(acme);
  await counts(acme);
  await check(days, before + 3);
  await acme.owner.call(deleteMessage, { message_id: first });
  await check(days, before + 3);
});

test("people count as active on the days on which they used a client", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.bot("Helper", ada);
  const uses = (person: Person) => person.asks("POST", "/users/me/presence", { status: "active" });
  const active = async () => (await overviewOf(acme.owner)).active_people;
  await acme.clock.leap({ hours: 24 * 40 });
  assert.deepEqual(await active(), { today: 0, week: 0, month: 0 });
  await uses(ada);
  await uses(ben);
  await counts(acme);
  assert.deepEqual(await active(), { today: 2, week: 2, month: 2 });
  const first = dateOf(acme);
  await acme.clock.leap({ hours: 24 * 3 });
  await uses(ada);
  await counts(acme);
  assert.deepEqual(await active(), { today: 1, week: 2, month: 2 });
  await acme.clock.leap({ hours: 24 * 10 });
  assert.deepEqual(await active(), { today: 0, week: 0, month: 2 });
  const { days } = await overviewOf(acme.owner);
  assert.deepEqual(
    days.filter((day) => day.active_people > 0).map((day) => [day.date, day.active_people]),
    [
      [first, 2],
      [dateOf(acme, 10), 1],
    ],
  );
});

test("days are kept for somewhat longer than a year", async (t) => {
  const acme = await org(t);
  const { database, clock } = acme.server.app;
  const today = Math.floor(clock.now() / DAY_MS);
  const [realm_id, messages, people] = [acme.realm.id, 1, 1];
  const days = [today - 400, today - 399].map((day) => ({ realm_id, day, messages, people }));
  await database.transaction((tx) => tx.insertInto("activity_day").values(days).execute());
  await counts(acme);
  const kept = database.reader.selectFrom("activity_day").select("day").where("realm_id", "=", realm_id);
  const [oldest] = await kept.orderBy("day").execute();
  assert.equal(oldest?.day, today - 399);
  assert.equal((await overviewOf(acme.owner, 400)).days[0]?.messages, 1);
});

test("storage is listed by the kind of file", async (t) => {
  const acme = await org(t);
  const sends = (file: File) => acme.owner.connection.call(uploadFile, {}, { file });
  await sends(asFile("hello", "a.txt", "text/plain"));
  await sends(asFile("other", "b.txt", "text/plain"));
  await sends(asFile("zip", "c.zip", "application/zip"));
  const image = await picture(10, 10);
  await sends(image);
  const { storage } = await overviewOf(acme.owner);
  assert.deepEqual(
    storage.uploads.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    [
      { kind: "image", files: 1, bytes: image.size },
      { kind: "other", files: 1, bytes: 3 },
      { kind: "text", files: 2, bytes: 10 },
    ],
  );
  assert.equal(storage.upload_bytes, image.size + 13);
  assert.equal(storage.database_bytes, null, "the server has other organizations");
});

test("nothing of another organization is counted", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const before = await overviewOf(acme.owner);
  await other.member("Ada");
  await other.channel("hall", [other.owner]);
  await other.owner.sends("#general > days", "elsewhere");
  await counts(other);
  assert.deepEqual(await overviewOf(acme.owner), before);
});

test("jobs that wait, run again or were given up are counted by what they deliver", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const nowMs = app.clock.now();
  const job = (kind: string, values: object) => ({
    kind,
    realm_id: acme.realm.id,
    payload: "{}",
    unique_key: null,
    run_at_ms: nowMs,
    attempts: 0,
    last_error: null,
    failed: false,
    lane: null,
    ...values,
  });
  const deliveries = () => overviewOf(acme.owner).then((overview) => overview.deliveries);
  const empty = { waiting: 0, retrying: 0, failed: 0, waiting_since: null, last_success: null, last_failure: null };
  await app.database.transaction((tx) =>
    tx
      .insertInto("job")
      .values([
        job("deliver_mail", { run_at_ms: nowMs + 60_000, attempts: 3, last_error: "refused" }),
        job("call_webhook", { failed: true, attempts: 4 }),
        job("remind_of_invitation", { run_at_ms: nowMs + 60_000 }),
        // Of a kind that no feature of this release runs.
        job("of_another_release", { run_at_ms: nowMs - 5_000 }),
      ])
      .execute(),
  );
  assert.deepEqual(await deliveries(), [
    { way: "email", ...empty, retrying: 1 },
    { way: "push", ...empty },
    { way: "webhook", ...empty, failed: 1 },
    { way: "other", ...empty, waiting: 1, waiting_since: Math.floor((nowMs - 5_000) / 1000) },
  ]);
  await app.database.transaction((tx) => tx.deleteFrom("job").where("realm_id", "=", acme.realm.id).execute());
});
