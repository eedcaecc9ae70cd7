import assert from "node:assert/strict";
import { sql } from "kysely";
import { listen, type Organization, org, type Person, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { register } from "../../registration/contract.ts";
import { updateSettings } from "../settings/contract.ts";
import { getRealmPresence, getUserPresence, updatePresence } from "./contract.ts";

const now = ({ clock }: Organization) => Math.floor(clock.now() / 1000);
const report = (person: Person, status = "active", last_update_id = -1) =>
  person.call(updatePresence, { status, last_update_id });
const stored = async (person: Person, other: Person) =>
  (await person.call(updatePresence, { status: "idle", last_update_id: 0 })).presences?.[other.id];

test("a report returns everyone's presence by id with both times, and later only changes", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const at = now(acme);
  const first = await report(ada);
  assert.deepEqual(first.presences, { [ada.id]: { active_timestamp: at, idle_timestamp: at } });
  assert.equal(first.server_timestamp, acme.clock.now() / 1000);
  const second = await report(ben, "idle");
  assert.deepEqual(Object.keys(second.presences ?? {}), [String(ada.id), String(ben.id)]);
  assert.ok((second.presence_last_update_id as number) > (first.presence_last_update_id as number));
  // Never active: shown with the time of joining.
  assert.deepEqual(second.presences?.[ben.id], { active_timestamp: at, idle_timestamp: at });
  const since = second.presence_last_update_id as number;
  const none = await report(ben, "idle", since);
  assert.deepEqual([none.presences, none.presence_last_update_id], [{}, since]);
  await acme.clock.advance({ seconds: 56 });
  const changed = await report(ada, "active", since);
  assert.deepEqual(Object.keys(changed.presences ?? {}), [String(ada.id)]);
  assert.equal(changed.presence_last_update_id, since + 1);
});

test("times older than 55 seconds are updated, and the time of activity only by active reports", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const start = now(acme);
  const times = async () => Object.values((await stored(ben, ada)) ?? {}).map((at) => (at as number) - start);
  await report(ada);
  await acme.clock.advance({ seconds: 55 });
  await report(ada);
  assert.deepEqual(await times(), [0, 0]);
  await acme.clock.advance({ seconds: 1 });
  await report(ada, "idle");
  assert.deepEqual(await times(), [0, 56]);
  await acme.clock.advance({ seconds: 1 });
  await report(ada);
  assert.deepEqual(await times(), [57, 57]);
});

test("a report that changes nothing writes nothing", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await report(ada);
  const { commits } = acme.server.app.database;
  await report(ada);
  await ada.call(updatePresence, { status: "active", ping_only: true });
  assert.equal(acme.server.app.database.commits, commits);
});

test("at first, only recently connected users with active accounts are returned", async (t) => {
  const acme = await org(t);
  const [ada, ben, dora] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Dora")];
  for (const person of [ada, dora]) await report(person);
  await acme.deactivate(dora);
  // Three days later. The clock is not advanced, because every minute would run jobs.
  const earlier = (at: "last_connected_at" | "last_active_at") => sql<number>`${sql.ref(at)} - ${3 * 86_400}`;
  await acme.alter((tx) =>
    tx
      .updateTable("user_presence")
      .set({ last_connected_at: earlier("last_connected_at"), last_active_at: earlier("last_active_at") })
      .where("realm_id", "=", acme.realm.id)
      .execute(),
  );
  const ids = async (history_limit_days?: number, last_update_id?: number) => {
    const limit = history_limit_days === undefined ? {} : { history_limit_days };
    const asked = { status: "idle", slim_presence: true, ...limit, ...(last_update_id ? { last_update_id } : {}) };
    const { presences, presence_last_update_id } = await ben.call(updatePresence, asked);
    return [Object.keys(presences ?? {}).map(Number), presence_last_update_id];
  };
  assert.deepEqual((await ids())[0], [ada.id, ben.id]);
  assert.deepEqual((await ids(3))[0], [ben.id]);
  assert.deepEqual((await ids(4))[0], [ada.id, ben.id]);
  assert.deepEqual((await ids(Number.MAX_SAFE_INTEGER))[0], [ada.id, ben.id]);
  assert.deepEqual(await ids(0), [[], -1]);
  assert.deepEqual((await ids(0, 1))[0], [ben.id]);
  const registered = await ben.call(register, { slim_presence: true, presence_history_limit_days: 1 });
  assert.deepEqual(Object.keys(registered.presences ?? {}), [String(ben.id)]);
  assert.deepEqual((await ben.call(register, { presence_history_limit_days: 0 })).presences, {});
});

