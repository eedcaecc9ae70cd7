/**
 * The archive of an organization: one gzipped file of JSON lines. A header; for each table a line that names it and one
 * object per row; then the stored files in chunks; and a trailer with counts. docs/export-format.md describes it.
 */
import type { ScopeKind } from "./scope.ts";

/** Increases when older archives can no longer be read. Additional tables or columns do not count. */
export const FORMAT = 1;

export interface Heading {
  readonly parley_export: typeof FORMAT;
  readonly made_at: string;
  /** The version of Parley that wrote it. */
  readonly version: string;
  readonly contents: ScopeKind;
  readonly realm: { readonly id: number; readonly string_id: string; readonly name: string; readonly url: string };
}

export interface TableHeading {
  readonly table: string;
}

/** A chunk of a file, in base64. A file's chunks follow each other; the first is empty. */
export interface FileChunk {
  readonly file: { readonly table: string; readonly row: number; readonly index: number; readonly portion: string };
}

export interface ArchiveTrailer {
  readonly end: true;
  readonly rows: number;
  readonly files: number;
}
