/** A part of the state a client keeps: made from a snapshot, changed only by applying events. */
import type { ServerEvent, Snapshot } from "../types.ts";

export interface Part<S> {
  from(snapshot: Snapshot): S;
  /** The state after the event; the same object when it does not concern this part. */
  apply(state: S, event: ServerEvent): S;
}

export function part<S>(definition: Part<S>): Part<S> {
  return definition;
}

export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

export function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
