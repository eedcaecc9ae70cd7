/** Who is listed in the directory, and what an administrator may make of them, by the server's own rules. */
import type { PresenceTimes, State, User } from "@parley/client";
import { isOwner, Role, type RoleCode } from "@parley/server/kernel/access/roles.ts";
import { roleFault } from "@parley/server/people/users/permissions.ts";

/** The most powerful first. */
export const ROLES: readonly RoleCode[] = [Role.owner, Role.administrator, Role.moderator, Role.member, Role.guest];

interface Listing {
  readonly isActive: boolean;
  /** Undefined for every role. */
  readonly role: number | undefined;
}

export const peopleListed = ({ users }: State["users"], { isActive, role }: Listing): readonly User[] =>
  [...users.values()].filter(
    (user) => !user.is_bot && user.is_active === isActive && (role === undefined || user.role === role),
  );

/** Bots that people made; the server's own are nobody's. */
export const botsListed = ({ users }: State["users"]): readonly User[] =>
  [...users.values()].filter((user) => user.is_bot && user.is_system_bot !== true);

export const activeBotsOf = (users: State["users"], ownerId: number): readonly User[] =>
  botsListed(users).filter(({ bot_owner_id, is_active }) => bot_owner_id === ownerId && is_active);

/** Seconds; 0 if nothing is known. */
export const lastSeen = (times: PresenceTimes | undefined): number =>
  Math.max(times?.active_timestamp ?? 0, times?.idle_timestamp ?? 0);

/** The organization must keep an owner who is a person. */
export function isOnlyOwner({ users }: State["users"], userId: number): boolean {
  const owners = [...users.values()].filter((user) => !user.is_bot && user.is_active && isOwner(user));
  return owners.length === 1 && owners[0]?.user_id === userId;
}

export const rolesToGive = (reader: { readonly role: number }, person: { readonly role: number }) =>
  ROLES.filter((role) => roleFault(reader, person, role) === undefined);
