/**
 * Receives the file of a multipart request: streamed to disk, and removed after the request unless it was adopted. A
 * failed request leaves nothing behind.
 */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ApiError, RawParameters } from "../api/index.ts";
import type { App, Context } from "../context.ts";
import { isFileFault } from "../health/machine.ts";
import { unfinishedFile } from "../storage/unfinished.ts";
import { MAX_BODY_BYTES } from "./body-limits.ts";
import type { Incoming } from "./incoming.ts";
import { pauseAfterLongReads } from "./pacing.ts";
import { hearOut, MultipartFields, multipartProblem } from "./parameters.ts";

export interface ReceivedFile {
  /** Its path until the request ends. */
  readonly path: string;
  /** The client's file name; empty if there is none. */
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** An operation's rules for its file. */
export interface FileRule {
  maxBytes(app: App): number;
  /** Undefined if the file is optional. */
  readonly missing?: () => ApiError;
  readonly several: () => ApiError;
  readonly tooLarge: (app: App) => ApiError;
  /** The request has ended, in whatever way. */
  readonly ended?: () => void;
}

/** A file rule that depends on the request: checked before the file is read, with only the path parameters. */
export type FileRuleFor = (ctx: Context, path: RawParameters) => Promise<FileRule>;

export interface Received {
  readonly fields: Record<string, string>;
  /** Undefined only if the file is optional. */
  readonly file: ReceivedFile | undefined;
  /** Deletes the file if it is still there. */
  discard(): Promise<void>;
}

/** For the boundaries and the other fields. */
const OVERHEAD_BYTES = MAX_BODY_BYTES + 64 * 1024;

export async function receiveFile(app: App, request: Incoming, rule: FileRule): Promise<Received> {
  if (rule.missing && !request.isMultipart()) throw rule.missing();
  const maxBytes = rule.maxBytes(app);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes + OVERHEAD_BYTES) {
    request.raw.resume();
    throw rule.tooLarge(app);
  }
  const fields = new MultipartFields();
  const path = await unfinishedFile(app.config.dataDirectory).catch((error: unknown) => {
    request.raw.resume();
    throw error;
  });
  const discard = () => rm(path, { force: true });
  let file: ReceivedFile | undefined;
  pauseAfterLongReads(request.raw);
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes + 1 } })) {
      if (part.type === "field") fields.add(part);
      else if (file) throw rule.several();
      else {
        const size = await writeTo(path, part.file, () => exceeds(maxBytes, rule.tooLarge(app)));
        file = { path, name: part.filename ?? "", contentType: part.mimetype, size };
      }
    }
    if (!file && rule.missing) throw rule.missing();
    if (file) app.troubles.end("files");
    return { fields: fields.values, file, discard };
  } catch (error) {
    hearOut(request);
    await discard();
    throw isFileFault(error) ? error : multipartProblem(error);
  }
}

async function writeTo(path: string, source: NodeJS.ReadableStream, limit: () => Transform): Promise<number> {
  const counting = limit();
  const output = createWriteStream(path, { flags: "wx", mode: 0o600 });
  await pipeline(source, counting, output);
  return output.bytesWritten;
}

function exceeds(maxBytes: number, error: ApiError): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(error);
      else done(null, chunk);
    },
  });
}
