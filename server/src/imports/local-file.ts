/** Brings a file of an archive to the disk, bounded, for as long as something is done with it. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { App } from "../kernel/context.ts";
import { DamagedFile } from "../kernel/json-lines.ts";
import { unfinishedFile } from "../kernel/storage/unfinished.ts";
import { DiskRoom } from "./archives/disk-room.ts";
import { type FileRecord, SourceEnded } from "./records.ts";

export interface Missing {
  readonly missing: string;
}

class TooLarge extends Error {}

/** A download that has ended early, and that may succeed when it is begun again. */
export class DownloadInterrupted extends Error {
  constructor(options: ErrorOptions) {
    super("a download has ended early", options);
  }
}

const TRIES = 3;

interface LocalFile {
  readonly path: string;
  readonly size: number;
}

const UNREADABLE: Missing = { missing: "the file cannot be read" };

/** The result of the work, or the reason why there is no file. The work may move the file away. */
export async function withLocalFile<T>(
  app: App,
  record: FileRecord,
  maxBytes: number,
  work: (file: LocalFile) => Promise<T>,
): Promise<T | Missing> {
  for (let tried = 1; tried < TRIES; tried++) {
    try {
      return await once(app, record, maxBytes, work);
    } catch (error) {
      if (!(error instanceof DownloadInterrupted)) throw error;
    }
  }
  return once(app, record, maxBytes, work).catch((error: unknown) => {
    if (error instanceof DownloadInterrupted) return UNREADABLE;
    throw error;
  });
}

async function once<T>(
  app: App,
  record: FileRecord,
  maxBytes: number,
  work: (file: LocalFile) => Promise<T>,
): Promise<T | Missing> {
  const path = await unfinishedFile(app.config.dataDirectory);
  const room = new DiskRoom(dirname(path));
  let size = 0;
  let unreadable: unknown;
  const bounded = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > maxBytes) return done(new TooLarge());
      room.take(chunk.length).then(
        () => done(null, chunk),
        (error: Error) => done(error),
      );
    },
  });
  try {
    const content = await record.open();
    if ("missing" in content) return content;
    const written = createWriteStream(path, { mode: 0o600, flags: "wx", flush: true });
    content.once("error", (error) => {
      // It is ended with the error of the others when they fail.
      if (!bounded.errored && !written.errored) unreadable = error;
    });
    await pipeline(content, bounded, written);
    return await work({ path, size });
  } catch (error) {
    if (error instanceof TooLarge) return { missing: "the file is too large" };
    if (error instanceof DamagedFile) return { missing: "the file is damaged in the archive" };
    if (error instanceof DownloadInterrupted || error instanceof SourceEnded) throw error;
    // Reading has failed; when writing fails, nothing else will work either.
    if (error === unreadable) return UNREADABLE;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
