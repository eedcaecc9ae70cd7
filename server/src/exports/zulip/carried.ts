/**
 * Tables that Zulip has nothing like: their rows are in the archive as they are, so that Parley takes them back, and the report
 * counts them. A table that is added to archives is carried like this until somebody converts it.
 */
import type { ZulipArchive } from "../../imports/zulip/archive.ts";
import { archivedTables, type Table } from "../archive/tables.ts";
import type { LeftBehind } from "./left-out.ts";
import type { Outward } from "./outward.ts";
import { PAIRS } from "./pairs.ts";
import type { HereRow } from "./read-messages.ts";

/** Converted one by one: `realm-file.ts`, `messages.ts` and `files.ts` write them, `read.ts` reads them. */
const BY_HAND: readonly Table[] = [
  ...(["realm", "user", "unclaimed_account", "bot", "user_group", "channel", "subscription"] as const),
  ...(["subscription_period", "default_channel_group", "default_channel_group_member", "recipient"] as const),
  ...(["direct_participant", "topic", "message", "message_edit", "user_message", "submessage"] as const),
  ...(["attachment", "attachment_message", "scheduled_message", "attachment_scheduled_message"] as const),
  ...(["reminder", "draft"] as const),
];

const CONVERTED: ReadonlySet<Table> = new Set([...BY_HAND, ...PAIRS.map(({ here }) => here)]);

export const CARRIED: readonly Table[] = archivedTables.map(({ name }) => name).filter((name) => !CONVERTED.has(name));

export const nameThere = (table: Table): string => `parley_${table}`;

export async function carriedBy(out: Outward, tables = CARRIED): Promise<LeftBehind[]> {
  const found: LeftBehind[] = [];
  for (const table of tables) {
    let count = 0;
    for await (const page of out.pages(table)) count += page.length;
    const left = { what: `rows of ${table}`, reason: "Zulip has no place for them", in_archive: true };
    if (count > 0) found.push({ ...left, count });
  }
  return found;
}

export function* carriedIn(archive: Pick<ZulipArchive, "rows">, tables = CARRIED): Generator<HereRow> {
  for (const table of tables) for (const row of archive.rows(nameThere(table))) yield [table, row];
}
