/** What an archive has and an organization cannot get, as records for the report: without anybody's texts and names. */
import type { FileRecord, SkippedRecord } from "./records.ts";

/** Enough to recognize it, of a line that may be as long as a file. */
const MAX_EXAMPLE_LENGTH = 480;

/** What no person or file is called: an id of Slack, and folders with numbers or random names. */
const ID_OF_FILE = /^[A-Z][A-Z0-9]*$/;
const NAMELESS = /^(?:\d+|[0-9a-f]{1,2}|(?=.*\d)[\w-]{24,})$/;

/** Which file it was, without the names in its path. */
export const fileExample = ({ id }: Pick<FileRecord, "id">): string =>
  ID_OF_FILE.test(id)
    ? id
    : id
        .split("/")
        .slice(0, -1)
        .filter((part) => NAMELESS.test(part))
        .join("/");

/** A message by its time. */
export const timeExample = (seconds: number): string =>
  new Date(Number.isFinite(seconds) ? Math.abs(seconds % 1e11) * 1000 : 0).toISOString().slice(0, 16);

export const skipped = (what: string, reason: string, example: string, count = 1): SkippedRecord => ({
  type: "skipped",
  what,
  reason,
  example: example.slice(0, MAX_EXAMPLE_LENGTH),
  count,
});

/** What of a list is more than a record may have: the server parses records as a whole, and others wait for that. */
export const leftOver = (what: string, reason: string, example: string, count: number): SkippedRecord[] =>
  count > 0 ? [skipped(what, reason, example, count)] : [];

/** Several of a kind as one, with the first as the example; nothing if there are none. */
export const skippedAll = (what: string, reason: string, examples: readonly string[]): SkippedRecord[] =>
  examples.length === 0 ? [] : [skipped(what, reason, examples[0] as string, examples.length)];
