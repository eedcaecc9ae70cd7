/** Imports an archive as a new organization, in one transaction: everything or nothing. */
import { sql } from "kysely";
import { beginAfterNewest } from "../../delivery/notifications/store.ts";
import type { RealmId } from "../../kernel/api/ids.ts";
import { ApiError, said } from "../../kernel/api/index.ts";
import type { App, Realm } from "../../kernel/context.ts";
import type { Tx } from "../../kernel/db/handles.ts";
import { setLastId } from "../../kernel/db/identity.ts";
import { DanglingReference, withoutForeignKeys } from "../../kernel/db/references.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { takeTurnOf } from "../../kernel/events/log.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { forgetExcess } from "../../messages/history/excess.ts";
import { hasDefaultRealm } from "../../organization/realms/store.ts";
import { queueReminders } from "../../personal/reminders/jobs.ts";
import { queueDeliveries } from "../../personal/scheduled-messages/jobs.ts";
import { checkShortName } from "../../set-up/create.ts";
import { endSetup } from "../../set-up/key.ts";
import { Batches } from "./batches.ts";
import { ImportedFiles } from "./files.ts";
import type { Heading } from "./format.ts";
import { MovedIds } from "./ids.ts";
import { CleanNames } from "./names.ts";
import { OlderEdits } from "./older.ts";
import { ArchiveFile, type Item } from "./read.ts";
import { withSealedSecrets } from "./secrets.ts";
import { type ArchivedTable, archivedTable } from "./tables.ts";
import { trusted } from "./trust.ts";

export interface ImportOptions {
  /** Its name in host names; defaults to the one in the archive. */
  readonly shortName?: string | undefined;
  readonly progress?: Progress;
}

export interface Imported {
  readonly realm: Realm;
  readonly rows: number;
  readonly files: number;
}

/** Rows and files as in an archive of Parley's own, wherever they come from. */
export interface OrganizationArchive {
  readonly heading: Heading;
  /** Starts from the beginning each time, because a transaction may be retried. */
  items(progress?: Progress): AsyncIterable<Item>;
}

export async function importOrganization(app: App, file: string, options: ImportOptions): Promise<Imported> {
  return importRows(app, await ArchiveFile.open(file), options);
}

export async function importRows(
  app: App,
  archive: OrganizationArchive,
  { shortName, progress = unobserved }: ImportOptions,
): Promise<Imported> {
  const string_id = shortName ?? archive.heading.realm.string_id;
  if (string_id !== "") checkShortName(string_id);
  const files = new ImportedFiles(app);
  try {
    const { id, rows } = await app.database.transaction((tx) =>
      withoutForeignKeys(tx, () => load(app, tx, { archive, files, string_id, progress })),
    );
    const realm = await app.identities.realmById(app.database.reader, id);
    return { realm, rows, files: files.count };
  } catch (error) {
    await files.undo();
    throw error instanceof DanglingReference ? new DamagedFile(`The export is damaged: ${error.message}.`) : error;
  }
}

interface Loading {
  readonly archive: OrganizationArchive;
  readonly files: ImportedFiles;
  readonly string_id: string;
  readonly progress: Progress;
}

async function load(
  app: App,
  tx: Tx,
  { archive, files, string_id, progress }: Loading,
): Promise<{ id: RealmId; rows: number }> {
  const { realm, contents } = archive.heading;
  await endSetup(app, tx);
  await checkIsFree(tx, string_id);
  const ids = await MovedIds.into(tx, realm.id);
  const here = { string_id, is_default: !(await hasDefaultRealm(tx)), version: 1 };
  const sealing = { secrets: app.secrets, taken: await keysOf(tx) };
  const names = new CleanNames();
  const place = (table: ArchivedTable, row: TableRow): TableRow => {
    const moved = ids.row(table, names.row(table.name, trusted(table.name, row, realm.id)));
    const sealed = withSealedSecrets(table.name, moved, sealing);
    return table.name === "realm" ? { ...sealed, ...here } : sealed;
  };

  const batches = await Batches.into(tx);
  const older = new OlderEdits();
  const editTable = archivedTable("message_edit") as ArchivedTable;
  let rows = 0;
  for await (const item of archive.items(progress)) {
    if ("file" in item) {
      await files.add(item);
      continue;
    }
    const { table } = item;
    if (table.name === "channel") older.learn(item.row);
    const { message: given, edits } =
      table.name === "message" ? older.split(item.row) : { message: item.row, edits: [] };
    const row = place(table, given);
    await batches.add(table.name, row, item.characters);
    for (const edit of edits) await batches.add(editTable.name, place(editTable, edit), item.characters / edits.length);
    rows++;
    if (table.key[0] === "id") files.expect(table, item.row.id as number, row);
  }
  await batches.flush();
  await files.finish();
  progress.begin("Checking what was imported");
  for (const [table, last] of ids.highest) await setLastId(tx, table, last);
  const id = ids.of("realm", realm.id);
  await complete(tx, id, contents !== "everything");
  return { id, rows };
}

/** Only the default organization has no short name. */
async function checkIsFree(tx: Tx, stringId: string): Promise<void> {
  if (stringId === "" && (await hasDefaultRealm(tx)))
    throw new ApiError(said`There is already an organization. Another one needs a short name.`);
  const taken = await tx.selectFrom("realm").select("id").where("string_id", "=", stringId).executeTakeFirst();
  if (taken) throw new ApiError(said`An organization named ${stringId} already exists.`);
}

async function keysOf(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom("user").select("api_key_hash").execute();
  return new Set(rows.map((row) => row.api_key_hash));
}

/** Derives what follows from the rows, and starts a new log. */
async function complete(loaded: Tx, realm_id: RealmId, isPartial: boolean): Promise<void> {
  await loaded
    .insertInto("realm_position")
    .values({ realm_id, position: 0, pruned_upto: 0, served_by: null })
    .execute();
  const tx = await takeTurnOf(loaded, realm_id);
  await beginAfterNewest(tx, realm_id);
  await sql`
    insert into upload_space (realm_id, used_bytes)
    select ${realm_id}, coalesce(sum(size), 0) from attachment where realm_id = ${realm_id}`.execute(tx);
  await queueDeliveries(tx, realm_id);
  await queueReminders(tx, realm_id);
  await forgetExcess(tx, realm_id);
  await sql`
    update message set
      history_count = (select count(*) from message_edit where message_edit.message_id = message.id),
      history_bytes = (select coalesce(sum(text_size), 0) from message_edit where message_edit.message_id = message.id)
    where realm_id = ${realm_id}
      and (history_count <> 0 or history_bytes <> 0
        or exists (select 1 from message_edit where message_edit.message_id = message.id))`.execute(tx);
  // Private answers of bots are in no archive, and may have been the newest of their conversations.
  await sql`
    update direct_participant set max_message_id = coalesce(
      (select max(message.id) from message where message.recipient_id = direct_participant.recipient_id), 0)
    where recipient_id in (select id from recipient where realm_id = ${realm_id} and direct_key is not null)
      and max_message_id <> 0
      and not exists (select 1 from message where message.id = direct_participant.max_message_id)`.execute(tx);
  // A channel may have been exported in part.
  if (isPartial)
    await sql`
      update topic set max_message_id = (select max(message.id) from message where message.topic_id = topic.id)
      where channel_id in (select id from channel where realm_id = ${realm_id})`.execute(tx);
}
