/**
 * Event handlers by type, and by `op` where the declaration has one. A handler receives the event as the contract
 * declares it. Events that only a newer server knows have no handler and are ignored.
 */
import type { KnownEvent, ServerEvent } from "./types.ts";

type Type = KnownEvent["type"];
type Declared<T extends Type> = Extract<KnownEvent, { type: T }>;
type OpOf<E> = E extends { op: infer O extends string } ? O : never;
/** A declaration may have several ops: `reaction` is one event with two. */
type WithOp<E, O> = E extends { op: infer Each } ? (O extends Each ? E & { op: O } : never) : never;

type Handler<E, G, R> = (given: G, event: E) => R;

export type Handlers<G, R> = {
  readonly [T in Type]?: [OpOf<Declared<T>>] extends [never]
    ? Handler<Declared<T>, G, R>
    : { readonly [O in OpOf<Declared<T>>]?: Handler<WithOp<Declared<T>, O>, G, R> };
};

type FoundHandler<G, R> = Handler<ServerEvent, G, R>;

/**
 * Returns the result of the event's handler, or `otherwise` if it has none. The cast trusts the network: the server's
 * tests check every event that it sends against its declaration.
 */
export function handled<G, R>(handlers: Handlers<G, R>, event: ServerEvent, given: G, otherwise: R): R {
  const { type, op = "" } = event;
  if (!Object.hasOwn(handlers, type)) return otherwise;
  const found = handlers[type as Type] as FoundHandler<G, R> | Record<string, FoundHandler<G, R>>;
  if (typeof found === "function") return found(given, event);
  return Object.hasOwn(found, op) ? (found[op] as FoundHandler<G, R>)(given, event) : otherwise;
}
