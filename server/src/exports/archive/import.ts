/** Reading an archive into this installation as an organization of its own: all of it in one transaction, or nothing. */
import { sql } from "kysely";
import { ApiError } from "../../api/index.ts";
import type { App, Realm } from "../../context.ts";
import type { Tx } from "../../db/handles.ts";
import { setLastId } from "../../db/identity.ts";
import { DanglingReference, withoutForeignKeys } from "../../db/references.ts";
import { columnsOf, insertRows, type Row, rowsAtOnce } from "../../db/rows.ts";
import { DamagedFile } from "../../json-lines.ts";
import { checkShortName } from "../../realms/create.ts";
import { hasRealm } from "../../realms/store.ts";
import { ImportedFiles } from "./files.ts";
import { MovedIds } from "./ids.ts";
import { ArchiveFile } from "./read.ts";
import { withSealedSecrets } from "./secrets.ts";
import type { ArchivedTable } from "./tables.ts";

export interface ImportOptions {
  /** Its name in host names; the one it had when left out. */
  readonly shortName?: string | undefined;
}

export interface Imported {
  readonly realm: Realm;
  readonly rows: number;
  readonly files: number;
}

export async function importOrganization(app: App, file: string, { shortName }: ImportOptions): Promise<Imported> {
  const archive = await ArchiveFile.open(file);
  if (shortName !== undefined) checkShortName(shortName);
  const string_id = shortName ?? archive.heading.realm.string_id;
  const files = new ImportedFiles(app);
  try {
    const { id, rows } = await app.database.transaction((tx) =>
      withoutForeignKeys(tx, () => new Import(app, tx, files, string_id).read(archive)),
    );
    const realm = await app.identities.realmById(app.database.reader, id);
    return { realm, rows, files: files.count };
  } catch (error) {
    await files.undo();
    throw error instanceof DanglingReference ? new DamagedFile(`The export is damaged: ${error.message}.`) : error;
  }
}

class Import {
  readonly #app: App;
  readonly #tx: Tx;
  readonly #files: ImportedFiles;
  readonly #stringId: string;
  #ids!: MovedIds;
  #columns!: Awaited<ReturnType<typeof columnsOf>>;
  #takenKeys!: ReadonlySet<string>;
  readonly #lastIds = new Map<string, number>();

  constructor(app: App, tx: Tx, files: ImportedFiles, stringId: string) {
    this.#app = app;
    this.#tx = tx;
    this.#files = files;
    this.#stringId = stringId;
  }

  async read(archive: ArchiveFile): Promise<{ id: number; rows: number }> {
    const { realm, contents } = archive.heading;
    this.#ids = await MovedIds.into(this.#tx, realm.id);
    this.#columns = await columnsOf(this.#tx);
    this.#takenKeys = await takenKeys(this.#tx);
    const isDefault = !(await hasRealm(this.#tx));
    await this.#checkNameIsFree();

    let rows = 0;
    let batch: Batch | undefined;
    for await (const item of archive.items()) {
      if ("file" in item) {
        await this.#insert(batch);
        batch = undefined;
        await this.#files.add(item);
        continue;
      }
      rows++;
      const row = this.#rowHere(item.table, item.row, isDefault);
      const columns = Object.keys(row).sort();
      if (
        batch &&
        (batch.table !== item.table || batch.rows.length >= rowsAtOnce(columns.length) || !fits(batch, columns))
      ) {
        await this.#insert(batch);
        batch = undefined;
      }
      batch ??= { table: item.table, columns, rows: [] };
      batch.rows.push(columns.map((column) => row[column]));
    }
    await this.#insert(batch);
    await this.#files.finish();
    const id = this.#ids.of("realm", realm.id);
    await this.#complete(id, contents !== "everything");
    return { id, rows };
  }

  async #checkNameIsFree(): Promise<void> {
    const taken = await this.#tx
      .selectFrom("realm")
      .select("id")
      .where("string_id", "=", this.#stringId)
      .executeTakeFirst();
    if (taken)
      throw new ApiError(
        this.#stringId === ""
          ? "There is an organization already. Another one needs a short name."
          : `There is an organization ${this.#stringId} already.`,
      );
  }

  #rowHere(table: ArchivedTable, archived: Row, isDefault: boolean): Row {
    const moved = this.#ids.row(table, archived);
    const row = withSealedSecrets(table.name, moved, {
      secrets: this.#app.secrets,
      isTaken: (hash) => this.#takenKeys.has(hash),
    });
    if (table.name === "realm") Object.assign(row, { string_id: this.#stringId, is_default: isDefault, version: 1 });
    if (table.key[0] === "id")
      this.#lastIds.set(table.name, Math.max(this.#lastIds.get(table.name) ?? 0, row.id as number));
    if (typeof archived.id === "number") this.#files.expect(table, archived.id, row);
    return row;
  }

  async #insert(batch: Batch | undefined): Promise<void> {
    if (!batch) return;
    const { table, columns, rows } = batch;
    const known = this.#columns.get(table.name);
    const unknown = columns.find((column) => !known?.all.has(column));
    if (unknown !== undefined)
      throw new DamagedFile(
        `The export was made by a newer version of Parley: it knows of a ${table.name}'s ${unknown}.`,
      );
    await insertRows(this.#tx, table.name, columns, rows, known?.json);
  }

  /** What follows from the rows, and what begins anew with them. */
  async #complete(id: number, isPartial: boolean): Promise<void> {
    const tx = this.#tx;
    for (const [table, last] of this.#lastIds) await setLastId(tx, table, last);
    await tx.insertInto("realm_position").values({ realm_id: id, position: 0, pruned_upto: 0 }).execute();
    await sql`
      insert into upload_space (realm_id, used_bytes)
      select ${id}, coalesce(sum(size), 0) from attachment where realm_id = ${id}`.execute(tx);
    // Only a part of a channel may have come.
    if (isPartial)
      await sql`
        update topic set max_message_id = (select max(message.id) from message where message.topic_id = topic.id)
        where channel_id in (select id from channel where realm_id = ${id})`.execute(tx);
  }
}

interface Batch {
  readonly table: ArchivedTable;
  readonly columns: readonly string[];
  readonly rows: unknown[][];
}

const fits = (batch: Batch, columns: readonly string[]) => batch.columns.join() === columns.join();

async function takenKeys(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom("user").select("api_key_hash").execute();
  return new Set(rows.map((row) => row.api_key_hash));
}