test("older clients get presence by address, for the only type of client", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ada.asks("PATCH", "/settings", { email_address_visibility: "1" });
  const timestamp = now(acme);
  await report(ada);
  await acme.clock.advance({ seconds: 80 });
  await report(ada, "idle");
  await report(ben);
  const legacy = (status: string, at: number) => ({
    aggregated: { client: "website", status, timestamp: at },
    website: { client: "website", status, timestamp: at, pushable: false },
  });
  const expected = {
    [ada.email]: legacy("idle", timestamp + 80),
    [`user${ben.id}@${acme.realm.host}`]: legacy("active", timestamp + 80),
  };
  assert.deepEqual((await ben.call(updatePresence, { status: "active" })).presences, expected);
  assert.deepEqual((await ben.call(getRealmPresence, {})).presences, expected);
  const { presences, presence_last_update_id, server_timestamp } = await ben.call(register, {
    fetch_event_types: ["presence"],
  });
  assert.deepEqual(presences, expected);
  assert.deepEqual([typeof presence_last_update_id, server_timestamp], ["number", acme.clock.now() / 1000]);
});

test("a ping returns nothing, and an invalid status is rejected", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const bot = await acme.bot("Robin", ada);
  const asks = (person: Person, params: Record<string, string>) => person.asks("POST", "/users/me/presence", params);
  assert.deepEqual(await asks(ada, { status: "active", ping_only: "true", new_user_input: "true" }), {
    result: "success",
    msg: "",
  });
  assert.equal((await asks(ada, { status: "away" })).msg, "Invalid status: away");
  assert.equal((await asks(ada, {})).msg, "Missing 'status' argument");
  assert.equal((await asks(ada, { status: "idle", last_update_id: '"x"' })).msg, "last_update_id is not an integer");
  assert.equal((await asks(bot, {})).msg, "This endpoint does not accept bot requests.");
});

test("one user's presence can be read by id or by a usable address; after 200 seconds they are offline", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, ben, dora] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Dora")];
  const bot = await acme.bot("Robin", ada);
  await report(ada);
  await report(dora);
  await acme.deactivate(dora);
  const timestamp = now(acme);
  const read = (user_id_or_email: string) => ben.call(getUserPresence, { user_id_or_email });
  const here = { status: "active", timestamp };
  for (const who of [String(ada.id), `user${ada.id}@${acme.realm.host}`])
    assert.deepEqual((await read(who)).presence, { aggregated: here, website: here });
  await acme.clock.leap({ seconds: 200 });
  assert.equal((await read(String(ada.id))).presence.aggregated.status, "active");
  await acme.clock.advance({ seconds: 1 });
  assert.deepEqual((await read(String(ada.id))).presence, {
    aggregated: { status: "offline", timestamp },
    website: here,
  });
  // Her real address is not shown to members.
  for (const who of [ada.email, String(dora.id), String(other.owner.id), "nobody@example.com", "0"])
    await assert.rejects(read(who), { message: "No such user" }, who);
  await assert.rejects(read(String(bot.id)), { message: "Presence is not supported for bot users." });
  await assert.rejects(read(String(ben.id)), { message: `No presence data for ${ben.id}` });
  await ada.asks("PATCH", "/settings", { email_address_visibility: "1" });
  assert.equal((await read(ada.email)).presence.website.status, "active");
});

