/** The way every request of a test takes into the server: no socket, and a recording of it where one is wanted. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import inject, { type InjectOptions, type Response } from "light-my-request";

/** A directory: each process of the run writes the exchanges with the API there, one in a line. */
const RECORDING = process.env.PARLEY_TEST_RECORDING;
const LONG = 1 << 20;

export interface Exchange {
  method: string;
  url: string;
  requestHeaders: Record<string, unknown>;
  /** In base64, like the other body. */
  requestBody: string;
  /** Of a long body the beginning is kept. */
  requestCut: boolean;
  status: number;
  responseHeaders: Record<string, unknown>;
  responseBody: string;
}

/** Servers with declarations that a test has made up. */
export const unrecorded = new WeakSet<FastifyInstance>();

export async function answerOf(http: FastifyInstance, request: InjectOptions): Promise<Response> {
  const answer = await inject(http.front, request);
  if (RECORDING && !unrecorded.has(http)) record(RECORDING, request, answer);
  return answer;
}

/** What the server itself sends to somebody: the document describes it under a path of its own. */
export function recordOutgoing(url: string, requestHeaders: Record<string, unknown>, body: string): void {
  if (!RECORDING) return;
  const requestBody = Buffer.from(body).toString("base64");
  const answer = { status: 200, responseHeaders: {}, responseBody: "" };
  keep(RECORDING, { method: "POST", url, requestHeaders, requestBody, requestCut: false, ...answer });
}

function record(directory: string, request: InjectOptions, answer: Response): void {
  // The server was broken on purpose: elsewhere a fault fails its test.
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
