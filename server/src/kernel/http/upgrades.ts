/**
 * WebSocket requests. They reach their operation like all others, and errors are JSON responses; only an operation that
 * takes the socket upgrades it.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { ApiError, said } from "../api/index.ts";
import { DirectReply, DirectRequest } from "./direct.ts";
import type { Dispatcher } from "./dispatch.ts";
import type { Incoming, Outgoing } from "./incoming.ts";
import type { Methods } from "./methods.ts";
import type { Peers } from "./peers.ts";
import type { Answered } from "./probes.ts";

/** The supported protocol; browsers offer it beside the one with their credentials. */
const PROTOCOL = "parley.events";
/** Browser scripts cannot set WebSocket headers, but can offer protocols. */
const CREDENTIALS = /(?:^|,)\s*parley\.basic\.([A-Za-z0-9_-]{1,700})\s*(?:,|$)/;
/** Clients only send acknowledgements. */
const LONGEST_MESSAGE_BYTES = 256;
const VERSION = "13";

interface UpgradeRoute {
  readonly path: string;
  readonly methods: Methods;
  readonly dispatcher: Dispatcher;
}

export interface UpgradesOptions {
  readonly server: FastifyInstance;
  readonly peers: Peers;
  readonly answered: Answered;
  fail(error: unknown, request: Incoming, reply: Outgoing): void;
}

/** The response to a request that may become a WebSocket. */
export class UpgradableReply extends DirectReply {
  readonly #upgrade: () => WebSocket;

  constructor(raw: ServerResponse, server: FastifyInstance, upgrade: () => WebSocket) {
    super(raw, server);
    this.#upgrade = upgrade;
  }

  /** From here on nothing can be refused. */
  upgrade(): WebSocket {
    this.hijack();
    return this.#upgrade();
  }
}

export class Upgrades {
  readonly #options: UpgradesOptions;
  readonly #places = new Map<string, UpgradeRoute>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LONGEST_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });

  constructor(options: UpgradesOptions) {
    this.#options = options;
  }

  add(url: string, path: string, methods: Methods, dispatcher: Dispatcher): void {
    this.#places.set(url, { path, methods, dispatcher });
  }

  /** Other protocols are not supported: such a request is handled as if it had not asked. */
  wants({ url = "", method, headers }: IncomingMessage): boolean {
    return method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && this.#places.has(pathIn(url));
  }

  take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => {});
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once("finish", () => (socket as Socket).destroySoon());
    const upgrade = () => {
      response.detachSocket(socket as Socket);
      return this.#open(request, socket, head);
    };
    const { url = "", headers } = request;
    headers.authorization ??= credentialsIn(headers["sec-websocket-protocol"]);
    const { peers, server } = this.#options;
    const query = url.slice(pathIn(url).length + 1);
    const incoming = new DirectRequest(request, peers, Object.freeze({}), query);
    const reply = new UpgradableReply(response, server, upgrade);
    reply.header("x-request-id", incoming.id);
    void this.#answer(this.#places.get(pathIn(url)) as UpgradeRoute, incoming, reply);
  }

  async #answer(
    { path, methods, dispatcher }: UpgradeRoute,
    request: DirectRequest,
    reply: UpgradableReply,
  ): Promise<void> {
    const { answered, fail } = this.#options;
    try {
      refuseMalformed(request.raw);
      await dispatcher.admit(methods, request, reply);
      await dispatcher.handle(methods, request, reply);
    } catch (error) {
      fail(error, request, reply);
    }
    const status = reply.raw.headersSent ? reply.raw.statusCode : 101;
    answered({ request, path, status, ms: performance.now() - request.startedAt });
  }

  #open(request: IncomingMessage, socket: Duplex, head: Buffer): WebSocket {
    let opened: WebSocket | undefined;
    this.#sockets.handleUpgrade(request, socket, head, (made) => {
      opened = made;
    });
    if (!opened) throw new Error("The client disconnected while its WebSocket was being opened.");
    return opened;
  }
}

const pathIn = (url: string) => url.split("?", 1)[0] as string;

/** The library would reject these too, but not in JSON. */
function refuseMalformed({ headers }: IncomingMessage): void {
  const { "sec-websocket-version": version, "sec-websocket-key": key = "" } = headers;
  if (version !== VERSION)
    throw new ApiError(said`Only WebSocket version ${VERSION} is supported.`, {
      status: 426,
      headers: { "sec-websocket-version": VERSION },
    });
  if (!/^[+/0-9A-Za-z]{22}==$/.test(key)) throw new ApiError(said`Malformed request`);
}

/** The credentials that another request would send in a header. */
function credentialsIn(protocols: string | undefined): string | undefined {
  const encoded = protocols === undefined ? undefined : CREDENTIALS.exec(protocols)?.[1];
  return encoded && `Basic ${Buffer.from(encoded, "base64url").toString("base64")}`;
}
