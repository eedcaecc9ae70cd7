/** A proxy for PostgreSQL that fails the way networks, fail-overs and poolers do. */
import { connect, createServer, type Server, type Socket } from "node:net";

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  /** Directions in which data is dropped. */
  isDeafToClient: boolean;
  isDeafToServer: boolean;
}

export class DatabaseProxy {
  /** The PostgreSQL server that connections go to. */
  #target: URL;
  /** Drops notifications, as a pooler in transaction mode does. */
  dropsNotifications = false;
  /** Accepts new connections, and drops everything sent on them. */
  isSilent = false;
  /** Refuses connections with startup parameters that poolers do not know. */
  refusesParameters = false;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((near) => this.#join(near));
  }

  static async to(target: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as { port: number }).port);
    return url.href;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  /** Sends new connections to another server. */
  pointTo(target: string): void {
    this.#target = new URL(target);
  }

  /** Open connections fall silent in both directions without being closed. */
  silenceOpen(): void {
    for (const pair of this.#pairs) pair.isDeafToClient = true;
    this.loseAnswers();
  }

  /** On open connections, requests arrive and responses are dropped. */
  loseAnswers(): void {
    for (const pair of this.#pairs) pair.isDeafToServer = true;
  }

  cutOpen(): void {
    for (const { near, far } of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }

  async close(): Promise<void> {
    this.cutOpen();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket): void {
    const { hostname: host, port } = this.#target;
    const far = connect({ host, port: Number(port) });
    const pair: Pair = { near, far, isDeafToClient: this.isSilent, isDeafToServer: this.isSilent };
    this.#pairs.add(pair);
    const filter = new NotificationFilter();
    let isFirst = true;
    near.on("data", (data) => {
      if (isFirst && this.refusesParameters && data.includes("statement_timeout")) return void near.end(REFUSAL);
      isFirst = false;
      if (!pair.isDeafToClient) far.write(data);
    });
    far.on("data", (data: Buffer) => {
      if (!pair.isDeafToServer) near.write(this.dropsNotifications ? filter.pass(data) : data);
    });
    for (const [side, other] of [
      [near, far],
      [far, near],
    ] as const) {
      side.on("error", () => {});
      side.on("close", () => {
        // In a partition the other side does not notice.
        if (!pair.isDeafToServer || side === near) other.destroy();
        this.#pairs.delete(pair);
      });
    }
  }
}

const REFUSAL = errorMessage("08P01", "unsupported startup parameter: statement_timeout");

/** An error in PostgreSQL's wire format. */
export function errorMessage(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const NOTIFICATION = 0x41;
const HEAD_BYTES = 5;

/** Messages from the server: a type byte, the length including itself, the body. */
class NotificationFilter {
  #rest = Buffer.alloc(0);

  pass(data: Buffer): Buffer {
    let rest = Buffer.concat([this.#rest, data]);
    const passing: Buffer[] = [];
    while (rest.length >= HEAD_BYTES) {
      const end = rest.readInt32BE(1) + 1;
      if (rest.length < end) break;
      if (rest[0] !== NOTIFICATION) passing.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    this.#rest = Buffer.from(rest);
    return Buffer.concat(passing);
  }
}
