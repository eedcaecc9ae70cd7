/** Finds people by email address. */
import { demand, InsufficientPermission } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { dummyEmail } from "./access/unknown.ts";
import { accessOf } from "./access/viewer.ts";
import { NoSuchUser } from "./contract.ts";
import { canSeeAddress, type UserRow } from "./present.ts";
import { usersByAddress } from "./store.ts";

/**
 * Users by the keys of these addresses (`addressKey`), including built-in bots. The dummy address works for everyone; the real one
 * only for callers who can see it and access the user.
 */
export async function usersAddressed(ctx: Context, addresses: readonly string[]): Promise<Map<string, UserRow>> {
  const users = await usersByAddress(ctx, addresses);
  const isAccessible = await accessOf(
    ctx,
    users.map((user) => user.id),
  );
  const found = new Map<string, UserRow>();
  for (const user of users) {
    found.set(addressKey(dummyEmail(ctx.realm, user.id)), user);
    if (canSeeAddress(ctx.user, user) && isAccessible(user)) found.set(addressKey(user.delivery_email), user);
  }
  return found;
}

/** A user the caller can access. Does not find built-in bots. */
export async function userByEmailFor(ctx: Context, address: string): Promise<UserRow> {
  const user = (await usersAddressed(ctx, [address])).get(addressKey(address));
  if (!user || user.system_bot !== null) throw new NoSuchUser();
  const isAccessible = await accessOf(ctx, [user.id]);
  demand(isAccessible(user), new InsufficientPermission());
  return user;
}
