/**
 * A keep-alive HTTP/1.1 connection that does no more than a measurement needs: requests are prepared bytes, and a
 * response is its status and body. The load must cost less than the server it measures; `node:http` does not.
 */
import { connect, type Socket } from "node:net";
import type { LoadRequest } from "./jobs.ts";

const HEAD_END = Buffer.from("\r\n\r\n");

/** Where the server is: on this machine, if nothing else is said. */
export interface Address {
  readonly port: number;
  readonly host?: string;
  /** The host that requests name. */
  readonly hostName?: string;
}

const LOOPBACK = "127.0.0.1";

/** The head of a request without its last lines. */
export function lines({ method, path, as }: LoadRequest, { hostName = "localhost" }: Partial<Address> = {}): string[] {
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${hostName}`, "User-Agent: bench"];
  return as === undefined ? head : [...head, `Authorization: Basic ${Buffer.from(as).toString("base64")}`];
}

export function toBytes(request: LoadRequest, at?: Partial<Address>): Buffer {
  const { method, form } = request;
  const body = form === undefined ? "" : new URLSearchParams(form).toString();
  const head = lines(request, at);
  if (form !== undefined) head.push("Content-Type: application/x-www-form-urlencoded");
  if (method !== "GET") head.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answered: ((body: Buffer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error("The server closed the connection.")));
  }

  static open({ port, host = LOOPBACK }: Address): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new Connection(socket));
      });
    });
  }

  /** Returns the response body; any status but 200 fails the measurement. */
  send(request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const end = headEnd + HEAD_END.length + Number(length ?? 0);
    if (this.#received.length < end) return;
    const body = this.#received.subarray(headEnd + HEAD_END.length, end);
    this.#received = Buffer.alloc(0);
    if (head.startsWith("HTTP/1.1 200")) this.#answered?.(body);
    else this.#failed?.(new Error(`${head.slice(0, 40)} ${body.toString()}`));
  }
}
