import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { it } from "node:test";
import { sql } from "kysely";
import { org, test } from "../../test/index.ts";
import { isBetweenEndsOfPeriod, isInPeriod, isWithin, type Period, periods, wasSubscribed } from "./periods.ts";

/** Files other than periods.ts that name the table, with the reasons. */
const KEEPS_THE_ROWS: Readonly<Record<string, string>> = {
  "channels/subscriptions/store.ts": "subscribing begins a period and unsubscribing ends it",
  "cli/backup/tables.ts": "a backup holds every table",
  "cli/doctor/invariants/channels.ts": "the doctor holds the rows against the subscriptions",
  "kernel/db/tables/channels.ts": "the type of the table",
  "erasure/tables.ts": "the rows of a person who is erased stay",
  "exports/archive/scope.ts": "which of the rows go into an archive",
  "exports/archive/tables.ts": "an archive holds every table",
  "exports/zulip/carried.ts": "which tables an archive in Zulip's format converts",
  "exports/zulip/read.ts": "an archive in Zulip's format says when people were subscribed",
  "exports/zulip/realm-file.ts": "and so is one written",
  "kernel/limits/tables.ts": "why the table needs no limit",
};

const SOURCES = `${import.meta.dirname}/..`;

const filesSaying = (words: RegExp): string[] =>
  globSync("**/*.ts", { cwd: SOURCES })
    .filter((file) => !file.endsWith(".test.ts") && !file.startsWith("kernel/db/migrations/"))
    .filter((file) => words.test(readFileSync(`${SOURCES}/${file}`, "utf8")))
    .sort();

it("no other query determines when a user was subscribed [M3]", () => {
  assert.deepEqual(filesSaying(/subscription_period/), [...Object.keys(KEEPS_THE_ROWS), "messages/periods.ts"].sort());
});

it("no query compares messages with periods by itself", () => {
  assert.deepEqual(filesSaying(/period\.(from|to)_message_id/), [
    "cli/doctor/invariants/channels.ts",
    "messages/periods.ts",
  ]);
});

test("every query, and the code outside of queries, uses the same rule for a period", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const channel = await acme.channel("vault", [], { invite_only: true });
  const own: Period[] = [
    { from: 3, to: 5 },
    { from: 6, to: 6 },
    { from: 9, to: null },
  ];
  await acme.alter((tx) =>
    tx
      .insertInto("subscription_period")
      .values(
        own.map(({ from, to }) => ({ user_id: ada.id, channel_id: channel, from_message_id: from, to_message_id: to })),
      )
      .execute(),
  );
  const ids = Array.from({ length: 12 }, (_, id) => id);
  const db = acme.server.app.database.reader;
  const found = async (isIn: typeof isInPeriod, id: number) => {
    const { rows } = await sql`
      select 1 from ${periods} where period.user_id = ${ada.id} and period.channel_id = ${channel} and ${isIn(id)}`.execute(
      db,
    );
    return rows.length === 1;
  };
  const wasThere = async (id: number) => {
    const { rows } = await sql`
      select 1 as found where ${wasSubscribed({ user: ada.id, channel, message: id })}`.execute(db);
    return rows.length === 1;
  };
  for (const id of ids) {
    const expected = [3, 4, 5, 6, 9, 10, 11].includes(id);
    assert.equal(isWithin(own, id), expected);
    assert.equal(await found(isInPeriod, id), expected);
    assert.equal(await found(isBetweenEndsOfPeriod, id), expected);
    assert.equal(await wasThere(id), expected);
  }
});
