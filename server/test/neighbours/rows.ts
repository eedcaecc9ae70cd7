/** Reads everything stored for one organization in one query, to detect any change to it. */
import { sql } from "kysely";
import type { Database } from "../../src/kernel/db/handles.ts";

/** Tables that belong to no organization, or hold the server's own progress. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  installation: "is the server's own",
  job: "is the server's own, and empty of what the neighbours have waiting",
  search_cursor: "says how far the index has come",
  search_word: "is the server's own",
  notification_progress: "says how far notifications have come",
  event: "is pruned when it is old; that none is added shows in realm_position",
  event_queue: "ends by itself",
  activity_cursor: "says how far messages are counted",
  activity_day: "is counted for all organizations",
  delivery_result: "says how the last deliveries went, and some are due while the clock leaps",
};

/** Columns that the server updates for all organizations. */
const NOT_COMPARED_COLUMNS: Readonly<Record<string, readonly string[]>> = { channel: ["weekly_traffic"] };

/** The first of these columns that a table has identifies the owner of its rows. */
const OWNERS = [
  ["realm_id", (id: number) => `= ${id}`],
  ["user_id", (id: number) => `in (select id from "user" where realm_id = ${id})`],
  ["channel_id", (id: number) => `in (select id from channel where realm_id = ${id})`],
  ["message_id", (id: number) => `in (select id from message where realm_id = ${id})`],
  ["group_id", (id: number) => `in (select id from user_group where realm_id = ${id})`],
  ["attachment_id", (id: number) => `in (select id from attachment where realm_id = ${id})`],
] as const;

/** A query for each table's name, the number of rows of the organization, and their contents. */
export async function rowsQuery({ reader, engine }: Database, realmId: number): Promise<string> {
  const tables = await reader.introspection.getTables();
  const compared = tables.filter(({ name }) => !(name in NOT_COMPARED) && !isPartOfIndex(name));
  return compared
    .map(({ name, columns }) => {
      const names = columns.map((column) => column.name);
      const left = names.filter((column) => !NOT_COMPARED_COLUMNS[name]?.includes(column));
      const where = name === "realm" ? `id = ${realmId}` : ownership(name, names, realmId);
      return `select '${name}' as name, count(*) as count, ${contents(engine, left)} as contents from "${name}" as t where ${where}`;
    })
    .join("\nunion all ");
}

/** On SQLite, full-text search has its own tables. */
const isPartOfIndex = (table: string) => table.startsWith("search_") || table.startsWith("kysely_");

function ownership(table: string, columns: readonly string[], realmId: number): string {
  // Some tables, such as the participants of direct messages, have no owner column.
  for (const [column, isOf] of OWNERS) if (columns.includes(column)) return `t."${column}" ${isOf(realmId)}`;
  throw new Error(`Whose are the rows of ${table}? Name the column in OWNERS, or the reason in NOT_COMPARED.`);
}

const contents = (engine: Database["engine"], columns: readonly string[]) =>
  engine === "postgres"
    ? `md5(string_agg(row(${columns.map((name) => `t."${name}"`).join(", ")})::text, ' ' order by t::text))`
    : `group_concat(${quoted(columns)}, ';' order by ${quoted(columns)})`;

const quoted = (columns: readonly string[]) =>
  `concat_ws(',', ${columns.map((name) => `quote(t."${name}")`).join(", ")})`;

export interface TableRows {
  readonly name: string;
  readonly count: number;
  readonly contents: string | null;
}

export async function readRows({ reader }: Database, query: string): Promise<readonly TableRows[]> {
  const { rows } = await sql<TableRows>`${sql.raw(query)}`.execute(reader);
  return sortedRows(rows);
}

/** PostgreSQL can read the tables in parallel. */
export const sortedRows = (rows: readonly TableRows[]): readonly TableRows[] =>
  rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The tables whose contents changed. */
export const changedTables = (before: readonly TableRows[], after: readonly TableRows[]): string[] =>
  after.flatMap(({ name, count, contents }, index) => {
    const former = before[index];
    if (former?.contents === contents) return [];
    return `${name} (${former?.count} rows, now ${count})`;
  });
