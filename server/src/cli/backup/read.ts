/** Reads a backup line by line, so its size does not matter. */
import { stat } from "node:fs/promises";
import { linesOf, parsedLine } from "../../kernel/json-lines.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { Refusal } from "../errors.ts";
import { type BackupRow, type BackupTrailer, FORMAT, type Heading, type TableHeading } from "./format.ts";

export interface BackupTable {
  readonly heading: TableHeading;
  /** Yields the rows in batches of at most `most`. Must be consumed before the next table. */
  rows(most: number): AsyncGenerator<BackupRow[]>;
}

export class BackupFile {
  readonly heading: Heading;
  readonly #file: string;

  private constructor(file: string, heading: Heading) {
    this.#file = file;
    this.heading = heading;
  }

  static async open(file: string): Promise<BackupFile> {
    for await (const line of linesOf(file, "backup")) return new BackupFile(file, checkHeading(file, line));
    throw new Refusal(`${file} is empty.`);
  }

  /** Starts from the beginning each time, because a transaction may be retried. */
  async *tables(progress: Progress = unobserved, stage = "Restoring"): AsyncGenerator<BackupTable> {
    progress.begin(stage, (await stat(this.#file)).size, { unit: "bytes" });
    const lines = linesOf(this.#file, "backup", { progress });
    await lines.next();
    let count = 0;
    let next: object | undefined;
    async function advance(): Promise<void> {
      const { value, done } = await lines.next();
      if (done) throw new Refusal("The backup is damaged: its end is missing.");
      next = parsedLine(value, "backup");
    }
    async function* rows(most: number): AsyncGenerator<BackupRow[]> {
      let batch: BackupRow[] = [];
      for (; Array.isArray(next); await advance()) {
        batch.push(next);
        count++;
        if (batch.length < most) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    }
    await advance();
    while (next && "table" in next) {
      const heading = next as TableHeading;
      await advance();
      yield { heading, rows };
    }
    if ((next as Partial<BackupTrailer> | undefined)?.end !== true || (next as BackupTrailer).rows !== count)
      throw new Refusal("The backup is damaged: its contents do not match its trailer.");
    // Read to the end, because that verifies the gzip checksum.
    if (!(await lines.next()).done) throw new Refusal("The backup is damaged: there is data after its end.");
  }
}

function checkHeading(file: string, line: string): Heading {
  const heading = parsedLine(line, "backup") as Partial<Heading>;
  if (typeof heading.parley_backup !== "number") throw new Refusal(`${file} is not a Parley backup.`);
  if (heading.parley_backup !== FORMAT)
    throw new Refusal("The backup has a newer format. Restore it with the version of Parley that created it.");
  const isWhole =
    Array.isArray(heading.migrations) &&
    heading.migrations.length > 0 &&
    /^[0-9a-f]{64}$/.test(String(heading.secret_key));
  if (!isWhole) throw new Refusal("The backup is damaged: its header is incomplete.");
  return heading as Heading;
}
