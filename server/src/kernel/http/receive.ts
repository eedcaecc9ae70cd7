/**
 * Receives the file of a multipart request: streamed to disk, never held in memory, and removed when the request is over
 * unless somebody has taken it over. Whatever is wrong with the request, nothing of it stays behind.
 */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ApiError, RawParameters } from "../api/index.ts";
import type { App, Context } from "../context.ts";
import { isFileFault } from "../health/machine.ts";
import { unfinishedFile } from "../storage/unfinished.ts";
import type { Incoming } from "./incoming.ts";
import { pauseAfterLongReads } from "./pacing.ts";
import { hearOut, MAX_BODY_BYTES, MultipartFields, multipartProblem } from "./parameters.ts";

export interface ReceivedFile {
  /** Where it is until the request is over. */
  readonly path: string;
  /** As the client called it; empty when it did not. */
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** What an operation says about its file. */
export interface FileRule {
  maxBytes(app: App): number;
  /** Not there where the file may be left out. */
  readonly missing?: () => ApiError;
  readonly several: () => ApiError;
  readonly tooLarge: (app: App) => ApiError;
}

/** The same where the request must pass other rules before its file is looked at; of its parameters it has those of the path. */
export type FileRuleFor = (ctx: Context, path: RawParameters) => Promise<FileRule>;

export interface Received {
  readonly fields: Record<string, string>;
  /** Undefined only where it may be left out. */
  readonly file: ReceivedFile | undefined;
  /** Removes what is left of the file. */
  discard(): Promise<void>;
}

/** Room for the boundaries and the other fields. */
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
