/** Types that follow from the contract. */
import type * as contract from "@parley/server/contract";
import type { AnyEvent, EventOf, registration, ShapeOf } from "@parley/server/contract";

export type Snapshot = ShapeOf<(typeof registration.register)["response"]>;

/**
 * An event of any type, as the server sends it; a newer server may send types unknown here. Its other fields become
 * known with `isEvent` or in `Handlers`.
 */
export interface ServerEvent {
  readonly id: number;
  readonly type: string;
  readonly op?: string;
}

type Contract = typeof contract;
type EventModule = Extract<keyof Contract, `${string}Events`>;
type DeclaredIn<M> = Extract<M[keyof M], AnyEvent>;

/** Every event of the contract: a union to `switch` on by `type`. */
export type KnownEvent = { [M in EventModule]: EventOf<DeclaredIn<Contract[M]>> }[EventModule];

/** Whether the event matches the declaration; narrows it to the declared fields. */
export function isEvent<D extends AnyEvent>(event: ServerEvent, { type, op }: D): event is ServerEvent & EventOf<D> {
  return event.type === type && (op === undefined || event.op === op);
}
