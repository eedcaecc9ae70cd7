/** The tools of an attack: an account, connections, and a time limit. */
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import type { BenchPerson } from "../population.ts";
import type { Surroundings } from "./site.ts";

export type AttackerRole = "member" | "guest" | "owner" | "outsider";

export interface Attack {
  readonly name: string;
  /** A member's account by default. */
  readonly as?: AttackerRole;
  /** How long it lasts; two seconds by default. */
  readonly seconds?: number;
  run(enemy: Enemy): Promise<unknown>;
}

export interface AttackJob {
  readonly name: string;
  readonly port: number;
  readonly seconds: number;
  /** The attacker's own loopback address, so that limits by address don't affect the victims. */
  readonly localAddress: string;
  readonly account: BenchPerson | undefined;
  readonly surroundings: Surroundings;
}

export interface AttackOutcome {
  /** How often each status was returned; `lost` if the connection ended without one. */
  readonly answers: Readonly<Record<string, number>>;
  /** Requests were still pending at the end of the grace period. */
  readonly isUnfinished: boolean;
}

export interface Reply {
  readonly status: number;
  readonly body: Buffer;
}

/** The body of a request: a form, or bytes with a type. */
export type Body = Readonly<Record<string, string>> | { readonly type: string; readonly bytes: string | Buffer };

export const CONNECTIONS = 8;

export class Enemy {
  readonly around: Surroundings;
  readonly port: number;
  readonly me: BenchPerson;
  readonly #job: AttackJob;
  readonly #agent: Agent;
  readonly #endsAt: number;
  readonly #answers: Record<string, number> = {};

  constructor(job: AttackJob) {
    this.#job = job;
    this.around = job.surroundings;
    this.port = job.port;
    this.me = job.account ?? { id: 0, login: "" };
    this.#agent = new Agent({ keepAlive: true, localAddress: job.localAddress });
    this.#endsAt = performance.now() + job.seconds * 1000;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }
  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }
  get answers(): Readonly<Record<string, number>> {
    return this.#answers;
  }
  get authorization(): string {
    return `Basic ${Buffer.from(this.me.login).toString("base64")}`;
  }

  count(answer: number | string): void {
    this.#answers[answer] = (this.#answers[answer] ?? 0) + 1;
  }

  /** Requests a path under /api/v1, or under the root if it starts with two slashes. */
  ask(method: string, path: string, body?: Body, headers: Record<string, string> = {}): Promise<Reply> {
    const bytes = body === undefined ? undefined : bytesOf(body);
    return new Promise((resolve) => {
      const lost = () => {
        this.count("lost");
        resolve({ status: 0, body: Buffer.alloc(0) });
      };
      const sent = request({
        host: "127.0.0.1",
        port: this.port,
        method,
        path: path.startsWith("//") ? path.slice(1) : `/api/v1${path}`,
        agent: this.#agent,
        headers: {
          ...(this.#job.account ? { authorization: this.authorization } : {}),
          ...(bytes === undefined ? {} : { "content-type": typeOf(body), "content-length": bytes.length }),
          ...headers,
        },
      });
      sent.on("error", lost);
      sent.on("response", (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", lost);
        response.on("end", () => {
          this.count(response.statusCode ?? 0);
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) });
        });
      });
      sent.end(bytes);
    });
  }

  post(path: string, form: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.ask("POST", path, form);
  }

  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.ask("GET", Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path);
  }

  /** Repeats a request on several connections until the time is up. */
  async storm(next: (count: number) => Promise<unknown>, connections = CONNECTIONS): Promise<void> {
    let count = 0;
    const one = async () => {
      while (!this.isOver) await next(count++);
    };
    await Promise.all(Array.from({ length: connections }, one));
  }

  /** A connection for bytes that no library would send. */
  socket(onData?: (chunk: Buffer) => void): Promise<Socket> {
    return new Promise((resolve) => {
      const socket = connect({ host: "127.0.0.1", port: this.port, localAddress: this.#job.localAddress });
      socket.on("error", () => {
        this.count("lost");
        resolve(socket);
      });
      if (onData) socket.on("data", onData);
      socket.once("connect", () => resolve(socket));
    });
  }

  /** Sends a message, to oneself by default, and returns its id. */
  async note(content: string, topic?: { channel: number; name: string }): Promise<number> {
    const where = topic
      ? { type: "channel", to: String(topic.channel), topic: topic.name }
      : { type: "direct", to: JSON.stringify([this.me.id]) };
    const { body } = await this.post("/messages", { ...where, content });
    return (JSON.parse(body.toString() || "{}") as { id?: number }).id ?? 0;
  }
}

function bytesOf(body: Body): Buffer {
  if (isBytes(body)) return Buffer.from(body.bytes as string);
  return Buffer.from(new URLSearchParams(body as Record<string, string>).toString());
}

const isBytes = (body: Body): body is { type: string; bytes: string | Buffer } =>
  typeof body.type === "string" && "bytes" in body;

const typeOf = (body: Body | undefined): string =>
  body !== undefined && isBytes(body) ? body.type : "application/x-www-form-urlencoded";

/** A form from encoded text: encoding megabytes would be the attacker's own cost. */
export const rawForm = (bytes: string | Buffer): Body => ({ type: "application/x-www-form-urlencoded", bytes });

/** A multipart body of these parts. */
export function multipart(
  parts: readonly { name: string; file?: string; type?: string; value: string | Buffer }[],
): Body {
  const boundary = "hostile";
  const pieces = parts.flatMap(({ name, file, type, value }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"`}\r\n` +
      `${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`,
    value,
    "\r\n",
  ]);
  const bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
