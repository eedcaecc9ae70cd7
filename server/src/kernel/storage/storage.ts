/**
 * The contents of uploaded files: a directory, or an S3-compatible store. Keys are paths with slashes; the content of a
 * key never changes, so nothing has to be locked. Only the database knows what is stored and whose it is.
 */
import type { Readable } from "node:stream";

export interface Storage {
  /** Adopts the file under this key. When it resolves, the file is durable. */
  adopt(file: string, key: string, contentType: string): Promise<void>;
  /** The content, or a byte range of it, inclusive; undefined if there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The stored size; undefined if there is nothing. */
  size(key: string): Promise<number | undefined>;
  /** Provides the content as a file for the duration of the work; undefined if there is none. */
  withFile<T>(key: string, work: (file: string) => Promise<T>): Promise<T | undefined>;
  /** Missing keys are not an error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Removes what is left of files with this prefix that processes began to store before this time, and never completed. */
  removeUnfinished(prefix: string, beforeMs: number): Promise<void>;
  /** Everything with this prefix, with the time it was stored, in milliseconds since 1970. */
  list(prefix: string): AsyncIterable<{ key: string; storedAtMs: number }>;
}

/** The first part of all keys. In each of them, the files of an organization are under its id. */
export const STORED_FOLDERS: readonly string[] = ["files", "thumbnails", "avatars", "emoji", "exports", "imports"];

/** Whether it is the content of an upload, and not something that can be made again or is meant to be gone soon. */
export const isUploadedContent = (key: string): boolean => /^(files|avatars|emoji)\//.test(key);

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
