/** Who receives events about a user: everyone who can access them. */

import { Role } from "../../../kernel/access/roles.ts";
import type { UserId } from "../../../kernel/api/ids.ts";
import type { Realm } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/db/handles.ts";
import type { Audience } from "../../../kernel/events/audience.ts";
import type { UserRow } from "../present.ts";
import { isRestricted } from "./permissions.ts";
import { acquaintancesOf, guestsOf } from "./store.ts";

type RealmReader = { readonly db: Db; readonly realm: Realm };
type KnownUser = Pick<UserRow, "id" | "bot_type">;
type Roles = readonly [from: number, to: number];

const ALL_ROLES: Roles = [Role.owner, Role.guest];

/** Everyone can access bots, and all users if guests are not restricted. */
export const isKnownToAll = ({ realm }: RealmReader, user: KnownUser) => user.bot_type !== null || !isRestricted(realm);

/** Everyone with these roles who can access the user. */
export async function toUsersWithAccess(
  place: RealmReader,
  user: KnownUser,
  roles: Roles = ALL_ROLES,
): Promise<Audience> {
  if (isKnownToAll(place, user) || roles[1] < Role.guest) return { roles };
  const known = await acquaintancesOf(place.db, place.realm.id, { users: [user.id] });
  return { roles: [roles[0], Role.member], users: [...new Set([user.id, ...known.keys()])] };
}

/** The guests who cannot access the user. */
export async function strangersTo(place: RealmReader, user: KnownUser): Promise<UserId[]> {
  if (isKnownToAll(place, user)) return [];
  return withoutAcquainted(place, user, await guestsOf(place.db, place.realm.id));
}

/** Those of these users who cannot access the user. */
export async function strangersAmong(
  place: RealmReader,
  user: KnownUser,
  viewers: readonly UserId[],
): Promise<UserId[]> {
  const strangers = new Set(await strangersTo(place, user));
  return viewers.filter((id) => strangers.has(id));
}

/** Those of these guests who cannot access the user. */
export async function withoutAcquainted(
  { db, realm }: RealmReader,
  { id }: KnownUser,
  guests: readonly UserId[],
): Promise<UserId[]> {
  const known = await acquaintancesOf(db, realm.id, { guests, users: [id] });
  return guests.filter((guest) => guest !== id && !known.has(guest));
}
