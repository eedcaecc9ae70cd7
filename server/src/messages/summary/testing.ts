/** A small language model: a real server for chat completions, that keeps what it is asked and answers as told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { model: string; max_tokens: number; messages: { role: string; content: string }[] };
}

export const KEY = "the-key-of-the-model";

export const completes = (response: ServerResponse, content: string) => {
  const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
  response
    .writeHead(200, { "content-type": "application/json", connection: "close" })
    .end(JSON.stringify({ object: "chat.completion", choices: [choice] }));
};

export class Model {
  readonly asked: Asked[] = [];
  /** What it says; a function answers by itself, or never. */
  says: string | ((response: ServerResponse, body: Asked["body"]) => void) = "";
  readonly #server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    if (request.method !== "POST" || path !== "/v1/chat/completions") return response.writeHead(404).end();
    if (headers.authorization !== `Bearer ${KEY}`) return response.writeHead(401).end();
    const body = JSON.parse(await text(request)) as Asked["body"];
    this.asked.push({ path, headers, body });
    if (typeof this.says === "function") return this.says(response, body);
    return completes(response, this.says);
  });

  static async open(): Promise<Model> {
    const model = new Model();
    await new Promise<void>((resolve) => model.#server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get config() {
    const { port } = this.#server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/v1`, key: KEY, name: "small" };
  }

  /** The messages that it was given to summarize since the last call, of each request. */
  take(): { sender: string; text: string }[][] {
    return this.asked.splice(0).map(({ body }) => {
      const given = JSON.parse(body.messages.at(-1)?.content ?? "") as { messages: { sender: string; text: string }[] };
      return given.messages;
    });
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
