/** An API operation, declared once as data. Everything else about it is derived from this object. */
import { type Audit, notAudited } from "./audit.ts";
import type { ErrorDeclaration } from "./errors.ts";
import { type BoundedShape, type Field, type Shape, type ShapeOf, strictObject } from "./fields.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Which accounts may call an operation; checked after authentication and before the parameters are read. */
export type Gate =
  | "anyone" /* no credentials needed */
  | "visitor" /* every account; without credentials where the organization lets everybody read */
  | "user" /* every account */
  | "human"
  | "non-guest"
  | "member" /* a person who is not a guest */
  | "administrator"
  | "owner";

export interface Operation<P extends Shape = Shape, R extends Shape = Shape, M extends Method = Method> {
  readonly kind: "operation";
  readonly method: M;
  readonly path: string;
  readonly summary: string;
  readonly gate: Gate;
  readonly params: P;
  readonly response: R;
  readonly responseSchema: Field<ShapeOf<R>>;
  readonly errors: readonly ErrorDeclaration<never>[];
  readonly pathParams: readonly string[];
  /** Whether bots that may only post (incoming webhooks) may call it. */
  readonly openToWebhookBots: boolean;
  /**
   * Whether it accepts a file: such a request is multipart/form-data, and the file may have any field name. Without an
   * optional file it may be any form.
   */
  readonly takesFile: boolean | "optional";
  /**
   * Whether other services call it: its caller is the bot whose key is in the query as `api_key`, all of its parameters are in
   * the path and the query, and the body is a document in the service's own format.
   */
  readonly isWebhook: boolean;
  /** Set if the response is not JSON: events for as long as the client stays connected, or lines until the last one. */
  readonly streams: "events" | "socket" | "lines" | undefined;
  /** Set if it is available in one way only: with an API key, or in a browser session. */
  readonly only: "key" | "session" | undefined;
  /** The last path parameter, if it takes the rest of the path including slashes. */
  readonly tail: string | undefined;
  readonly deprecated: boolean;
  /** Always cheap: a caller may have more of these running at once (decision 068). */
  readonly isLight: boolean;
  /** What it records in the audit log, or why nothing (decision 090). */
  readonly audit: Audit;
}

interface Declaration<P extends BoundedShape, R extends Shape, M extends Method> {
  method: M;
  path: string;
  summary: string;
  gate?: Gate;
  params?: P;
  response: R;
  errors?: readonly ErrorDeclaration<never>[];
  openToWebhookBots?: boolean;
  takesFile?: boolean | "optional";
  isWebhook?: boolean;
  streams?: "events" | "socket" | "lines";
  only?: "key" | "session";
  tail?: string;
  deprecated?: boolean;
  isLight?: boolean;
}

/** Reading is recorded only where a declaration says so; changing never goes without one. */
type AuditDeclaration<M extends Method> = [M] extends ["GET"] ? { audit?: Audit } : { audit: Audit };

const READS = notAudited("reads");

export function operation<
  const P extends BoundedShape = Record<never, never>,
  const R extends Shape = Record<never, never>,
  const M extends Method = Method,
>(declaration: Declaration<P, R, M> & AuditDeclaration<M>): Operation<P, R, M> {
  const { gate = "user", params = {} as P, errors = [], openToWebhookBots = false, deprecated = false } = declaration;
  const { takesFile = false, tail, only, streams, isLight = false, audit = READS } = declaration;
  const { isWebhook = false } = declaration;
  const pathParams = [...declaration.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return {
    ...declaration,
    kind: "operation",
    gate,
    params,
    errors,
    pathParams,
    openToWebhookBots,
    takesFile,
    isWebhook,
    streams,
    only,
    tail,
    deprecated,
    isLight,
    audit,
    responseSchema: strictObject(declaration.response),
  };
}

/** The parameters that a handler receives. */
export type ParamsOf<O> = O extends Operation<infer P, infer _, infer _> ? ShapeOf<P> : never;
export type ResponseOf<O> = O extends Operation<infer _, infer R, infer _> ? ShapeOf<R> : never;

type Defaulted<P> = { [K in keyof P]: P[K] extends { readonly fallback: unknown } ? K : never }[keyof P];
/** The parameters that a client passes: those with a default may be omitted. */
export type ArgumentsOf<P extends Shape> = Omit<ShapeOf<P>, Defaulted<P>> &
  Partial<Pick<ShapeOf<P>, Defaulted<P> & keyof ShapeOf<P>>>;

export function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "operation";
}
