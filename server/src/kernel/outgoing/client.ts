/**
 * Requests to addresses that people choose: webhooks, and whatever else the server calls on somebody's behalf. Each is
 * held against the guard with the very address that is connected to, after its name was looked up and again at every
 * redirect, so that no name can mean one thing when it is checked and another when it is used. Connections are not kept
 * and no proxy is taken from the environment: what was allowed once is asked anew.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { addAbortSignal, type Readable } from "node:stream";
import type { Clock } from "../clock.ts";
import { type Guard, withoutBrackets } from "./addresses.ts";
import { OutgoingError } from "./errors.ts";
import { type Resolve, type ResolvedHost, resolveNames } from "./resolve.ts";

interface PreparedRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For everything together: looking up the name, connecting, redirects, and the last byte of the answer. */
  readonly timeoutMs: number;
  /** How many are followed. */
  readonly redirects: number;
}

interface Extent {
  /** Longer answers are refused, unless their beginning is enough. */
  readonly maxBytes: number;
  readonly beginningIsEnough?: boolean;
}

export interface OutgoingRequest extends PreparedRequest, Extent {}

/** As above, but the time ends with the head of the answer; its body has a time of its own. */
export interface OpeningRequest extends PreparedRequest {
  readonly bodyTimeoutMs: number;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/** What is longer is cut. */
export interface ReadRequest extends PreparedRequest {
  readonly maxBytes: number;
}

export interface ArrivingResponse extends Omit<OutgoingResponse, "body"> {
  readonly body: AsyncIterable<Buffer>;
}

export interface OutgoingStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** To be read, or destroyed: until then it holds a connection. */
  readonly body: Readable;
}

export interface OutgoingOptions {
  readonly guard: Guard;
  readonly clock: Clock;
  readonly resolve?: Resolve | undefined;
}

/** By which the method and the body stay. Of the others only a request without a body is sent on. */
const REPEATED = [307, 308];
const REDIRECTS = [301, 302, 303, ...REPEATED];

export class OutgoingClient {
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #resolve: Resolve;
  readonly #open = new Set<AbortController>();

  constructor({ guard, clock, resolve }: OutgoingOptions) {
    this.#guard = guard;
    this.#clock = clock;
    this.#resolve = resolve ?? resolveNames();
  }

  /** The answer, whatever its status. Throws an `OutgoingError` where there is none. */
  async send(request: OutgoingRequest): Promise<OutgoingResponse> {
    const call = this.#begin(request.timeoutMs);
    try {
      const response = await this.#follow(request, call.signal);
      addAbortSignal(call.signal, response);
      const body = await readUpTo(response, request);
      return { status: response.statusCode as number, contentType: response.headers["content-type"], body };
    } catch (error) {
      throw failureOf(error, call.signal);
    } finally {
      call.end();
    }
  }

