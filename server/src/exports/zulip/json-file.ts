/** Writes a JSON object of tables row by row, so that its size does not matter. */
import { type FileHandle, open } from "node:fs/promises";
import type { ZulipRow } from "./format.ts";

const WRITTEN_TOGETHER = 65_536;

export class JsonTables {
  readonly #handle: FileHandle;
  #waiting = "{";
  #isFirstTable = true;
  #isFirstRow = true;
  #isInTable = false;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** A new file, readable only by its owner; closed at the end, whatever happens. */
  static async write(file: string, work: (tables: JsonTables) => Promise<void>): Promise<void> {
    const handle = await open(file, "wx", 0o600);
    try {
      const tables = new JsonTables(handle);
      await work(tables);
      tables.#endTable();
      tables.#waiting += "}\n";
      await tables.#flush();
    } finally {
      await handle.close();
    }
  }

  /** The following rows are of this table. */
  begin(table: string): void {
    this.#endTable();
    this.#waiting += `${this.#isFirstTable ? "" : ","}\n${JSON.stringify(table)}:[`;
    [this.#isFirstTable, this.#isFirstRow, this.#isInTable] = [false, true, true];
  }

  async row(row: ZulipRow): Promise<void> {
    this.#waiting += `${this.#isFirstRow ? "" : ","}\n${JSON.stringify(row)}`;
    this.#isFirstRow = false;
    if (this.#waiting.length >= WRITTEN_TOGETHER) await this.#flush();
  }

  /** A member that is no table. */
  value(name: string, value: unknown): void {
    this.#endTable();
    this.#waiting += `${this.#isFirstTable ? "" : ","}\n${JSON.stringify(name)}:${JSON.stringify(value)}`;
    this.#isFirstTable = false;
  }

  #endTable(): void {
    if (this.#isInTable) this.#waiting += "]";
    this.#isInTable = false;
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = "";
    await this.#handle.appendFile(text);
  }
}
