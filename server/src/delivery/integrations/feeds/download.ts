/** Requests a feed's document: only if it has changed, through the guarded client, and no more than a feed needs. */
import type { App } from "../../../kernel/context.ts";
import { readUpTo } from "../../../kernel/outgoing/client.ts";
import { OutgoingError } from "../../../kernel/outgoing/errors.ts";
import { API_VERSION } from "../../../kernel/version.ts";
import type { FeedKind, FetchOutcome } from "./contract.ts";
import { retryAfterSeconds } from "./schedule.ts";

const HEAD_TIMEOUT_MS = 20_000;
const BODY_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
/** Feeds with full texts of many entries have some hundred kilobytes. */
export const MAX_FEED_BYTES = 2 * 1024 * 1024;

const ACCEPT: Readonly<Record<FeedKind, string>> = {
  news: "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5",
  calendar: "text/calendar, */*;q=0.5",
};

/** What a server wants to see again. */
export interface Validators {
  readonly etag: string | null;
  readonly last_modified: string | null;
}

export type Download =
  | {
      readonly kind: "document";
      readonly status: number;
      readonly body: Buffer;
      readonly contentType: string;
      readonly validators: Validators;
    }
  | { readonly kind: "unchanged"; readonly status: number }
  | {
      readonly kind: "failure";
      readonly outcome: FetchOutcome;
      readonly status: number | null;
      readonly retryAfter: number;
    };

export interface FeedRequest extends Validators {
  readonly url: string;
  readonly kind: FeedKind;
  readonly now: number;
}

/** Throws only if this process is ending: its successor tries again. */
export async function download({ outgoing }: Pick<App, "outgoing">, request: FeedRequest): Promise<Download> {
  try {
    return await requested(outgoing, request);
  } catch (error) {
    if (!(error instanceof OutgoingError) || error.reason === "stopped") throw error;
    const outcome = error.reason === "not_an_address" ? "unreachable" : error.reason;
    return { kind: "failure", outcome, status: null, retryAfter: 0 };
  }
}

async function requested(outgoing: App["outgoing"], { url, kind, now, ...known }: FeedRequest): Promise<Download> {
  const { status, headers, body } = await outgoing.open({
    method: "GET",
    url,
    headers: { accept: ACCEPT[kind], "user-agent": `ParleyFeedReader/${API_VERSION}`, ...conditions(known) },
    timeoutMs: HEAD_TIMEOUT_MS,
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    redirects: MAX_REDIRECTS,
  });
  if (status !== 200) {
    body.destroy();
    if (status === 304) return { kind: "unchanged", status };
    const retryAfter = retryAfterSeconds(headers["retry-after"], now);
    return { kind: "failure", outcome: status === 410 ? "gone" : "failed_status", status, retryAfter };
  }
  // Not asked for, and nothing says how large it becomes.
  if (!/^(?:identity)?$/i.test(headers["content-encoding"] ?? "")) {
    body.destroy();
    return { kind: "failure", outcome: "not_a_feed", status, retryAfter: 0 };
  }
  return {
    kind: "document",
    status,
    body: await bodyOf(body),
    contentType: headers["content-type"] ?? "",
    validators: { etag: validator(headers.etag), last_modified: validator(headers["last-modified"]) },
  };
}

async function bodyOf(body: Parameters<typeof readUpTo>[0]): Promise<Buffer> {
  try {
    return await readUpTo(body, { maxBytes: MAX_FEED_BYTES });
  } catch (error) {
    // A stream that is given up says why in the cause.
    const reasons = [error, (error as Error).cause];
    throw reasons.find((each) => each instanceof OutgoingError) ?? new OutgoingError("unreachable");
  }
}

const conditions = ({ etag, last_modified }: Validators): Record<string, string> => ({
  ...(etag === null ? {} : { "if-none-match": etag }),
  ...(last_modified === null ? {} : { "if-modified-since": last_modified }),
});

const MAX_VALIDATOR_LENGTH = 200;

/** Sent back as it came; a strange one is not. */
const validator = (header: string | undefined): string | null =>
  header !== undefined && header.length <= MAX_VALIDATOR_LENGTH && /^[\x20-\x7e]+$/.test(header) ? header : null;
