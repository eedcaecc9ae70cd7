/** A typed way to call the operations of the contract, in browsers and in Node. */
import type { ArgumentsOf, Field, Operation, Shape, ShapeOf } from "@parley/server/contract";

export interface Credentials {
  /** The organization's address, without a path. */
  url: string;
  email: string;
  apiKey: string;
}

export interface ConnectionOptions extends Credentials {
  fetch?: typeof globalThis.fetch;
  WebSocket?: typeof globalThis.WebSocket;
  headers?: Record<string, string>;
}

/** A browser that has signed in: its cookie says who asks, the token that it is one of our own pages. */
export interface SessionOptions {
  url: string;
  csrfToken: string;
  fetch?: typeof globalThis.fetch;
  WebSocket?: typeof globalThis.WebSocket;
  headers?: Record<string, string>;
}

/** What the server refused, with its code and extra fields. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfterMs?: number) {
    const { msg, code, result: _, ...fields } = body;
    super(typeof msg === "string" ? msg : `The server answered with status ${status}.`);
    this.status = status;
    this.code = typeof code === "string" ? code : "";
    this.fields = fields;
    const seconds = fields["retry-after"];
    this.retryAfterMs = typeof seconds === "number" ? seconds * 1000 : retryAfterMs;
  }
}

/** The server could not be reached, or did not answer as Parley does. */
export class ConnectionError extends Error {
  /** Where something in front of the server has answered instead, and asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

interface Call {
  /** Ends the request. */
  signal?: AbortSignal;
}

export class Connection {
  readonly url: string;
  /** Empty in a browser's session. */
  readonly email: string;
  readonly #prefix: string;
  readonly #headers: Record<string, string>;
  #csrfToken = "";
  readonly #protocols: string[];
  readonly #fetch: typeof globalThis.fetch;
  readonly #WebSocket: typeof globalThis.WebSocket;

  constructor(options: ConnectionOptions | SessionOptions) {
    const { url, fetch = globalThis.fetch, WebSocket = globalThis.WebSocket, headers = {} } = options;
    this.url = url.replace(/\/+$/, "");
    // Browsers let it be called only as a function of the window.
    this.#fetch = fetch.bind(globalThis);
    this.#WebSocket = WebSocket;
    if ("csrfToken" in options) {
      this.email = "";
      this.#prefix = "/json";
      this.#headers = { ...headers };
      this.csrfToken = options.csrfToken;
      this.#protocols = [EVENTS];
    } else {
      const credentials = base64(options);
      this.email = options.email;
      this.#prefix = "/api/v1";
      this.#headers = { authorization: `Basic ${credentials}`, ...headers };
      this.#protocols = [EVENTS, CREDENTIALS + urlSafe(credentials)];
    }
  }

  /** Of a browser's session: also for what is sent past this connection, such as files whose progress is shown. */
  get csrfToken(): string {
    return this.#csrfToken;
  }

  /** Another session has begun, or the first one after a start without the server. */
  set csrfToken(token: string) {
    this.#csrfToken = token;
    this.#headers["x-csrftoken"] = token;
  }

  async call<P extends Shape, R extends Shape>(
    operation: Operation<P, R>,
    args: ArgumentsOf<P>,
    { signal, file }: Call & { file?: File } = {},
  ): Promise<ShapeOf<R>> {
    const response = await this.#request(operation, args, { ...(signal ? { signal } : {}), ...(file ? { file } : {}) });
    const body = await bodyOf(response, signal);
    if (!response.ok || body.result !== "success") throw new RequestError(response.status, body, waitIn(response));
    const { result: _, msg: __, ...answer } = body;
    return answer as ShapeOf<R>;
  }

  /** Opens a stream, and answers with its bytes as they come. */
  async open<P extends Shape>(
    operation: Operation<P>,
    args: ArgumentsOf<P>,
    { signal }: Call = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#request(operation, args, signal ? { signal } : {});
    if (response.ok && response.body) return response.body;
    throw new RequestError(response.status, await bodyOf(response, signal), waitIn(response));
  }

  /** Opens a WebSocket. Scripts cannot set its headers: the credentials are offered as a protocol. */
  socket<P extends Shape>(operation: Operation<P>, args: ArgumentsOf<P>): WebSocket {
    const url = this.#address(operation, args).replace(/^http/, "ws");
    return new this.#WebSocket(url, this.#protocols);
  }

  #address<P extends Shape>(operation: Operation<P>, args: ArgumentsOf<P>): string {
    const { path, form } = encode(operation as Operation, args as Record<string, unknown>);
    const query = operation.method === "GET" && form.size > 0 ? `?${form}` : "";
    return `${this.url}${this.#prefix}${path}${query}`;
  }

  async #request<P extends Shape, R extends Shape>(
    operation: Operation<P, R>,
    args: ArgumentsOf<P>,
    { signal, file }: Call & { file?: File },
  ): Promise<Response> {
    const { form } = encode(operation as Operation, args as Record<string, unknown>);
    const request = {
      method: operation.method,
      headers: this.#headers,
      ...(operation.method === "GET" ? {} : { body: file ? withFile(form, file) : form }),
      ...(signal ? { signal } : {}),
    };
    try {
      return await this.#fetch(this.#address(operation, args), request);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ConnectionError("The server did not answer.", { cause: error });
    }
  }
}

async function bodyOf(response: Response, signal: AbortSignal | undefined): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ConnectionError("The server did not answer.", { cause: error, retryAfterMs: waitIn(response) });
  }
}

/** Seconds, or a date. */
function waitIn({ headers }: Response): number | undefined {
  const said = headers.get("retry-after");
  if (said === null) return undefined;
  const ms = /^[\d.]+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** What we speak on a WebSocket, and what carries the credentials there. */
const EVENTS = "parley.events";
const CREDENTIALS = "parley.basic.";

const urlSafe = (encoded: string) => encoded.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function base64({ email, apiKey }: Credentials): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${email}:${apiKey}`)));
}

function withFile(form: URLSearchParams, file: File): FormData {
  const body = new FormData();
  for (const [name, value] of form) body.set(name, value);
  body.set("file", file);
  return body;
}

function encode(operation: Operation, args: Record<string, unknown>): { path: string; form: URLSearchParams } {
  const form = new URLSearchParams();
  let { path } = operation;
  for (const [name, field] of Object.entries(operation.params)) {
    const value = args[name];
    if (value === undefined) continue;
    const text = toText(field, value);
    const escaped =
      operation.tail === name ? text.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(text);
    if (operation.pathParams.includes(name)) path = path.replace(`{${name}}`, () => escaped);
    else form.set(name, text);
  }
  return { path, form };
}

const toText = (field: Field, value: unknown) => (field.wire === "text" ? String(value) : JSON.stringify(value));
