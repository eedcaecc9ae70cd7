/** Checks that a backup is complete and belongs together, without a database. */
import { migrations } from "../../kernel/db/migrations/index.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { Secrets } from "../../kernel/secrets.ts";
import { fingerprintOf } from "../../kernel/secrets-check.ts";
import { Refusal } from "../errors.ts";
import { FILES, FILES_COLUMNS, type Heading } from "./format.ts";
import { BackupFile } from "./read.ts";
import { keptTables } from "./tables.ts";

export interface VerifiedBackup {
  readonly rows: number;
  readonly tables: number;
  readonly made_at: string;
  readonly engine: string;
}

const ROWS_AT_ONCE = 500;

/** Reads all of it: the checksum is at its end. */
export async function verifyBackup(file: string, progress: Progress = unobserved): Promise<VerifiedBackup> {
  const backup = await BackupFile.open(file);
  const { heading } = backup;
  checkIsKnown(heading);
  const names = new Set([...keptTables.map((table) => table.name), FILES]);
  let [rows, tables, fingerprint]: [number, number, unknown] = [0, 0, undefined];
  for await (const table of backup.tables(progress, "Verifying")) {
    const { table: name, columns } = table.heading;
    if (!names.has(name)) throw new Refusal(`The backup contains an unknown table: ${name}.`);
    const width = name === FILES ? FILES_COLUMNS.length : columns.length;
    const place = name === "installation" ? columns.indexOf("secret_fingerprint") : -1;
    for await (const batch of table.rows(ROWS_AT_ONCE)) {
      if (batch.some((row) => row.length !== width))
        throw new Refusal(`The backup is damaged: a row of ${name} is incomplete.`);
      if (place >= 0) fingerprint = batch[0]?.[place];
      rows += batch.length;
    }
    tables++;
  }
  checkKey(heading, fingerprint);
  return { rows, tables, made_at: heading.made_at, engine: heading.engine };
}

export function checkIsKnown({ migrations: made }: Pick<Heading, "migrations">): void {
  if (made.some((name) => !Object.hasOwn(migrations, name)))
    throw new Refusal("The backup was created by a newer version of Parley. Restore it with that version.");
}

/** Without the key, nothing that is encrypted in the rows can be read. */
export function checkKey(heading: Pick<Heading, "secret_key">, storedFingerprint: unknown): void {
  if (storedFingerprint !== fingerprintOf(new Secrets(Buffer.from(heading.secret_key, "hex"))))
    throw new Refusal("The backup is damaged: its secret key does not match its data.");
}
