/**
 * The archive of an organization: one gzipped file of JSON lines. A heading; for each table a line that names it and one
 * object for each row; then the stored files in chunks; and at the end a count. docs/export-format.md describes it.
 */
import type { ScopeKind } from "./scope.ts";

/** Raised when older archives cannot be read as they are any more. A table or column more is no reason. */
export const FORMAT = 1;

export interface Heading {
  readonly parley_export: typeof FORMAT;
  readonly made_at: string;
  /** The version that made it. */
  readonly version: string;
  readonly contents: ScopeKind;
  readonly realm: { readonly id: number; readonly string_id: string; readonly name: string; readonly url: string };
}

export interface TableHeading {
  readonly table: string;
}

/** A chunk of a file, in base64. The chunks of one file follow each other; the first one is empty. */
export interface FileChunk {
  readonly file: { readonly table: string; readonly row: number; readonly index: number; readonly portion: string };
}

export interface ArchiveTrailer {
  readonly end: true;
  readonly rows: number;
  readonly files: number;
}
