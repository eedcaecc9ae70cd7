/** A real HTTP server that keeps the requests it receives and responds as a test wants, like a bot's program. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { recordOutgoing } from "./front.ts";
import { until } from "./listener.ts";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An object is sent as JSON; a function responds by itself, or never. */
export type Answering = object | ((response: ServerResponse, received: Received) => void);

export class Endpoint {
  readonly url: string;
  readonly received: Received[] = [];
  answering: Answering;

  constructor(url: string, answering: Answering) {
    this.url = url;
    this.answering = answering;
  }

  /** The JSON documents it received. */
  get payloads(): Record<string, unknown>[] {
    return this.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }

  wasCalled(times: number): Promise<void> {
    return until(() => this.received.length >= times);
  }
}

export class Receiver {
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const received = { method, path, headers, body: await text(request) };
    const endpoint = this.#endpoints.get(path.split("?")[0] as string);
    if (!endpoint) return response.writeHead(404).end();
    endpoint.received.push(received);
    // Calls of commands are not in the upstream document.
    if (headers["content-type"] === "application/json" && !received.body.includes('"trigger":"command"'))
      recordOutgoing("/api/v1/chat-outgoing-webhook", headers, received.body);
    if (typeof endpoint.answering === "function") return endpoint.answering(response, received);
    return response.setHeader("content-type", "application/json").end(JSON.stringify(endpoint.answering));
  });

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** A new URL with the ending of a file's. The default response is `{}`. */
  endpoint(answering: Answering = {}, host = "127.0.0.1", ending = ""): Endpoint {
    const path = `/${this.#endpoints.size + 1}${ending}`;
    const endpoint = new Endpoint(`http://${host}:${this.port}${path}`, answering);
    this.#endpoints.set(path, endpoint);
    return endpoint;
  }

  /** Also closes requests without a response. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
