/** Raw requests, valid or not, for tests that check the whole response and not only its data. */
import type { InjectOptions } from "light-my-request";
import { answerOf } from "./front.ts";
import type { TestServer } from "./server.ts";

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text as JSON. */
  readonly body: Record<string, unknown>;
}

export interface TestRequest {
  /** The host to send the request to; by default that of the default organization. */
  host?: string;
  as?: { email: string; apiKey: string };
  headers?: Record<string, string>;
  form?: Record<string, string> | string;
  payload?: string | Buffer;
  remoteAddress?: string;
}

/** `ask(server, "GET /users/me", { as: ada })`. Paths are relative to the API; `//health` is a path outside it. */
export async function ask({ http }: TestServer, what: string, request: TestRequest = {}): Promise<TestResponse> {
  const [method = "GET", path = "/"] = what.split(" ");
  const { host = "chat.test", as, form } = request;
  const headers: Record<string, string> = { host, ...(as ? { authorization: basic(as.email, as.apiKey) } : {}) };
  if (form !== undefined) headers["content-type"] = "application/x-www-form-urlencoded";
  const answer = await answerOf(http, {
    method: method as "GET",
    url: path.startsWith("//") ? path.slice(1) : `/api/v1${path}`,
    headers: { ...headers, ...request.headers },
    remoteAddress: request.remoteAddress ?? "203.0.113.7",
    payload: form === undefined ? request.payload : String(new URLSearchParams(form)),
  } as InjectOptions);
  const { statusCode: status, payload: text } = answer;
  return {
    status,
    headers: answer.headers as Record<string, string>,
    text,
    get body() {
      return JSON.parse(text) as Record<string, unknown>;
    },
  };
}

export const basic = (email: string, apiKey: string): string =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;

/** The response without the headers that every response has. */
export const told = ({ status, body }: TestResponse) => ({ status, ...body });
