/** Checks the declarations against the schema: what no row of a test contains would otherwise go unnoticed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MovedIds } from "./ids.ts";
import { type ArchivedTable, archivedTable, archivedTables } from "./tables.ts";

const SCHEMA = readFileSync(join(import.meta.dirname, "../../kernel/db/schema.sqlite.sql"), "utf8");
const TABLE = /create table "(\w+)" \((.*?)\n?\);?$/gims;
const COLUMN = /^ {2}"(\w+)" (\w+)/gm;
const REFERENCE = /"(\w+)" [^,]*? references "(\w+)"/gi;

test("an import moves every id that the schema declares as a reference", () => {
  const references = [...SCHEMA.matchAll(TABLE)].flatMap(([, table = "", columns = ""]) =>
    [...columns.matchAll(REFERENCE)].map(([, column = "", target = ""]) => ({ table, column, target })),
  );
  assert.ok(references.length > archivedTables.length, "the schema is understood");
  const left = references.filter(({ table, column, target }) => {
    const refs: Readonly<Record<string, string>> | undefined = archivedTable(table)?.refs;
    return refs && refs[column] !== target;
  });
  assert.deepEqual(left, []);
});

/** Text columns in which nothing is referred to by its id, with the reasons: of every table, or of one. */
const WITHOUT_IDS: Readonly<Record<string, string>> = {
  "names and words":
    "name name_key full_name full_name_key file_name subject topic topic_key topic_name prev_topic title word word_key",
  "plain text":
    "hint status_text user_group.description default_channel_group.description bot_command.description bot_storage.key bot_storage.value",
  "addresses and patterns":
    "base_url delivery_email delivery_email_key domain pattern url_template string_id system_bot etag last_modified",
  "values that the code lists":
    "avatar_source client color content_type emoji_name failure kind msg_type outcome pygments_language reaction_type time_zone topics_policy",
  "secrets and hashes": "address_encrypted api_key_encrypted api_key_hash password_hash token_encrypted",
};

/** Id 7, in every form in which a text can have it. */
const TEXTS_WITH_IDS = [
  "7",
  "7/a.png",
  "[7]",
  "@_**|7**",
  "narrow/channel/7-x",
  '<p><span class="user-mention" data-user-id="7">@Ada</span></p>',
  '{"type":"vote","key":"7,0","vote":1}',
];
const MOVED = new MovedIds(7, new Map(archivedTables.map(({ name }) => [name, 1000])));

/** Whether an import changes such a column, by moving an id in some text. */
function isMoved({ moved }: ArchivedTable, columns: Readonly<Record<string, string>>, column: string): boolean {
  return TEXTS_WITH_IDS.some((text) => {
    const row = Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, type === "text" ? text : []]));
    try {
      const here = moved?.({ ...row, reaction_type: "realm_emoji" } as never, MOVED) as Record<string, unknown>;
      return here?.[column] !== undefined && here[column] !== text;
    } catch {
      return false; // Another column must not have this text.
    }
  });
}

test("an import moves ids in every text, except in those listed with a reason", () => {
  const left: string[] = [];
  const plain = Object.values(WITHOUT_IDS).flatMap((names) => names.split(" "));
  const used = new Set<string>();
  for (const [, name = "", body = ""] of SCHEMA.matchAll(TABLE)) {
    const table = archivedTable(name);
    const columns = Object.fromEntries([...body.matchAll(COLUMN)].map(([, column, type]) => [column, type as string]));
    for (const column of Object.keys(columns).filter((each) => table && columns[each] === "text")) {
      const listed = plain.find((each) => each === column || each === `${name}.${column}`);
      if (listed !== undefined) used.add(listed);
      else if (!isMoved(table as ArchivedTable, columns, column)) left.push(`${name}.${column}`);
    }
  }
  assert.deepEqual(left, []);
  assert.deepEqual(
    plain.filter((each) => !used.has(each)),
    [],
    "listed, and in no table",
  );
});

/** Tables with rows of one user that are exported without consent, with the reasons. */
const FOR_ALL: Readonly<Record<string, string>> = {
  bot: "every member sees bots; their configuration is removed",
  bot_service: "bots need it to work after an import; its token is encrypted",
  unclaimed_account: "says that the account is nobody's yet",
  user_status: "every member sees it",
};

test("rows that belong to one user are exported only with their consent, except those listed with a reason", () => {
  const tables = archivedTables.filter(({ refs, personal }) => Object.values(refs)[0] === "user" && !personal);
  assert.deepEqual(tables.map(({ name }) => name).sort(), Object.keys(FOR_ALL));
});
