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
  headers?: Record<string, string>;
}

/** A browser that has signed in: its cookie says who asks, the token that it is one of our own pages. */
export interface SessionOptions {
  url: string;
  csrfToken: string;
  fetch?: typeof globalThis.fetch;
  headers?: Record<string, string>;
}

/** What the server refused, with its code and extra fields. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Record<string, unknown>) {
    const { msg, code, result: _, ...fields } = body;
    super(typeof msg === "string" ? msg : `The server answered with status ${status}.`);
    this.status = status;
    this.code = typeof code === "string" ? code : "";
    this.fields = fields;
  }
}

/** The server could not be reached, or did not answer as Parley does. */
export class ConnectionError extends Error {}

export class Connection {
  readonly url: string;
  /** Empty in a browser's session. */
  readonly email: string;
  readonly #prefix: string;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof globalThis.fetch;

  constructor(options: ConnectionOptions | SessionOptions) {
    const { url, fetch = globalThis.fetch, headers = {} } = options;
    this.url = url.replace(/\/+$/, "");
    this.#fetch = fetch;
    if ("csrfToken" in options) {
      this.email = "";
      this.#prefix = "/json";
      this.#headers = { "x-csrftoken": options.csrfToken, ...headers };
    } else {
      this.email = options.email;
      this.#prefix = "/api/v1";
      this.#headers = { authorization: basic(options), ...headers };
    }
  }

  async call<P extends Shape, R extends Shape>(
    operation: Operation<P, R>,
    args: ArgumentsOf<P>,
    { signal, file }: { signal?: AbortSignal; file?: File } = {},
  ): Promise<ShapeOf<R>> {
    const { path, form } = encode(operation, args as Record<string, unknown>);
    const isGet = operation.method === "GET";
    const query = isGet && form.size > 0 ? `?${form}` : "";
    const request = {
      method: operation.method,
      headers: this.#headers,
      ...(isGet ? {} : { body: file ? withFile(form, file) : form }),
      ...(signal ? { signal } : {}),
    };
    let response: Response;
    let body: Record<string, unknown>;
    try {
      response = await this.#fetch(`${this.url}${this.#prefix}${path}${query}`, request);
      body = (await response.json()) as Record<string, unknown>;
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ConnectionError("The server did not answer.", { cause: error });
    }
    if (!response.ok || body.result !== "success") throw new RequestError(response.status, body);
    const { result: _, msg: __, ...answer } = body;
    return answer as ShapeOf<R>;
  }
}

function basic({ email, apiKey }: Credentials): string {
  const utf8 = String.fromCharCode(...new TextEncoder().encode(`${email}:${apiKey}`));
  return `Basic ${btoa(utf8)}`;
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
