/**
 * The events of the API, declared once. What is stored in the log is the event's body: everything any client may need.
 * Shaping turns it into what one kind of client hears, once for all clients of that kind; only the personal part is
 * added for each user.
 */
import type { ClientProfile } from "./client-profile.ts";
import { type Field, type Shape, type ShapeOf, strictObject } from "./fields.ts";

export type EventBody = Readonly<Record<string, unknown>>;

/** What is added to an event for one user; the rest of the event is shared. */
export type PersonalPart = Readonly<Record<string, unknown>>;

/** In which way a user hears an event. */
export interface Hearing {
  /** The event is for the user; false for one who only listens to all public channels. */
  readonly isReceiver: boolean;
}

export interface EventHooks<Body> {
  /** Opens what the body holds sealed: keys and tokens do not stand in the log for all to read. */
  reveal?(body: Body, open: (sealed: string) => string): EventBody;
  /** What clients with this profile hear; an empty list withholds the event from them. */
  shape?(body: Body, client: ClientProfile): EventBody[];
  /** Adds a user's own part to the shaped event. Called with undefined for users who have none. */
  personalize?(shaped: EventBody, own: PersonalPart | undefined, hearing: Hearing): EventBody;
  /** Whether a queue's narrow lets the event through. */
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

/** Any of them. What it takes is known only to who declared it, so it cannot be made through this type. */
export type AnyEvent = EventDeclaration<Shape, never>;

/** An event ready to be appended to the log. */
export interface DeclaredEvent {
  readonly declaration: AnyEvent;
  readonly body: EventBody;
}

/** Events are found again by type and operation when they are read from the log. */
export const eventKey = (type: string, op: unknown) => (typeof op === "string" ? `${type}/${op}` : type);

export function event<const T extends string, const S extends Shape, Body = ShapeOf<S>>(
  type: T,
  fields: S,
  hooks: EventHooks<Body> = {},
): EventDeclaration<S, Body, T> {
  const op = fields.op as Field<string> | undefined;
  const ops = op && (op.schema as { options?: string[] }).options;
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

/** What a client hears: the declared fields with the event's type and id. */
export type EventOf<D> =
  D extends EventDeclaration<infer S, infer _, infer T> ? ShapeOf<S> & { type: T; id: number } : never;

export function isEventDeclaration(value: unknown): value is AnyEvent {
  return typeof value === "function" && (value as { kind?: unknown }).kind === "event";
}
