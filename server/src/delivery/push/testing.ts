/** Helpers for push notification tests: a real HTTP server that acts as the gateway and the push services. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Organization, Person } from "../../../test/index.ts";
import { change } from "../../kernel/context.ts";
import { serverContext } from "../../kernel/server-context.ts";
import type { Notification } from "../notifications/channel.ts";
import type { Trigger } from "../notifications/triggers.ts";
import { pushChannel } from "./deliver.ts";

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Reply {
  readonly status: number;
  readonly body?: object;
}

/** Records requests by path, and responds as configured. */
export class Receiver {
  readonly #server: Server;
  readonly #requests = new Map<string, ReceivedRequest[]>();
  readonly #replies = new Map<string, Reply>();

  constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url as string;
      buffer(request).then((body) => {
        this.#requests.set(path, [...(this.#requests.get(path) ?? []), { path, headers: request.headers, body }]);
        const { status, body: answer = {} } = this.#replies.get(path) ?? { status: 200 };
        response.writeHead(status, { "content-type": "application/json", connection: "close" });
        response.end(JSON.stringify(answer));
      });
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets the response for a path. */
  answers(path: string, status: number, body?: object): void {
    this.#replies.set(path, body ? { status, body } : { status });
  }

  /** The requests to this path since the last call. */
  take(path: string): ReceivedRequest[] {
    const taken = this.#requests.get(path) ?? [];
    this.#requests.delete(path);
    return taken;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Waits until all notifications are sent. */
export async function settled({ server }: Organization): Promise<void> {
  await server.app.notifier.settled();
  await server.app.jobs.settled();
}

/** Notifies these people about a message as if the notifier had decided so. Does nothing if they have been notified. */
export async function notify(
  acme: Organization,
  people: readonly Person[],
  messageId: number,
  trigger: Trigger = "mentioned",
): Promise<void> {
  const { app } = acme.server;
  const current = await app.identities.realmById(app.database.reader, acme.realm.id);
  const notifications = people.map(({ id }) => ({ userId: id, message: { id: messageId }, trigger }) as Notification);
  await change(serverContext(app, current), (ctx) => pushChannel.deliver(ctx, notifications));
  await settled(acme);
}

/** The browser's side of a subscription. */
export class Browser {
  readonly #ecdh = createECDH("prime256v1");
  readonly #auth: Buffer;
  readonly endpoint: string;

  constructor(endpoint: string, privateKey?: Buffer, auth = randomBytes(16)) {
    this.endpoint = endpoint;
    if (privateKey) this.#ecdh.setPrivateKey(privateKey);
    else this.#ecdh.generateKeys();
    this.#auth = auth;
  }

  get subscription() {
    const p256dh = this.#ecdh.getPublicKey("base64url");
    return { endpoint: this.endpoint, p256dh, auth: this.#auth.toString("base64url") };
  }

  opens(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyEnd = 21 + body.readUInt8(20);
    const sender = body.subarray(21, keyEnd);
    const derive = (secret: Buffer, saltOf: Buffer, info: Buffer | string, bytes: number) =>
      Buffer.from(hkdfSync("sha256", secret, saltOf, info, bytes));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#ecdh.getPublicKey(), sender]);
    const keying = derive(this.#ecdh.computeSecret(sender), this.#auth, info, 32);
    const key = derive(keying, salt, "Content-Encoding: aes128gcm\0", 16);
    const decipher = createDecipheriv("aes-128-gcm", key, derive(keying, salt, "Content-Encoding: nonce\0", 12));
    decipher.setAuthTag(body.subarray(-16));
    const plain = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  }
}
