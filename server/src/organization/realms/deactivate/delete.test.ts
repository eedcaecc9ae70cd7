import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { type Organization, org, type Person, test, useServer } from "../../../../test/index.ts";
import { startServer } from "../../../../test/server.ts";
import { getChannels } from "../../../channels/contract.ts";
import { Browser } from "../../../delivery/push/testing.ts";
import { danglingReferences } from "../../../kernel/db/references.ts";
import { picture, storedIn, uploads } from "../../../messages/uploads/testing.ts";
import { deactivateRealm } from "../contract.ts";

// A server of its own: its clock skips weeks, which would end the queues of other tests.
useServer((engine) => startServer(engine));

/** The job runs daily. */
async function daysPass({ clock, server }: Organization, days: number): Promise<void> {
  await clock.leap({ days });
  await server.app.jobs.settled();
}

/** Tables to which every organization's jobs add rows as the days pass. */
const GROWING = ["activity_cursor", "activity_day", "delivery_result"] as const;

/** The number of rows in each table that only people's actions add to. */
async function rowsIn({ server }: Organization): Promise<Record<string, number>> {
  const { reader } = server.app.database;
  const tables = (await reader.introspection.getTables()).map(({ name }) => name);
  const counted = tables
    .filter((name) => !/^(kysely_|search_|event|job|missed_message)/.test(name) && !GROWING.includes(name as never))
    .map(async (name) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(reader);
      return [name, Number(rows[0]?.count)] as const;
    });
  return Object.fromEntries(await Promise.all(counted));
}

async function livelyOrganization(t: Parameters<typeof org>[0]): Promise<Organization> {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.bot("Robin", ada);
  await acme.channel("design", [ada, ben, owner]);
  const file = await uploads(ada, await picture(90, 60));
  const id = await ada.sends("#design > logo", `@**Ben** look ![i](/user_uploads/${file})`);
  await ben.asks("POST", `/messages/${id}/reactions`, { emoji_name: "tada" });
  await ada.writes([ben, owner], "only for you");
  await owner.asks("POST", "/user_groups/create", { name: "crew", description: "", members: `[${ada.id}]` });
  await owner.asks("PATCH", "/realm", {
    can_create_bots_group: JSON.stringify({ new: { direct_members: [ada.id], direct_subgroups: [] } }),
  });
  await owner.asks("POST", "/channel_folders/create", { name: "work", description: "" });
  await leaveWorkToBeDone(acme, ada, { message_id: id, content: `[i](/user_uploads/${file})` });
  await acme.server.app.jobs.settled();
  return acme;
}

/** Adds scheduled messages, reminders, devices and the like, which remain for longer than any test. */
async function leaveWorkToBeDone(
  { clock, owner, server }: Organization,
  ada: Person,
  { message_id, content }: { message_id: number; content: string },
): Promise<void> {
  const at = String(Math.floor(clock.now() / 1000) + 1000 * 86_400);
  const { streams } = await ada.call(getChannels, {});
  const to = streams.find(({ name }) => name === "design")?.stream_id as number;
  const draft = { type: "stream", to: [to], topic: "logo", content };
  const browser = new Browser("https://push.example.com/1").subscription;
  const endpoint = `${browser.endpoint}/${ada.id}`;
  const done = [
    await ada.asks("POST", "/drafts", { drafts: JSON.stringify([draft]) }),
    await ada.asks("POST", "/saved_snippets", { title: "Hello", content }),
    await ada.asks("POST", "/navigation_views", { fragment: "inbox", is_pinned: "true" }),
    await ada.asks("POST", "/scheduled_messages", {
      type: "channel",
      to: String(to),
      topic: "logo",
      content,
      scheduled_delivery_timestamp: at,
    }),
    await ada.asks("POST", "/reminders", { message_id: String(message_id), scheduled_delivery_timestamp: at }),
    await ada.asks("POST", "/users/me/android_gcm_reg_id", { token: "token" }),
    await ada.asks("POST", "/web_push/subscriptions", { ...browser, endpoint }),
    await ada.asks("POST", "/bots", {
      full_name: "Oracle",
      short_name: "oracle",
      bot_type: "3",
      payload_url: JSON.stringify("http://10.0.0.1/"),
    }),
    await owner.asks("POST", "/messages", { type: "direct", to: `[${ada.id}]`, content: "told on a telephone" }),
  ];
  assert.deepEqual([...new Set(done.map(({ msg }) => msg))], [""]);
  await server.app.notifier.settled();
}

test("at the scheduled time all of its data is deleted, and no other organization's", async (t) => {
  const other = await livelyOrganization(t);
  const before = await rowsIn(other);
  const files = storedIn(other, "files").length + storedIn(other, "thumbnails").length;
  const acme = await livelyOrganization(t);
  await acme.owner.call(deactivateRealm, { deletion_delay_days: 14 });
  await daysPass(acme, 13);
  assert.notDeepEqual(await rowsIn(acme), before, "not before the scheduled time");
  await daysPass(acme, 2);
  assert.deepEqual(await rowsIn(other), before);
  for (const table of GROWING) {
    const rows = await other.server.app.database.reader.selectFrom(table).select("realm_id").distinct().execute();
    assert.ok(!rows.some(({ realm_id }) => realm_id === acme.realm.id), table);
  }
  assert.deepEqual(await danglingReferences(other.server.app.database.reader), []);
  assert.equal(storedIn(other, "files").length + storedIn(other, "thumbnails").length, files);
  assert.equal((await other.owner.asks("GET", "/users/me")).result, "success");
  assert.equal((await acme.owner.asks("GET", "/users/me")).msg, "Invalid API key");
});

/** Belong to the whole installation. */
const OF_NO_ORGANIZATION = ["installation", "search_word"];

test("every table goes with its organization: the schema deletes its rows through some reference", async () => {
  const schema = readFileSync(join(import.meta.dirname, "../../../kernel/db/schema.sqlite.sql"), "utf8");
  const waiting = new Map(
    [...schema.matchAll(/^create table "?(\w+)"? \((.*?)^\)/gims)].map(([, table = "", columns = ""]) => {
      const cascading = columns.matchAll(/references "(\w+)" \("\w+"\) on delete cascade/gi);
      return [table, [...cascading].map(([, to = ""]) => to)];
    }),
  );
  assert.ok(waiting.delete("realm"), "the schema is understood");
  const going = new Set(["realm"]);
  for (let before = 0; before < going.size; ) {
    before = going.size;
    for (const [table, owners] of waiting) if (owners.some((owner) => going.has(owner))) going.add(table);
  }
  assert.deepEqual(
    [...waiting.keys()].filter((table) => !going.has(table)),
    OF_NO_ORGANIZATION,
  );
});

test("active organizations, and those without a scheduled deletion, stay", async (t) => {
  const [active, kept] = [await org(t), await org(t)];
  const { app, neighbours } = active.server;
  await kept.owner.call(deactivateRealm, {});
  await neighbours?.disregard(app, "their channels are no longer recently active", () => daysPass(active, 400));
  const rows = await app.database.reader.selectFrom("realm").select("id").execute();
  const ids = rows.map((row) => row.id);
  assert.ok(ids.includes(active.realm.id) && ids.includes(kept.realm.id));
});
