/**
 * Proxies images and recordings from other sites. Images are read completely, up to a limit, and cached; recordings are
 * streamed in the requested ranges, and never held in memory.
 */

import { createHash } from "node:crypto";
import { pipeline, Transform } from "node:stream";
import type { Logger } from "pino";
import { ApiError, said } from "../../kernel/api/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { Answers } from "../../kernel/outgoing/answers.ts";
import { type OutgoingClient, type OutgoingStream, readUpTo } from "../../kernel/outgoing/client.ts";
import { OutgoingError } from "../../kernel/outgoing/errors.ts";
import { part } from "../../kernel/part.ts";
import { Places } from "../../kernel/places.ts";
import { API_VERSION } from "../../kernel/version.ts";
import { beginsAs, declaredKind, TELLING_BYTES } from "./kinds.ts";

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const PICTURE_TIMEOUT_MS = 30_000;
/** Browsers automatically request the rest. */
const RECORDING_TIMEOUT_MS = 10 * 60_000;

const KEPT_PICTURE_BYTES = 32 * 1024 * 1024;
/** The memory for a URL, even of missing content. */
const ENTRY_BYTES = 4096;

/** Together with the cache, the most memory that images take: 16 times 5 MiB. */
const LOOKING = { atOnce: 16, perName: 4, waiting: 256, waitingPerName: 64 };
const PASSING_ON = { atOnce: 64, perName: 8, waiting: 256, waitingPerName: 64 };

export interface ContentReader {
  readonly name: string;
  isGone(): boolean;
}

export interface Picture {
  readonly is: "picture";
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Unique for each image. */
  readonly tag: string;
}

export interface Recording {
  readonly is: "recording";
  readonly contentType: string;
}

export interface Passage {
  /** The requested part, or everything. */
  readonly status: 200 | 206 | 416;
  readonly length: string | undefined;
  readonly range: string | undefined;
  readonly body: Transform | undefined;
}

interface ExternalContentOptions {
  readonly clock: Clock;
  readonly outgoing: OutgoingClient;
  readonly log: Logger;
  readonly maxRecordingBytes: number;
}

export const externalContent = part<ExternalContent>("way to the content of other sites");

export class ExternalContent {
  readonly #options: ExternalContentOptions;
  readonly #found: Answers<Picture | Recording>;
  readonly #looking = new Places(LOOKING);
  readonly #passingOn = new Places(PASSING_ON);

  constructor(options: ExternalContentOptions) {
    this.#options = options;
    this.#found = new Answers({
      clock: options.clock,
      limit: KEPT_PICTURE_BYTES,
      weigh: (what) => ENTRY_BYTES + (what?.is === "picture" ? what.bytes.length : 0),
      ask: (url) => this.#lookAt(url),
    });
  }

  /** The content; undefined if it cannot be shown. Only the reader who triggers the fetch takes a slot. */
  async find(url: string, reader: ContentReader): Promise<Picture | Recording | undefined> {
    if (this.#found.isAsked(url)) return this.#found.of(url);
    const leave = await this.#looking.take([readerName(reader), `site ${URL.parse(url)?.hostname}`], reader.isGone);
    // Someone else may have started in the meantime.
    if (this.#found.isAsked(url)) leave();
    try {
      return await this.#found.of(url);
    } finally {
      leave();
    }
  }

  /** Streams a recording, or a part of it. */
  async passOn(
    url: string,
    { contentType }: Recording,
    { range, reader }: { range: string | undefined; reader: ContentReader },
  ): Promise<Passage | undefined> {
    const leave = await this.#passingOn.take([readerName(reader)], reader.isGone);
    try {
      const answer = await this.#open(url, RECORDING_TIMEOUT_MS, range);
      const passage = answer && this.#passage(answer, contentType, range);
      if (passage?.body) passage.body.once("close", leave);
      else {
        answer?.body.destroy();
        leave();
      }
      return passage;
    } catch (error) {
      leave();
      throw error;
    }
  }

  #passage({ status, headers, body }: OutgoingStream, contentType: string, asked?: string): Passage | undefined {
    if (status === 416 && asked !== undefined) return { status, length: undefined, range: undefined, body: undefined };
    const isPart = status === 206 && asked !== undefined && CONTENT_RANGE.test(headers["content-range"] ?? "");
    const { "content-length": length } = headers;
    const { maxRecordingBytes } = this.#options;
    // The content may have changed since it was checked.
    if ((status !== 200 && !isPart) || declaredKind(headers["content-type"])?.contentType !== contentType)
      return undefined;
    if (headers["content-encoding"] !== undefined || Number(length ?? 0) > maxRecordingBytes) return undefined;
    return {
      status: isPart ? 206 : 200,
      length,
      range: isPart ? headers["content-range"] : undefined,
      body: pipeline(body, atMost(maxRecordingBytes), () => {}),
    };
  }

  async #lookAt(url: string): Promise<Picture | Recording | undefined> {
    const answer = await this.#open(url, PICTURE_TIMEOUT_MS);
    if (!answer) return undefined;
    const { status, headers, body } = answer;
    const kind = status === 200 ? declaredKind(headers["content-type"]) : undefined;
    try {
      if (kind?.is === "picture") {
        const bytes = await readUpTo(body, { maxBytes: MAX_PICTURE_BYTES });
        return beginsAs(kind, bytes) ? pictureOf(kind.contentType, bytes) : undefined;
      }
      if (kind === undefined) return undefined;
      const beginning = await readUpTo(body, { maxBytes: TELLING_BYTES, beginningIsEnough: true });
      return beginsAs(kind, beginning) ? { is: "recording", contentType: kind.contentType } : undefined;
    } catch {
      // Too long, too slow or interrupted.
      return undefined;
    } finally {
      body.destroy();
    }
  }

  /** Undefined if there is no response, or the URL is not allowed. */
  async #open(url: string, bodyTimeoutMs: number, range?: string): Promise<OutgoingStream | undefined> {
    const { outgoing, log } = this.#options;
    const headers = { accept: "image/*, video/*, audio/*", "user-agent": `ParleyMediaProxy/${API_VERSION}` };
    try {
      return await outgoing.open({
        method: "GET",
        url,
        headers: range === undefined ? headers : { ...headers, range },
        timeoutMs: TIMEOUT_MS,
        bodyTimeoutMs,
        redirects: MAX_REDIRECTS,
      });
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      log.debug({ host: URL.parse(url)?.host, reason: error.reason }, "could not fetch an image or recording");
      return undefined;
    }
  }
}

const readerName = ({ name }: ContentReader): string => `reader ${name}`;

function pictureOf(contentType: string, bytes: Buffer): Picture {
  return { is: "picture", contentType, bytes, tag: createHash("sha256").update(bytes).digest("base64url") };
}

const CONTENT_RANGE = /^bytes \d{1,15}-\d{1,15}\/(?:\d{1,15}|\*)$/;

/** Limits a stream's length. A reader that has received nothing yet learns why. */
function atMost(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > maxBytes) done(new OutgoingError("too_large"));
      else done(null, part);
    },
    destroy: (error, done) => done(error && new ApiError(said`The other site closed the connection.`, { status: 502 })),
  });
}
