/** An organization without rows in a table proves nothing about the queries of that table. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { org, test } from "../index.ts";
import { rowsFile } from "../templates.ts";
import { readRows } from "./rows.ts";

const NEEDS_FILES = "its files would be missing: each test server has its own directory";
const ENDS = "its rows expire or are delivered when a test lets time pass";
const IS_PRESENT = "whoever was active would count as present";
const CALLS_OUT = "the server would call another one";

/** Tables in which the neighbours have no rows, with the reasons. For any other table, `life.ts` creates some. */
const EMPTY: Readonly<Record<string, string>> = {
  attachment: NEEDS_FILES,
  attachment_message: NEEDS_FILES,
  attachment_scheduled_message: NEEDS_FILES,
  custom_emoji: NEEDS_FILES,
  upload_space: NEEDS_FILES,
  realm_export: NEEDS_FILES,
  personal_export: NEEDS_FILES,
  invitation: ENDS,
  invitation_count: ENDS,
  missed_message: ENDS,
  one_time_link: ENDS,
  push_notice: ENDS,
  sent_once: ENDS,
  session: ENDS,
  spent_value: ENDS,
  user_activity: IS_PRESENT,
  user_presence: IS_PRESENT,
  presence_counter: IS_PRESENT,
  bot: CALLS_OUT,
  bot_service: CALLS_OUT,
  push_device: CALLS_OUT,
  push_token: CALLS_OUT,
  web_push_subscription: CALLS_OUT,
};

test("the neighbours have rows in every table, except those listed with a reason", async (t) => {
  const { database } = (await org(t)).server.app;
  const tables = await readRows(database, readFileSync(rowsFile(database.engine), "utf8"));
  const empty = tables.filter(({ count }) => Number(count) === 0).map(({ name }) => name);
  assert.deepEqual(empty, Object.keys(EMPTY).sort());
});
