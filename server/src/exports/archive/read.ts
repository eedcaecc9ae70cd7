/** Reads an archive line by line, so its size does not matter. */
import { stat } from "node:fs/promises";
import type { TableRow } from "../../kernel/db/rows.ts";
import { DamagedFile, linesOf, parsedLine } from "../../kernel/json-lines.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { type ArchiveTrailer, type FileChunk, FORMAT, type Heading } from "./format.ts";
import { type ArchivedTable, archivedTable } from "./tables.ts";

/** A row or a file chunk. */
export type Item = { readonly table: ArchivedTable; readonly row: TableRow; readonly characters: number } | FileChunk;

const KIND = "export";

export class ArchiveFile {
  readonly heading: Heading;
  readonly #file: string;

  private constructor(file: string, heading: Heading) {
    this.#file = file;
    this.heading = heading;
  }

  static async open(file: string): Promise<ArchiveFile> {
    for await (const line of linesOf(file, KIND)) return new ArchiveFile(file, checkHeading(file, line));
    throw new DamagedFile(`${file} is empty.`);
  }

  /** Starts from the beginning each time, because a transaction may be retried. */
  async *items(progress: Progress = unobserved): AsyncGenerator<Item> {
    progress.begin("Importing", (await stat(this.#file)).size, { unit: "bytes" });
    const lines = linesOf(this.#file, KIND, { progress });
    await lines.next();
    let table: ArchivedTable | undefined;
    let rows = 0;
    let files = 0;
    for await (const text of lines) {
      const line = parsedLine(text, KIND) as Partial<FileChunk & ArchiveTrailer & { table: string }> & TableRow;
      if (line.end === true) {
        if (line.rows !== rows || line.files !== files)
          throw new DamagedFile("The export is damaged: its contents do not match its trailer.");
        if (!(await lines.next()).done) throw new DamagedFile("The export is damaged: there is data after its end.");
        return;
      }
      if (isChunk(line)) {
        if (line.file.portion === "") files++;
        yield line;
      } else if (typeof line.table === "string" && Object.keys(line).length === 1) {
        table = archivedTable(line.table);
        if (!table)
          throw new DamagedFile(
            `The export contains a table that this version of Parley does not know: ${line.table}.`,
          );
      } else {
        if (!table) throw new DamagedFile("The export is damaged: rows without a table.");
        rows++;
        yield { table, row: line, characters: text.length };
      }
    }
    throw new DamagedFile("The export is damaged: its end is missing.");
  }
}

function isChunk(line: Partial<FileChunk>): line is FileChunk {
  const { file } = line;
  return typeof file === "object" && file !== null && typeof file.portion === "string";
}

function checkHeading(file: string, line: string): Heading {
  const heading = parsedLine(line, KIND) as Partial<Heading>;
  if (typeof heading.parley_export !== "number") throw new DamagedFile(`${file} is not a Parley export.`);
  if (heading.parley_export !== FORMAT)
    throw new DamagedFile(
      "The export has a newer format. Import it with the version of Parley that created it, or later.",
    );
  const { realm, contents } = heading;
  if (!Number.isSafeInteger(realm?.id) || typeof realm?.string_id !== "string" || typeof contents !== "string")
    throw new DamagedFile("The export is damaged: its header is incomplete.");
  return heading as Heading;
}
