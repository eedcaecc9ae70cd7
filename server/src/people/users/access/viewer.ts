/**
 * Whom a viewer can access: everybody, unless the viewer is a guest of an organization that restricts guests. Every
 * reader of users asks here. Oneself and all bots can always be accessed.
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

/** The rule for one viewer, about everybody or about some users; asks the database only for those who are restricted. */
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

/** Somebody whom the caller can access, deactivated accounts and bots included. */
export async function userFor(ctx: Context, id: UserId): Promise<UserRow> {
  const user = await userById(ctx.db, ctx.realm.id, id);
  if (!user) throw new NoSuchUser();
  demand(await canAccess(ctx, user), new InsufficientPermission());
  return user;
}

/** Finds a person: bots are not found, and deactivated users have no such data. */
export async function activePersonFor(ctx: Context, id: UserId): Promise<UserRow> {
  const user = await userById(ctx.db, ctx.realm.id, id);
  if (!user || user.bot_type !== null) throw new NoSuchUser();
  demand(await canAccess(ctx, user), new InsufficientPermission());
  demand(user.is_active, new UserIsDeactivated());
  return user;
}
