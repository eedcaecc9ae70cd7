/**
 * Which users a viewer can access: everyone, unless the viewer is a guest in an organization that restricts guests. All
 * code that reads users checks here. Viewers can always access themselves and all bots.
 */
import { isVisitor } from "../../../kernel/access/roles.ts";
import { demand, InsufficientPermission, type UserId } from "../../../kernel/api/index.ts";
import type { Context, Realm } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/db/handles.ts";
import { NoSuchUser, UserIsDeactivated } from "../contract.ts";
import type { UserRow } from "../present.ts";
import { userById } from "../store.ts";
import { canAccessAllUsers } from "./permissions.ts";
import { acquaintancesOf, knownToVisitors } from "./store.ts";

interface Viewing {
  readonly db: Db;
  readonly realm: Realm;
  readonly user: { readonly id: UserId; readonly role: number };
}

type Viewed = Pick<UserRow, "id" | "bot_type">;
export type Access = (user: Viewed) => boolean;

/** The rule for one viewer, for all users or those in `among`. Queries the database only for restricted viewers. */
export async function accessOf({ db, realm, user }: Viewing, among?: readonly UserId[]): Promise<Access> {
  if (canAccessAllUsers(user, realm)) return () => true;
  const known = isVisitor(user)
    ? await knownToVisitors(db, realm.id)
    : (await acquaintancesOf(db, realm.id, { guests: [user.id], ...(among ? { users: among } : {}) })).get(user.id);
  return ({ id, bot_type }) => id === user.id || bot_type !== null || known?.has(id) === true;
}

export async function canAccess(viewing: Viewing, user: Viewed): Promise<boolean> {
  return (await accessOf(viewing, [user.id]))(user);
}

/** A user the caller can access, including deactivated accounts and bots. */
export async function userFor(ctx: Context, id: UserId): Promise<UserRow> {
  const user = await userById(ctx.db, ctx.realm.id, id);
  if (!user) throw new NoSuchUser();
  demand(await canAccess(ctx, user), new InsufficientPermission());
  return user;
}

/** An active person the caller can access. Does not find bots. */
export async function activePersonFor(ctx: Context, id: UserId): Promise<UserRow> {
  const user = await userById(ctx.db, ctx.realm.id, id);
  if (!user || user.bot_type !== null) throw new NoSuchUser();
  demand(await canAccess(ctx, user), new InsufficientPermission());
  demand(user.is_active, new UserIsDeactivated());
  return user;
}
