/**
 * A backup is one gzipped file of JSON lines that either engine can write and read: a heading, then for each table an
 * object that names it and one array for each row, and at the end a count. A file without that last line is not whole.
 */
import { fileKey } from "../../messages/uploads/thumbnails.ts";

export const FORMAT = 1;

export interface Heading {
  readonly parley_backup: typeof FORMAT;
  readonly made_at: string;
  readonly engine: string;
  /** The state of the schema: the file is read into the very same one. */
  readonly migrations: readonly string[];
  /** Without it API keys cannot be read again, so a backup must be guarded like the data directory itself. */
  readonly secret_key: string;
}

export interface TableHeading {
  readonly table: string;
  readonly columns: readonly string[];
  /** The last id given out, rows that are gone included; null where ids are not given out. */
  readonly last_id: number | null;
}

export interface BackupTrailer {
  readonly end: true;
  readonly rows: number;
}

/**
 * Uploaded files, where they are in the data directory: each in chunks, as rows of what looks like a table. In a store of
 * its own they are left to that store's backups.
 */
export const FILES = "uploaded files";
export const FILES_COLUMNS = ["path_id", "portion"];

/** Files that are no attachments are listed by their whole key, which begins with a word and not with a number. */
export const storedKey = (listed: string): string => (/^\d/.test(listed) ? fileKey(listed) : listed);

export type BackupRow = readonly unknown[];
