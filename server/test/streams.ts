/** Listens to a queue over a real connection: as Server-Sent Events or over a WebSocket. */
import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { basic } from "./ask.ts";
import { until } from "./listener.ts";
import type { TestServer } from "./server.ts";

export { WebSocket };

/** The organization whose URL is used. */
export interface StreamServer {
  readonly server: TestServer;
  readonly realm: { readonly host: string };
}

export interface StreamedEvent {
  readonly id: number;
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface StreamRequest {
  readonly as?: { email: string; apiKey: string };
  readonly queue_id?: string;
  readonly last_event_id?: number;
  readonly headers?: Record<string, string>;
  /** Protocols to offer when opening a WebSocket. */
  readonly protocols?: string[];
  /** `/json` for a browser session. */
  readonly prefix?: string;
  /** A node other than the organization's own. */
  readonly at?: TestServer;
}

/** A request that was refused before a stream opened. */
export class Refused extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.msg));
    this.status = status;
    this.body = body;
  }
}

/** The client's end of a connection that carries events. */
export abstract class StreamClient {
  readonly events: StreamedEvent[] = [];
  ending: Record<string, unknown> | undefined;
  isClosed = false;

  get ids(): number[] {
    return this.events.map(({ id }) => id);
  }
  /** The contents of the messages. */
  get contents(): string[] {
    return this.events
      .filter(({ type }) => type === "message")
      .map(({ message }) => (message as { content: string }).content);
  }

  hears(holds: (line: this) => boolean): Promise<void> {
    return until(() => holds(this));
  }
  async ends(): Promise<Record<string, unknown> | undefined> {
    await until(() => this.isClosed);
    return this.ending;
  }

  abstract hangUp(): Promise<void>;
  /** Pauses or resumes reading. */
  abstract reads(isReading: boolean): void;
}

class StreamLine extends StreamClient {
  readonly response: IncomingMessage;
  retry: number[] = [];
  #rest = "";

  constructor(response: IncomingMessage) {
    super();
    this.response = response;
    response.setEncoding("utf8");
    response.on("data", (piece: string) => this.#take(piece));
    response.on("error", () => {});
    response.on("close", () => {
      this.isClosed = true;
    });
  }

  async hangUp(): Promise<void> {
    this.response.destroy();
    await until(() => this.isClosed);
  }

  reads(isReading: boolean): void {
    if (isReading) this.response.resume();
    else this.response.pause();
  }

  #take(piece: string): void {
    const blocks = (this.#rest + piece).split("\n\n");
    this.#rest = blocks.pop() as string;
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const [data, id, retry] = [fields.get("data"), fields.get("id"), fields.get("retry")];
      if (retry !== undefined) this.retry.push(Number(retry));
      if (data === undefined) continue;
      const said = JSON.parse(data) as Record<string, unknown>;
      if (fields.get("event") === "close") this.ending = said;
      else if (Number(id) !== said.id) throw new Error(`An event came with another id than its own: ${block}`);
      else this.events.push(said as unknown as StreamedEvent);
    }
  }
}

class SocketLine extends StreamClient {
  readonly socket: WebSocket;
  code: number | undefined;

  constructor(socket: WebSocket) {
    super();
    this.socket = socket;
    socket.on("message", (data) => {
      const said = JSON.parse(String(data)) as { events?: StreamedEvent[]; close?: Record<string, unknown> };
      this.events.push(...(said.events ?? []));
      this.ending = said.close ?? this.ending;
    });
    socket.on("error", () => {});
    socket.on("close", (code) => {
      this.code = code;
      this.isClosed = true;
    });
  }

  says(what: unknown): void {
    this.socket.send(typeof what === "string" ? what : JSON.stringify(what));
  }
  async hangUp(): Promise<void> {
    this.socket.terminate();
    await until(() => this.isClosed);
  }
  reads(isReading: boolean): void {
    if (isReading) this.socket.resume();
    else this.socket.pause();
  }
}

export type StreamTransport = "stream" | "socket";

export const opens = (acme: StreamServer, way: StreamTransport, opening: StreamRequest): Promise<StreamClient> =>
  way === "stream" ? opensStream(acme, opening) : opensSocket(acme, opening);

export async function opensStream(acme: StreamServer, opening: StreamRequest): Promise<StreamLine> {
  const { url, headers } = await addressed(acme, "stream", opening);
  const request = httpRequest(url, { headers, agent: false }).end();
  const response = await answerTo(request);
  if (response.headers["content-type"] !== "text/event-stream; charset=utf-8") throw await refusal(response);
  return new StreamLine(response);
}

export async function opensSocket(acme: StreamServer, opening: StreamRequest): Promise<SocketLine> {
  const { url, headers } = await addressed(acme, "socket", opening);
  const socket = new WebSocket(url.replace("http", "ws"), opening.protocols ?? [], { headers });
  const line = new SocketLine(socket);
  const refused = new Promise<never>((_, reject) =>
    socket.on("unexpected-response", (_request, response) => void refusal(response).then(reject)),
  );
  await Promise.race([once(socket, "open"), refused]);
  return line;
}

/** Returns the port of a listening server. */
export async function portOf({ http }: TestServer): Promise<number> {
  if (!http.server.listening) await http.listen({ host: "127.0.0.1", port: 0 });
  return (http.server.address() as AddressInfo).port;
}

async function addressed(acme: StreamServer, what: string, opening: StreamRequest) {
  const { as, at = acme.server, prefix = "/api/v1", queue_id, last_event_id } = opening;
  const query = new URLSearchParams();
  if (queue_id !== undefined) query.set("queue_id", queue_id);
  if (last_event_id !== undefined) query.set("last_event_id", String(last_event_id));
  const headers: Record<string, string> = { host: acme.realm.host };
  if (as) headers.authorization = basic(as.email, as.apiKey);
  return {
    url: `http://127.0.0.1:${await portOf(at)}${prefix}/events/${what}?${query}`,
    headers: { ...headers, ...opening.headers },
  };
}

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

async function refusal(response: IncomingMessage): Promise<Refused> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  return new Refused(response.statusCode as number, JSON.parse(text) as Record<string, unknown>);
}