test("users who become active are announced, in each client's format; users who stay active are not", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const slim = await listen(ben, { slim_presence: true });
  const legacy = await listen(ben);
  await ben.watches();
  const timestamp = now(acme);
  const server_timestamp = acme.clock.now() / 1000;
  const heard = await ben.eventsDuring(() => report(ada));
  const times = { active_timestamp: timestamp, idle_timestamp: timestamp };
  assert.deepEqual(heard, [{ type: "presence", presences: { [ada.id]: times } }]);
  const presence = { website: { client: "website", status: "active", timestamp, pushable: false } };
  const plain = { type: "presence", user_id: ada.id, server_timestamp, presence };
  assert.deepEqual(await slim.hears(), [plain]);
  assert.deepEqual(await legacy.hears(), [{ ...plain, email: `user${ada.id}@${acme.realm.host}` }]);

  const told = async (seconds: number, status: string) => {
    await acme.clock.leap({ seconds });
    return (await ben.eventsDuring(() => report(ada, status))).length;
  };
  assert.equal(await told(60, "active"), 0);
  assert.equal(await told(130, "active"), 0);
  assert.equal(await told(131, "idle"), 0);
  assert.equal(await told(1, "active"), 1);
  assert.equal((await ben.eventsDuring(() => report(ben, "idle"))).length, 1);
});

test("turning presence off makes a user offline and ignores reports; turning it on makes them active", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.clock.leap({ hours: 1 });
  await report(ada);
  const at = now(acme);
  await ben.watches();
  // Being away is announced as a status too.
  const told = async (something: () => Promise<unknown>) =>
    (await ben.eventsDuring(something)).filter((event) => event.type === "presence");
  const off = await told(() => ada.call(updateSettings, { presence_enabled: false }));
  const gone = { active_timestamp: at - 320, idle_timestamp: at - 320 };
  assert.deepEqual(off, [{ type: "presence", presences: { [ada.id]: gone } }]);
  assert.deepEqual(await stored(ben, ada), gone);
  await acme.clock.leap({ minutes: 5 });
  assert.deepEqual(await ben.eventsDuring(() => report(ada)), []);
  assert.deepEqual(await stored(ben, ada), gone);
  assert.ok((await report(ada)).presences?.[ben.id], "she still sees others");
  const back = now(acme);
  const on = await told(() => ada.call(updateSettings, { presence_enabled: true }));
  const here = { active_timestamp: back, idle_timestamp: back };
  assert.deepEqual(on, [{ type: "presence", presences: { [ada.id]: here } }]);
});

test("guests do not get the addresses of users they cannot access", async (t) => {
  const acme = await org(t);
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  await ada.asks("PATCH", "/settings", { email_address_visibility: "1" });
  const members = acme.realm.systemGroups["role:members"];
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: members } });
  const ear = await listen(gus);
  await report(ada);
  const dummy = `user${ada.id}@${acme.realm.host}`;
  assert.deepEqual(
    (await ear.hears()).map((event) => event.email),
    [dummy],
  );
  assert.deepEqual(Object.keys((await gus.call(getRealmPresence, {})).presences), [dummy]);
  await assert.rejects(gus.call(getUserPresence, { user_id_or_email: ada.email }), { message: "No such user" });
  const here = await gus.call(getUserPresence, { user_id_or_email: dummy });
  assert.equal(here.presence.aggregated.status, "active");
});

test("with more than 100 users, only turning presence on or off is announced", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const row = await acme.server.app.database.reader
    .selectFrom("user")
    .selectAll()
    .where("id", "=", ben.id)
    .executeTakeFirstOrThrow();
  const more = (count: number) =>
    acme.alter(async (tx) => {
      for (let n = 0; n < count; n++) {
        const { id: _, ...copy } = row;
        const unique = `${acme.realm.id}-${count}-${n}`;
        const address = `p${unique}@example.com`;
        await tx
          .insertInto("user")
          .values({
            ...copy,
            settings: JSON.stringify(copy.settings),
            delivery_email: address,
            delivery_email_key: address,
            api_key_hash: unique,
          })
          .execute();
      }
    });
  const comes = async () => {
    await acme.clock.leap({ hours: 1 });
    const ear = await listen(ben);
    await report(ada);
    return ear;
  };
  // Plus Olivia, Ada and Ben.
  await more(97);
  assert.equal((await (await comes()).hears()).length, 1);
  await more(1);
  const ear = await comes();
  assert.deepEqual(await ear.hears(), []);
  await ada.call(updateSettings, { presence_enabled: false });
  assert.equal((await ear.hears()).filter((event) => event.type === "presence").length, 1);
});
