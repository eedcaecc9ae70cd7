/** Whoever leaves is told of once: every list and setting that names the account follows from that one event. */
import type { ServerEvent } from "../types.ts";

/** The account that an event ends, if it ends one. */
export function leaverOf(event: ServerEvent): number | undefined {
  if (event.type !== "realm_user" || event.op !== "update") return undefined;
  const { user_id, is_active } = event.person as { user_id: number; is_active?: boolean };
  return is_active === false ? user_id : undefined;
}

/** The same object with the account gone from each permission that names it. */
export function withoutLeaver<T extends object>(named: T, leaver: number): T {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(named)) {
    const { direct_members } = (value ?? {}) as { direct_members?: number[] };
    if (direct_members?.includes(leaver))
      changed[name] = { ...(value as object), direct_members: direct_members.filter((id) => id !== leaver) };
  }
  return { ...named, ...changed };
}

export function entriesWithoutLeaver<V extends object>(
  map: ReadonlyMap<number, V>,
  leaver: number,
): ReadonlyMap<number, V> {
  return new Map([...map].map(([id, value]) => [id, withoutLeaver(value, leaver)]));
}
