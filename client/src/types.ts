/** Types that follow from the contract. */
import type * as contract from "@parley/server/contract";
import type { AnyEvent, EventOf, registration, ShapeOf } from "@parley/server/contract";

export type Snapshot = ShapeOf<(typeof registration.register)["response"]>;

/**
 * An event as the server sends it, of whatever type: a newer server may know more of them. What else it carries is known
 * only where its declaration is named, with `isEvent` or in `Handlers`.
 */
export interface ServerEvent {
  readonly id: number;
  readonly type: string;
  readonly op?: string;
}

type Contract = typeof contract;
type EventModule = Extract<keyof Contract, `${string}Events`>;
type DeclaredIn<M> = Extract<M[keyof M], AnyEvent>;

/** Every event of the contract: `switch (event.type)` tells which one it is. */
export type KnownEvent = { [M in EventModule]: EventOf<DeclaredIn<Contract[M]>> }[EventModule];

/** Whether it is an event of this declaration, with the fields that it declares. */
export function isEvent<D extends AnyEvent>(event: ServerEvent, { type, op }: D): event is ServerEvent & EventOf<D> {
  return event.type === type && (op === undefined || event.op === op);
}
