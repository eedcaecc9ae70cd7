/** Injects the requests of tests into the server without a socket, and can record them. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import inject, { type InjectOptions, type Response } from "light-my-request";

/** A directory where each process of the run writes its API exchanges, one per line. */
const RECORDING = process.env.PARLEY_TEST_RECORDING;
const LONG = 1 << 20;

export interface Exchange {
  method: string;
  url: string;
  requestHeaders: Record<string, unknown>;
  /** Base64, as is `responseBody`. */
  requestBody: string;
  /** Whether only the beginning of a long body was recorded. */
  requestCut: boolean;
  status: number;
  responseHeaders: Record<string, unknown>;
  responseBody: string;
}

/** Servers with declarations that a test made up. */
export const unrecorded = new WeakSet<FastifyInstance>();

export async function answerOf(http: FastifyInstance, request: InjectOptions): Promise<Response> {
  const answer = await inject(http.front, request);
  if (RECORDING && !unrecorded.has(http)) record(RECORDING, request, answer);
  return answer;
}

/** A request that the server itself sends; the document describes it under its own path. */
export function recordOutgoing(url: string, requestHeaders: Record<string, unknown>, body: string): void {
  if (!RECORDING) return;
  const requestBody = Buffer.from(body).toString("base64");
  const answer = { status: 200, responseHeaders: {}, responseBody: "" };
  keep(RECORDING, { method: "POST", url, requestHeaders, requestBody, requestCut: false, ...answer });
}

function record(directory: string, request: InjectOptions, answer: Response): void {
  // The test broke the server on purpose. In other tests a server error fails the test.
  if (answer.statusCode === 500) return;
  const sent = Buffer.from((request.payload as string | Buffer | undefined) ?? "");
  keep(directory, {
    method: request.method ?? "GET",
    url: String(request.url),
    requestHeaders: request.headers ?? {},
    requestBody: sent.subarray(0, LONG).toString("base64"),
    requestCut: sent.length > LONG,
    status: answer.statusCode,
    responseHeaders: answer.headers,
    responseBody: answer.rawPayload.toString("base64"),
  });
}

function keep(directory: string, exchange: Exchange): void {
  appendFileSync(join(directory, `${process.pid}.jsonl`), `${JSON.stringify(exchange)}\n`);
}
