/**
 * API events, declared once. The log stores an event's body: everything any client may need. Shaping converts it for
 * one client profile, once for all clients with it; only the personal part is added for each user.
 */
import type { ClientProfile } from "./client-profile.ts";
import { type Field, type Shape, type ShapeOf, strictObject } from "./fields.ts";

export type EventBody = Readonly<Record<string, unknown>>;

/** The part of an event for one user; the rest is shared. */
export type PersonalPart = Readonly<Record<string, unknown>>;

/** How a user receives an event. */
export interface Hearing {
  /** Whether the event is for the user; false if they only listen to all public channels. */
  readonly isReceiver: boolean;
}

export interface EventHooks<Body> {
  /** Decrypts sealed parts of the body: keys and tokens are not readable in the log. */
  reveal?(body: Body, open: (sealed: string) => string): EventBody;
  /** The event for clients with this profile; an empty list withholds it. */
  shape?(body: Body, client: ClientProfile): EventBody[];
  /** Adds a user's personal part to the shaped event. Called with undefined for users without one. */
  personalize?(shaped: EventBody, own: PersonalPart | undefined, hearing: Hearing): EventBody;
  /** Whether a queue's narrow matches the event. */
  admits?(heard: EventBody, narrow: readonly (readonly [string, string])[]): boolean;
}

export interface EventDeclaration<S extends Shape = Shape, Body = EventBody, T extends string = string> {
  (body: Body): DeclaredEvent;
  readonly kind: "event";
  readonly type: T;
  readonly op: string | undefined;
  readonly fields: S;
  readonly schema: Field<ShapeOf<S>>;
  readonly hooks: EventHooks<Body>;
}

/** Any event declaration. Its parameters are unknown, so it cannot create events. */
export type AnyEvent = EventDeclaration<Shape, never>;

/** An event ready to be appended to the log. */
export interface DeclaredEvent {
  readonly declaration: AnyEvent;
  readonly body: EventBody;
}

/** Declarations are looked up by type and operation when events are read from the log. */
export const eventKey = (type: string, op: unknown) => (typeof op === "string" ? `${type}/${op}` : type);

export function event<const T extends string, const S extends Shape, Body = ShapeOf<S>>(
  type: T,
  fields: S,
  hooks: EventHooks<Body> = {},
): EventDeclaration<S, Body, T> {
  const op = fields.op as Field<string> | undefined;
  const ops = op && (op.schema() as { options?: string[] }).options;
  const declare = (body: Body): DeclaredEvent => ({
    declaration: declare as unknown as AnyEvent,
    body: body as EventBody,
  });
  return Object.assign(declare, {
    kind: "event" as const,
    type,
    op: ops?.length === 1 ? ops[0] : undefined,
    fields,
    schema: strictObject(fields),
    hooks,
  });
}

/** The event as a client receives it: the declared fields with type and id. */
export type EventOf<D> =
  D extends EventDeclaration<infer S, infer _, infer T> ? ShapeOf<S> & { type: T; id: number } : never;

export function isEventDeclaration(value: unknown): value is AnyEvent {
  return typeof value === "function" && (value as { kind?: unknown }).kind === "event";
}
