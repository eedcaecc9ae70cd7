/** Typed calls to the operations of the contract, in browsers and in Node. */
import type { ArgumentsOf, Operation, Shape, ShapeOf } from "@parley/server/contract";

export interface Credentials {
  /** The organization's URL, without a path. */
  url: string;
  email: string;
  apiKey: string;
}

export interface ConnectionOptions extends Credentials {
  fetch?: typeof globalThis.fetch;
  WebSocket?: typeof globalThis.WebSocket;
  headers?: Record<string, string>;
}

/**
 * A signed-in browser: its cookie identifies the user, and the CSRF token proves that the request comes from our own
 * page.
 */
export interface SessionOptions {
  url: string;
  csrfToken: string;
  fetch?: typeof globalThis.fetch;
  WebSocket?: typeof globalThis.WebSocket;
  headers?: Record<string, string>;
}

/** An error response, with its code and extra fields. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** How long the server asks us to wait before retrying. */
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

/** The server could not be reached, or something else answered in its place. */
export class ConnectionError extends Error {
  /** Set when a proxy responded instead of the server, and asks us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

interface Call {
  /** Cancels the request. */
  signal?: AbortSignal;
}

interface SentBody {
  file?: File;
  /** The body of a webhook, sent as JSON. */
  document?: unknown;
}

export class Connection {
  readonly url: string;
  /** Empty in a browser session. */
  readonly email: string;
  readonly #prefix: string;
  readonly #headers: Record<string, string>;
  #csrfToken = "";
  readonly #protocols: string[];
  readonly #fetch: typeof globalThis.fetch;
  readonly #WebSocket: typeof globalThis.WebSocket | undefined;

  constructor(options: ConnectionOptions | SessionOptions) {
    const { url, fetch = globalThis.fetch, WebSocket = globalThis.WebSocket, headers = {} } = options;
    this.url = url.replace(/\/+$/, "");
    // Browsers throw when `fetch` is called with any other `this`.
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

  /** Also needed by requests that bypass this class, such as uploads with a progress bar. */
  get csrfToken(): string {
    return this.#csrfToken;
  }

  /** Set when a new session starts, or the first one after starting offline. */
  set csrfToken(token: string) {
    this.#csrfToken = token;
    this.#headers["x-csrftoken"] = token;
  }

  async call<P extends Shape, R extends Shape>(
    operation: Operation<P, R>,
    args: ArgumentsOf<P>,
    options: Call & SentBody = {},
  ): Promise<ShapeOf<R>> {
    const { signal } = options;
    const response = await this.#request(operation, args, options);
    const body = await bodyOf(response, signal);
    if (!response.ok || body.result !== "success")
      throw new RequestError(response.status, body, retryAfterOf(response));
    const { result: _, msg: __, ...result } = body;
    return result as ShapeOf<R>;
  }

  /** Opens a stream and returns its bytes as they arrive. */
  async open<P extends Shape>(
    operation: Operation<P>,
    args: ArgumentsOf<P>,
    { signal }: Call = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#request(operation, args, signal ? { signal } : {});
    if (response.ok && response.body) return response.body;
    throw new RequestError(response.status, await bodyOf(response, signal), retryAfterOf(response));
  }

  get hasSockets(): boolean {
    return this.#WebSocket !== undefined;
  }

  /** Opens a WebSocket. Scripts can't set its headers, so the credentials are sent as a subprotocol. */
  socket<P extends Shape>(operation: Operation<P>, args: ArgumentsOf<P>): WebSocket {
    const url = this.#urlFor(operation, args).replace(/^http/, "ws");
    if (!this.#WebSocket) throw new Error("There is no WebSocket here: pass one to the connection.");
    return new this.#WebSocket(url, this.#protocols);
  }

  #urlFor<P extends Shape>(operation: Operation<P>, args: ArgumentsOf<P>): string {
    const { path, form } = encode(operation as Operation, args as Record<string, unknown>);
    const isInQuery = operation.method === "GET" || operation.isWebhook;
    const query = isInQuery && form.size > 0 ? `?${form}` : "";
    return `${this.url}${this.#prefix}${path}${query}`;
  }

  async #request<P extends Shape, R extends Shape>(
    operation: Operation<P, R>,
    args: ArgumentsOf<P>,
    { signal, file, document }: Call & SentBody,
  ): Promise<Response> {
    const { form } = encode(operation as Operation, args as Record<string, unknown>);
    const body = operation.isWebhook ? JSON.stringify(document ?? {}) : file ? withFile(form, file) : form;
    const request = {
      method: operation.method,
      headers: operation.isWebhook ? { ...this.#headers, "content-type": "application/json" } : this.#headers,
      ...(operation.method === "GET" ? {} : { body }),
      ...(signal ? { signal } : {}),
    };
    try {
      return await this.#fetch(this.#urlFor(operation, args), request);
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
    throw new ConnectionError("The server did not answer.", { cause: error, retryAfterMs: retryAfterOf(response) });
  }
}

/** `Retry-After` holds seconds or a date. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const ms = /^[\d.]+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** The WebSocket subprotocols: ours, and the prefix of the one that carries the credentials. */
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

/** Browsers know of the parameters only which are sent as they are; all others are JSON. */
function encode({ path: template, params, tail }: Operation, args: Record<string, unknown>) {
  const form = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const text = params[name]?.wire === "text" ? String(value) : JSON.stringify(value);
    const place = `{${name}}`;
    if (!template.includes(place)) form.set(name, text);
    else {
      const escaped = tail === name ? text.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(text);
      path = path.replace(place, () => escaped);
    }
  }
  return { path, form };
}
