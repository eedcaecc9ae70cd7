/** A deactivation is a single event: every list and setting that names the account is updated from it. */
import type { EventOf, groupSetting, userEvents } from "@parley/server/contract";

/** The account that this change deactivates, if any. */
export const leaverIn = ({ user_id, is_active }: EventOf<typeof userEvents.userUpdateEvent>["person"]) =>
  is_active === false ? user_id : undefined;

const namesPeople = (value: unknown): value is groupSetting.AnonymousSet =>
  typeof value === "object" && value !== null && "direct_members" in value;

/** Returns the object with the account removed from each permission that names it. */
export function withoutLeaver<T extends object>(named: T, leaver: number): T {
  const changed: Record<string, groupSetting.AnonymousSet> = {};
  for (const [name, value] of Object.entries(named))
    if (namesPeople(value) && value.direct_members.includes(leaver))
      changed[name] = { ...value, direct_members: value.direct_members.filter((id) => id !== leaver) };
  return { ...named, ...changed };
}

export function entriesWithoutLeaver<V extends object>(
  map: ReadonlyMap<number, V>,
  leaver: number,
): ReadonlyMap<number, V> {
  return new Map([...map].map(([id, value]) => [id, withoutLeaver(value, leaver)]));
}