  /** Like `send`, but `read` gets the body as it arrives, so that it is never in memory as a whole, and may stop before its end. */
  async reading<T>(request: ReadRequest, read: (answer: ArrivingResponse) => Promise<T>): Promise<T> {
    const call = this.#begin(request.timeoutMs);
    let response: IncomingMessage | undefined;
    try {
      response = await this.#follow(request, call.signal).catch((error: unknown) => {
        throw failureOf(error, call.signal);
      });
      addAbortSignal(call.signal, response);
      const { statusCode, headers } = response;
      const body = partsOf(response, request.maxBytes, call.signal);
      return await read({ status: statusCode as number, contentType: headers["content-type"], body });
    } finally {
      response?.destroy();
      call.end();
    }
  }

  /** Like `request`, but resolves when the response headers arrive. */
  async open(request: OpeningRequest): Promise<OutgoingStream> {
    const call = this.#begin(request.timeoutMs);
    try {
      const body = await this.#follow(request, call.signal);
      call.extend(request.bodyTimeoutMs);
      addAbortSignal(call.signal, body);
      body.once("close", call.end);
      return { status: body.statusCode as number, headers: body.headers, body };
    } catch (error) {
      call.end();
      throw failureOf(error, call.signal);
    }
  }

  /** Ends what is under way. */
  close(): void {
    for (const abort of this.#open) abort.abort(new OutgoingError("stopped"));
  }

  /** One that ends when its time is over, or when the server stops. */
  #begin(timeoutMs: number): { readonly signal: AbortSignal; extend(ms: number): void; end(): void } {
    const abort = new AbortController();
    const endsAfter = (ms: number) => this.#clock.after(ms, () => abort.abort(new OutgoingError("timeout")));
    let cancel = endsAfter(timeoutMs);
    this.#open.add(abort);
    return {
      signal: abort.signal,
      extend(ms) {
        cancel();
        cancel = endsAfter(ms);
      },
      end: () => {
        cancel();
        this.#open.delete(abort);
      },
    };
  }

  async #follow(request: PreparedRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { method, redirects } = request;
    let { headers = {} } = request;
    let url = webAddress(request.url);
    for (let followed = 0; ; followed++) {
      const response = await this.#ask(url, { ...request, headers }, signal);
      const status = response.statusCode as number;
      if (!REDIRECTS.includes(status) || (method !== "GET" && !REPEATED.includes(status))) return response;
      response.destroy();
      if (followed === redirects) throw new OutgoingError("redirect");
      const next = redirected(url, response);
      if (next.origin !== url.origin) headers = withoutCredentials(headers);
      url = next;
    }
  }

  #ask(url: URL, { method, headers, body }: PreparedRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const host = withoutBrackets(url.hostname);
    // A written address is connected to without being looked up.
    if (isIP(host) !== 0 && !this.#guard.permits(host)) throw new OutgoingError("forbidden");
    const { request } = url.protocol === "https:" ? https : http;
    return new Promise((resolve, reject) => {
      const asking = request(url, {
        method,
        headers: { accept: "*/*", "accept-encoding": "identity", ...headers },
        lookup: this.#lookup,
        signal,
        agent: false,
        rejectUnauthorized: true,
      });
      asking.once("response", resolve);
      asking.once("error", reject);
      // Somebody who wants to speak another protocol just hangs up, as far as we are told.
      asking.once("close", () => reject(new OutgoingError("unreachable")));
      asking.end(body);
    });
  }

  /** Called when a connection is made; what it answers with is what is connected to. */
  readonly #lookup: LookupFunction = (hostname, { all }, done) => {
    this.#permitted(hostname).then(
      (found) => {
        const [first] = found as [ResolvedHost];
        if (all) done(null, [...found]);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };

  /** A name that means even one forbidden address is not called at all: an honest one has no reason to. */
  async #permitted(hostname: string): Promise<readonly ResolvedHost[]> {
    const found = await this.#resolve(hostname);
    if (found.length === 0) throw new OutgoingError("unreachable", "ENOTFOUND");
    if (!found.every(({ address }) => this.#guard.permits(address))) throw new OutgoingError("forbidden");
    return found;
  }
}

function webAddress(text: string): URL {
  const url = URL.parse(text);
  if (!isOfTheWeb(url)) throw new OutgoingError("not_an_address");
  return url;
}

function redirected(from: URL, { headers: { location } }: IncomingMessage): URL {
  const url = location === undefined ? null : URL.parse(location, from);
  // What went encrypted so far does not go on in the open.
  const isExposed = from.protocol === "https:" && url?.protocol === "http:";
  if (!isOfTheWeb(url) || isExposed) throw new OutgoingError("redirect");
  return url;
}

const isOfTheWeb = (url: URL | null): url is URL => url?.protocol === "http:" || url?.protocol === "https:";

const withoutCredentials = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(authorization|cookie)$/i.test(name)));

/** Stops at the limit: what is longer is never held in memory. */
export async function readUpTo(from: Readable, { maxBytes, beginningIsEnough = false }: Extent): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of from as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes && !beginningIsEnough) throw new OutgoingError("too_large");
    parts.push(part);
    // Leaving the loop ends the connection.
    if (size > maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

/** What fails in the reader of the parts is not a failure of the request. */
async function* partsOf(from: Readable, maxBytes: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  let left = maxBytes;
  try {
    for await (const part of from as AsyncIterable<Buffer>) {
      yield part.subarray(0, left);
      left -= part.length;
      if (left <= 0) return;
    }
  } catch (error) {
    throw failureOf(error, signal);
  }
}

const failureOf = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  return error instanceof OutgoingError ? error : new OutgoingError("unreachable", codeOf(error));
};

const codeOf = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
};
