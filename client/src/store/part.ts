/** A part of the client's state: created from a snapshot, changed only by events. */
import type { Handlers } from "../handlers.ts";
import type { Snapshot } from "../types.ts";

export interface Part<S> {
  from(snapshot: Snapshot): S;
  /** The state after each event that concerns this part; the same object where it changes nothing. */
  readonly on: Handlers<S, S>;
}

export function part<S>(definition: Part<S>): Part<S> {
  return definition;
}

export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

export function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

type Fitting<C, V> = { readonly [K in keyof C]: K extends keyof V ? V[K] | undefined : never };

/**
 * Returns the map with an event's changes applied, if the entry is known. JSON has no `undefined`: omitted fields stay.
 * Changes to fields that the entry does not have are type errors.
 */
export function withChanges<K, V extends object, C extends object>(
  map: ReadonlyMap<K, V>,
  key: K,
  changes: C & Fitting<C, V>,
): ReadonlyMap<K, V> {
  const known = map.get(key);
  return known ? withEntry(map, key, Object.assign({}, known, changes)) : map;
}
