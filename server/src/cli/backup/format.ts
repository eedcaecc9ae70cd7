/**
 * A backup is one gzipped file of JSON lines that either engine can write and read: a header, then for each table an
 * object that names it and one array per row, and a trailer with the row count. A file without the trailer is
 * truncated.
 */
import { fileKey } from "../../messages/uploads/thumbnails.ts";

export const FORMAT = 1;

export interface Heading {
  readonly parley_backup: typeof FORMAT;
  readonly made_at: string;
  readonly engine: string;
  /** The migrations that were applied. A backup is restored into exactly this schema. */
  readonly migrations: readonly string[];
  /** API keys cannot be decrypted without it, so backups need the same protection as the data directory. */
  readonly secret_key: string;
}

export interface TableHeading {
  readonly table: string;
  readonly columns: readonly string[];
  /** The highest id ever assigned, including deleted rows; null for tables without generated ids. */
  readonly last_id: number | null;
}

export interface BackupTrailer {
  readonly end: true;
  readonly rows: number;
}

/**
 * Uploaded files from the data directory, stored in chunks as the rows of a pseudo-table. Files in an S3 bucket are not
 * included; that bucket has its own backups.
 */
export const FILES = "uploaded files";
export const FILES_COLUMNS = ["path_id", "portion"];

/**
 * Attachments are listed by path id, which starts with a digit; other files by their full storage key, which starts
 * with a word.
 */
export const storedKey = (listed: string): string => (/^\d/.test(listed) ? fileKey(listed) : listed);

export type BackupRow = readonly unknown[];
