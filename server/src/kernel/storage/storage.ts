/**
 * Where the bytes of uploaded files are: a directory, or a store that speaks S3. Keys are paths with slashes; what stands
 * under a key never changes, so nothing has to be locked. What is stored and whose it is, only the database knows.
 */
import type { Readable } from "node:stream";

export interface Storage {
  /** Takes the file over under this key. When it resolves, it survives the death of the process. */
  adopt(file: string, key: string, contentType: string): Promise<void>;
  /** The content, or the part of it from the first byte to the last, both included; undefined when there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The size of what is stored; undefined when there is nothing. */
  size(key: string): Promise<number | undefined>;
  /** Makes the content readable as a file for as long as the work takes; undefined when there is none. */
  withFile<T>(key: string, work: (file: string) => Promise<T>): Promise<T | undefined>;
  /** What is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Everything whose key begins so, with the time it was put there, in milliseconds since 1970. */
  list(prefix: string): AsyncIterable<{ key: string; storedAtMs: number }>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
