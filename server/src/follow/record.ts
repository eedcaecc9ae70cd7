/**
 * How far following has come: a file in the data directory. It is written after what it says is done, and losing it costs a
 * comparison: nothing depends on it being newer. While it exists, no server runs on the data.
 */
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface KeyRecord {
  queue_id?: string;
  last_event_id?: number;
  /** Up to which id each part was copied, since the queue was registered. */
  reached: Record<string, number>;
}

export interface FollowRecord {
  url: string;
  shortName: string;
  realmId: number | null;
  /** By the ids of the people on the other server. */
  keys: Record<string, KeyRecord>;
}

/** Under which name what is copied is kept. */
export const originOf = ({ url }: Pick<FollowRecord, "url">): string => `follow:${new URL(url).host}`;

export const recordFile = (dataDirectory: string): string => join(dataDirectory, "follow.json");
export const isFollowing = (dataDirectory: string): boolean => existsSync(recordFile(dataDirectory));

export async function readRecord(dataDirectory: string): Promise<FollowRecord | undefined> {
  try {
    return JSON.parse(await readFile(recordFile(dataDirectory), "utf8")) as FollowRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export async function writeRecord(dataDirectory: string, record: FollowRecord): Promise<void> {
  const file = recordFile(dataDirectory);
  await writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

export const removeRecord = (dataDirectory: string): Promise<void> => rm(recordFile(dataDirectory), { force: true });
