/** Stores the files of an archive where this installation expects them. */
import { type FileHandle, open, rm } from "node:fs/promises";
import type { App } from "../../kernel/context.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import type { FileChunk } from "./format.ts";
import type { ArchivedTable } from "./tables.ts";

const CONTENT_TYPE = "application/octet-stream";

export class ImportedFiles {
  readonly #app: App;
  /** The storage keys of a row's files, by the row's id in the archive. */
  readonly #expected = new Map<string, readonly string[]>();
  readonly #adopted: string[] = [];
  #current: { readonly key: string; readonly path: string; readonly handle: FileHandle } | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  get count(): number {
    return this.#adopted.length;
  }

  expect(table: ArchivedTable, archivedId: number, row: TableRow): void {
    const keys = table.files?.(row as never) ?? [];
    if (keys.length > 0) this.#expected.set(`${table.name} ${archivedId}`, keys);
  }

  /** A file's chunks arrive in order; the first is empty. */
  async add({ file: { table, row, index, portion } }: FileChunk): Promise<void> {
    const key = this.#expected.get(`${table} ${row}`)?.[index];
    if (key === undefined) throw new DamagedFile("The export is damaged: it contains a file that nothing refers to.");
    if (this.#current?.key !== key) {
      await this.finish();
      const path = await unfinishedFile(this.#app.config.dataDirectory);
      this.#current = { key, path, handle: await open(path, "wx", 0o600) };
    }
    await this.#current.handle.appendFile(Buffer.from(portion, "base64"));
  }

  async finish(): Promise<void> {
    if (!this.#current) return;
    const { key, path, handle } = this.#current;
    this.#current = undefined;
    await handle.close();
    try {
      await this.#app.storage.adopt(path, key, CONTENT_TYPE);
      this.#adopted.push(key);
    } finally {
      await rm(path, { force: true });
    }
  }

  async undo(): Promise<void> {
    await this.#current?.handle.close();
    if (this.#current) await rm(this.#current.path, { force: true });
    await this.#app.storage.remove(this.#adopted);
  }
}
