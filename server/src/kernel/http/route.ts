/** Binds an operation of the contract to its handler. */
import type { IncomingHttpHeaders } from "node:http";
import type { Method, Operation, RawParameters, Shape, ShapeOf } from "../api/index.ts";
import type { Context, OpenContext, WriteContext } from "../context.ts";
import type { Incoming, Outgoing } from "./incoming.ts";
import type { FileRule, FileRuleFor, ReceivedFile } from "./receive.ts";
import type { Segment } from "./shared-text.ts";

/**
 * How a handler reaches the database: `read` for single statements, `snapshot` for several that must see one moment,
 * `write` inside one transaction that has the organization's turn. A GET reads and everything else writes unless the route
 * says otherwise.
 */
export type Mode = "read" | "snapshot" | "write";

interface ReadInThread {
  /** Whether the response may be so large that nobody else's read should wait behind it. The parameters are not checked yet. */
  asksForMuch?(params: RawParameters): boolean;
}

export interface Route {
  readonly operation: Operation;
  /** Of an operation that takes a file. */
  readonly fileRule?: FileRule | FileRuleFor;
  readonly mode: Mode;
  /** Reads only the database, so that a thread with connections of its own can do it (decision 109). */
  readonly inThread?: ReadInThread;
  handle(ctx: OpenContext, params: never, attached?: Attached): Promise<object>;
  /** Of a webhook: told of parameters that were refused, because nobody sees the response. */
  noteRefused?(ctx: Context, integration: string | undefined, error: unknown): Promise<void>;
  /** Of an operation that is answered by a stream, instead. */
  open?(ctx: Context, params: never, exchange: Exchange): Promise<void>;
}

/** What came with a request besides its parameters. */
export type Attached = ReceivedFile | ReceivedWebhook;

/** The request of another service, as it was sent. */
export interface ReceivedWebhook {
  /** The path and the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Of a multipart form, which has no other body. */
  readonly fields?: RawParameters | undefined;
}

/** A request that becomes a stream, unless an error is thrown first. */
export interface Exchange {
  readonly request: Incoming;
  readonly reply: Outgoing;
  /** Authenticates the caller again: returns the organization's version, and throws if they are no longer allowed. */
  recheck(): Promise<number>;
}

/** A response that is already JSON text, without the envelope's first two fields. */
export class Serialized {
  readonly members: readonly Segment[];
  /** `members` is the text between the braces of the JSON object. */
  constructor(...members: readonly Segment[]) {
    this.members = members;
  }
}

type Handler<C, P, R> = (ctx: C, params: ShapeOf<P>) => Promise<ShapeOf<R> | Serialized>;

function make(operation: unknown, mode: Mode, handler: unknown): Route {
  return { operation: operation as Operation, mode, handle: handler as Route["handle"] };
}

/** A reading operation when its method is GET, else one that changes something, in the organization's turn from its first look. */
export function route<P extends Shape, R extends Shape>(
  operation: Operation<P, R, "GET">,
  handler: Handler<Context, P, R>,
): Route;
export function route<P extends Shape, R extends Shape>(
  operation: Operation<P, R, Exclude<Method, "GET">>,
  handler: Handler<WriteContext, P, R>,
): Route;
export function route(operation: { method: string }, handler: unknown): Route {
  return make(operation, operation.method === "GET" ? "read" : "write", handler);
}

/** Reads from one consistent snapshot. */
export function snapshotRoute<P extends Shape, R extends Shape>(
  operation: Operation<P, R>,
  handler: Handler<Context, P, R>,
): Route {
  return make(operation, "snapshot", handler);
}

/** A change that waits for more than the database, or runs in several steps: it opens its own transactions. */
export function steppedRoute<P extends Shape, R extends Shape>(
  operation: Operation<P, R>,
  handler: Handler<Context, P, R>,
): Route {
  return make(operation, "read", handler);
}

/** Whose handler needs nothing of the running server but the database; for what takes long enough to be worth it. */
export const inThread = (route: Route, rule: ReadInThread = {}): Route => ({ ...route, inThread: rule });

/** Open to callers without credentials. */
export function openRoute<P extends Shape, R extends Shape>(
  operation: Operation<P, R>,
  handler: Handler<OpenContext, P, R>,
): Route {
  return make(operation, "read", handler);
}

/** Responds as long as the client is connected. */
export function streamRoute<P extends Shape>(
  operation: Operation<P, Shape, "GET">,
  open: (ctx: Context, params: ShapeOf<P>, exchange: Exchange) => Promise<void>,
): Route {
  if (operation.streams === undefined) throw new Error(`${operation.path} is not declared as a stream.`);
  const handle = async () => {
    throw new Error("Opens a stream.");
  };
  return { ...make(operation, "read", handle), open: open as NonNullable<Route["open"]> };
}

/** Called by another service, whose request the handler reads itself. */
export function webhookRoute<P extends Shape, R extends Shape>(
  operation: Operation<P, R, "POST">,
  handler: (ctx: Context, params: ShapeOf<P>, received: ReceivedWebhook) => Promise<ShapeOf<R>>,
  noteRefused: NonNullable<Route["noteRefused"]>,
): Route {
  if (!operation.isWebhook) throw new Error(`${operation.path} is not declared as a webhook.`);
  return { ...make(operation, "read", handler), noteRefused };
}

/** Accepts a file, which is on disk when the handler starts and removed afterwards, unless it was adopted. */
export function fileRoute<P extends Shape, R extends Shape>(
  operation: Operation<P, R, "POST">,
  fileRule: FileRule | FileRuleFor,
  handler: (ctx: Context, params: ShapeOf<P>, file: ReceivedFile) => Promise<ShapeOf<R>>,
): Route {
  if (operation.takesFile !== true) throw new Error(`${operation.path} does not declare a file.`);
  return { ...make(operation, "read", handler), fileRule };
}

/** A file route whose file is optional. */
export function optionalFileRoute<P extends Shape, R extends Shape>(
  operation: Operation<P, R, "POST" | "PATCH">,
  fileRule: FileRuleFor,
  handler: (ctx: Context, params: ShapeOf<P>, file: ReceivedFile | undefined) => Promise<ShapeOf<R>>,
): Route {
  if (operation.takesFile !== "optional") throw new Error(`${operation.path} does not declare an optional file.`);
  return { ...make(operation, "read", handler), fileRule };
}
