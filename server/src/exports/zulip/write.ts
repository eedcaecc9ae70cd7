/**
 * Writes an organization in Zulip's export format: a gzipped tar file that Zulip's importer reads. The rows are from one snapshot of
 * the database, as in an archive of Parley's own; the server may be running. Memory does not depend on the number of messages.
 */
import { rm } from "node:fs/promises";
import type { App, Realm } from "../../kernel/context.ts";
import { allowRests } from "../../kernel/db/dialect.ts";
import { rowCounts } from "../../kernel/db/rows.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { versionFields } from "../../kernel/version.ts";
import { ConsideredRows } from "../archive/pages.ts";
import { archivedTables } from "../archive/tables.ts";
import { TarWriter } from "../own/tar.ts";
import { carriedBy } from "./carried.ts";
import { FILE_FOLDERS, type FileThere, picturesThere, writeAttachments } from "./files.ts";
import { MARKER_FILE, MARKER_FORMAT, ZULIP_VERSION, type ZulipRow } from "./format.ts";
import { JsonTables } from "./json-file.ts";
import { type LeftBehind, leftBehind, missingFiles } from "./left-out.ts";
import { MessageWriter } from "./messages.ts";
import { Outward, type OutwardOptions } from "./outward.ts";
import { writeRealmFile } from "./realm-file.ts";

export interface ZulipExport {
  readonly messages: number;
  readonly files: number;
  readonly left_behind: readonly LeftBehind[];
}

export interface ZulipExportOptions extends OutwardOptions {
  readonly progress?: Progress;
}

export async function writeZulipArchive(
  app: App,
  realm: Realm,
  file: string,
  { progress = unobserved, ...options }: ZulipExportOptions = {},
): Promise<ZulipExport> {
  const tar = new TarWriter(file, Math.floor(app.clock.now() / 1000));
  try {
    const writer = new ArchiveWriter(app, realm, tar, progress, options);
    const written = await writer.everything();
    await tar.end();
    return written;
  } catch (error) {
    tar.destroy();
    throw error;
  }
}

/** Everything is in one folder, as in Zulip's own exports. */
const FOLDER = "zulip-export-parley";

class ArchiveWriter {
  readonly #app: App;
  readonly #realm: Realm;
  readonly #tar: TarWriter;
  readonly #progress: Progress;
  readonly #options: OutwardOptions;

  constructor(app: App, realm: Realm, tar: TarWriter, progress: Progress, options: OutwardOptions) {
    this.#app = app;
    this.#realm = realm;
    this.#tar = tar;
    this.#progress = progress;
    this.#options = options;
  }

  async everything(): Promise<ZulipExport> {
    const files: FileThere[] = [];
    const rows = await this.#app.database.snapshot(async (db) => {
      await allowRests(db);
      const counts = this.#progress === unobserved ? new Map<string, number>() : await rowCounts(db, archivedTables);
      this.#progress.begin(
        "Reading rows",
        counts.values().reduce((sum, count) => sum + count, 0),
      );
      const considered = new ConsideredRows(counts, this.#progress);
      const out = await Outward.of(this.#app, db, this.#realm, considered, this.#options);
      // How much there is of what a partial archive does not contain is not told either.
      const behind = out.isWhole ? await leftBehind(db, this.#realm.id) : [];
      const left_behind = [...behind, ...(await carriedBy(out))];
      await this.#begin(left_behind);
      const messages = new MessageWriter(out);
      let number = 0;
      await messages.write((work) => this.#tables(`messages-${String(++number).padStart(6, "0")}.json`, work));
      await this.#tables("attachment.json", (tables) => writeAttachments(out, tables, files));
      for (const picture of await picturesThere(out)) files.push(picture);
      // Last, with the clients that anything was sent with.
      await this.#tables("realm.json", (tables) => writeRealmFile(out, tables));
      return { messages: messages.count, left_behind };
    });
    const { count, missing } = await this.#files(files);
    const left_behind = missing === 0 ? rows.left_behind : [...rows.left_behind, missingFiles(missing)];
    return { ...rows, left_behind, files: count };
  }

  async #begin(left_behind: readonly LeftBehind[]): Promise<void> {
    const marker = {
      parley_zulip_export: MARKER_FORMAT,
      made_at: new Date(this.#app.clock.now()).toISOString(),
      version: versionFields.server_version,
      left_behind,
    };
    await this.#tar.addText(`${FOLDER}/${MARKER_FILE}`, `${JSON.stringify(marker, null, 2)}\n`);
    // Zulip compares the migrations of the applications that are listed: none.
    const status = { migrations_by_app: {}, zulip_version: ZULIP_VERSION };
    await this.#tar.addText(`${FOLDER}/migration_status.json`, `${JSON.stringify(status)}\n`);
  }

  /** Written to a file first, because an archive begins each of its parts with the size. */
  async #tables(name: string, work: (tables: JsonTables) => Promise<void>): Promise<void> {
    const file = await unfinishedFile(this.#app.config.dataDirectory);
    try {
      await JsonTables.write(file, work);
      await this.#tar.addFile(`${FOLDER}/${name}`, file);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Files never change. One that was removed in the meantime is empty, if a row names it: Zulip's importer needs it then. */
  async #files(files: readonly FileThere[]): Promise<{ count: number; missing: number }> {
    this.#progress.begin("Writing files", files.length);
    let [count, missing] = [0, 0];
    for (const folder of FILE_FOLDERS) {
      const records: ZulipRow[] = [];
      for (const each of files.filter((one) => one.folder === folder)) {
        this.#options.signal?.throwIfAborted();
        const isThere = await this.#file(each);
        if (isThere) count++;
        // Not every picture has each of its forms.
        else if (isNamedByRow(each)) missing++;
        if (each.record && (isThere || isNamedByRow(each))) records.push(each.record);
        this.#progress.add(1);
      }
      await this.#tar.addText(`${FOLDER}/${folder}/records.json`, `${JSON.stringify(records)}\n`);
    }
    return { count, missing };
  }

  async #file(file: FileThere): Promise<boolean> {
    const { folder, key, path } = file;
    const { storage } = this.#app;
    const size = await storage.size(key);
    const content = size === undefined ? undefined : await storage.read(key);
    const name = `${FOLDER}/${folder}/${path}`;
    if (size !== undefined && content) {
      await this.#tar.addStream(name, content, size);
      return true;
    }
    if (isNamedByRow(file)) await this.#tar.addText(name, "");
    return false;
  }
}

const isNamedByRow = ({ folder }: FileThere): boolean => folder === "uploads";
